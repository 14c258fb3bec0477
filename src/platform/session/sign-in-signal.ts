let controller = new AbortController()

/** Signal for messages that ask for a sign-in («Debes iniciar sesión…»): aborts on it. Browser only. */
export const signInSignal = (): AbortSignal => controller.signal

/** Announces that the user has signed in or registered in this tab. */
export function announceSignIn(): void {
  controller.abort()
  controller = new AbortController()
}

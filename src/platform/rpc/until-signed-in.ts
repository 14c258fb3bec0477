let waiting = new AbortController()

/** For what asks somebody to sign in («Debes iniciar sesión…»): aborts once they have. Browsers only. */
export const untilSignedIn = (): AbortSignal => waiting.signal

/** Says that somebody has just signed in or registered here. */
export function signInDone(): void {
  waiting.abort()
  waiting = new AbortController()
}

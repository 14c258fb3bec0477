let changed = false

/** Tells the root that who is signed in has changed: the next navigation reads the session again. */
export function sessionChanged(): void {
  changed = true
}

/** Whether that was said since the last question. */
export function takeSessionChange(): boolean {
  const was = changed
  changed = false
  return was
}

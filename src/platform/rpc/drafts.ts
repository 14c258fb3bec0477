/**
 * What somebody types into a long form, kept in this tab so that a reload or an ended session loses nothing. Each
 * person's own, gone with log-out in any tab, and never files. A storage that is full or forbidden is no error: then
 * nothing is kept.
 */
const PREFIX = 'amparo-draft:'
/** When somebody last logged out in this browser: older drafts are nobody's. */
const LEFT = 'amparo-left'

const keyOf = (form: string, userId: string) => `${PREFIX}${form}:${userId}`

/** Storage throws when it is forbidden, full or not there at all. */
function quietly<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** @param value anything JSON can hold @returns whether it was kept */
export function keepDraft(form: string, userId: string, value: unknown): boolean {
  const text = JSON.stringify({ at: Date.now(), value })
  const kept = quietly(() => {
    sessionStorage.setItem(keyOf(form, userId), text)
    return true
  })
  return kept ?? false
}

/** @returns what was kept last, unchecked, or undefined when there is nothing or its writer has logged out since */
export function readDraft(form: string, userId: string): unknown {
  return quietly(() => {
    const text = sessionStorage.getItem(keyOf(form, userId))
    if (text === null) return undefined
    const { at, value } = JSON.parse(text) as { at?: unknown; value?: unknown }
    if (typeof at === 'number' && at > leftAt()) return value
    dropDraft(form, userId)
    return undefined
  })
}

export function dropDraft(form: string, userId: string): void {
  quietly(() => sessionStorage.removeItem(keyOf(form, userId)))
}

/** Log-out and deletion: no draft of before is offered again, in this tab or another. */
export function forgetDrafts(): void {
  quietly(() => localStorage.setItem(LEFT, String(Date.now())))
  dropDrafts(() => true)
}

/** Removes from this tab what was typed before somebody logged out in any: the next person here finds none of it. */
export const dropLeftDrafts = (): void => dropDrafts((key) => !(writtenAt(key) > leftAt()))

function dropDrafts(which: (key: string) => boolean): void {
  quietly(() => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && which(key)) sessionStorage.removeItem(key)
    }
  })
}

/** NaN for what is spoilt. */
const writtenAt = (key: string) =>
  quietly(() => Number(JSON.parse(sessionStorage.getItem(key) ?? '').at)) ?? Number.NaN

const leftAt = () => Number(quietly(() => localStorage.getItem(LEFT)) ?? 0)

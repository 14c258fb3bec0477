/**
 * What somebody types into a long form, kept in this tab so that a reload or an ended session loses nothing, or in this
 * browser when they asked for it. Each person's own, gone with log-out in any tab, and never files. A storage that is full
 * or forbidden is no error: then nothing is kept.
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

/** How long a draft stays where its writer does not log out: as long as the tab, or until it is dropped. */
export type DraftPlace = 'tab' | 'browser'

const PLACES: Record<DraftPlace, () => Storage> = { tab: () => sessionStorage, browser: () => localStorage }

/** @param value anything JSON can hold @returns whether it was kept */
export function keepDraft(form: string, userId: string, value: unknown, place: DraftPlace = 'tab'): boolean {
  const text = JSON.stringify({ at: Date.now(), value })
  const kept = quietly(() => {
    PLACES[place]().setItem(keyOf(form, userId), text)
    return true
  })
  return kept ?? false
}

/** @returns what was kept last, unchecked, or undefined when there is nothing or its writer has logged out since */
export function readDraft(form: string, userId: string, place: DraftPlace = 'tab'): unknown {
  return quietly(() => {
    const text = PLACES[place]().getItem(keyOf(form, userId))
    if (text === null) return undefined
    const { at, value } = JSON.parse(text) as { at?: unknown; value?: unknown }
    if (typeof at === 'number' && at > leftAt()) return value
    dropDraft(form, userId, place)
    return undefined
  })
}

/** The forms of this person whose name begins so and of which this tab keeps something. */
export const draftForms = (prefix: string, userId: string): string[] =>
  quietly(() =>
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith(PREFIX + prefix) && key.endsWith(`:${userId}`))
      .map((key) => key.slice(PREFIX.length, -userId.length - 1)),
  ) ?? []

export function dropDraft(form: string, userId: string, place: DraftPlace = 'tab'): void {
  quietly(() => PLACES[place]().removeItem(keyOf(form, userId)))
}

/** Log-out and deletion: no draft of before is offered again, in this tab or another. */
export function forgetDrafts(): void {
  quietly(() => localStorage.setItem(LEFT, String(Date.now())))
  dropDrafts(() => true)
}

/** Removes what was typed here before somebody logged out in any tab: the next person here finds none of it. */
export const dropLeftDrafts = (): void => dropDrafts((text) => !(writtenAt(text) > leftAt()))

function dropDrafts(which: (text: string) => boolean): void {
  for (const place of Object.values(PLACES))
    quietly(() => {
      const storage = place()
      for (const key of Object.keys(storage))
        if (key.startsWith(PREFIX) && which(storage.getItem(key) ?? '')) storage.removeItem(key)
    })
}

/** NaN for what is spoilt. */
const writtenAt = (text: string) => quietly(() => Number(JSON.parse(text).at)) ?? Number.NaN

const leftAt = () => Number(quietly(() => localStorage.getItem(LEFT)) ?? 0)

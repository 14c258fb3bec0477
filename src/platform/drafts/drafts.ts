/**
 * Drafts of long forms, saved in this tab so that a reload or an expired session loses nothing, or in this
 * browser when the user chose so. Drafts belong to one user, are deleted on logout in any tab, and never have
 * files. A full or forbidden storage is not an error: then nothing is saved.
 */
const PREFIX = 'amparo-draft:'
/** Time of the last logout in this browser, ms: older drafts are invalid. */
const LAST_LOGOUT_KEY = 'amparo-left'

const storageKey = (form: string, userId: string) => `${PREFIX}${form}:${userId}`

/** Ignores errors: storage throws when it is forbidden, full or missing. */
function ignoringErrors<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}

/** Where a draft is saved: until the tab closes, or in the browser until it is deleted. Logout ends both. */
export type DraftStorage = 'tab' | 'browser'

const STORAGES: Record<DraftStorage, () => Storage> = {
  tab: () => sessionStorage,
  browser: () => localStorage,
}

/** Saves a draft. @param value JSON-serializable @returns whether it was saved */
export function storeDraft(
  form: string,
  userId: string,
  value: unknown,
  place: DraftStorage = 'tab',
): boolean {
  const json = JSON.stringify({ at: Date.now(), value })
  const saved = ignoringErrors(() => {
    STORAGES[place]().setItem(storageKey(form, userId), json)
    return true
  })
  return saved ?? false
}

/** @returns the last draft, not validated; undefined when there is none or a logout came after it */
export function readDraft(form: string, userId: string, place: DraftStorage = 'tab'): unknown {
  return ignoringErrors(() => {
    const json = STORAGES[place]().getItem(storageKey(form, userId))
    if (json === null) return undefined
    const { at, value } = JSON.parse(json) as { at?: unknown; value?: unknown }
    if (typeof at === 'number' && at > lastLogoutAt()) return value
    deleteDraft(form, userId, place)
    return undefined
  })
}

/** Names of this user's forms with this prefix that have a draft in this tab. */
export const listDraftForms = (prefix: string, userId: string): string[] =>
  ignoringErrors(() =>
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith(PREFIX + prefix) && key.endsWith(`:${userId}`))
      .map((key) => key.slice(PREFIX.length, -userId.length - 1)),
  ) ?? []

export function deleteDraft(form: string, userId: string, place: DraftStorage = 'tab'): void {
  ignoringErrors(() => STORAGES[place]().removeItem(storageKey(form, userId)))
}

/** Deletes all drafts on logout or account deletion, and marks those in other tabs as invalid. */
export function deleteAllDrafts(): void {
  ignoringErrors(() => localStorage.setItem(LAST_LOGOUT_KEY, String(Date.now())))
  deleteDraftsWhere(() => true)
}

/** Deletes drafts older than the last logout in any tab, so that the next user does not find them. */
export const deleteLoggedOutDrafts = (): void =>
  deleteDraftsWhere((json) => !(savedAt(json) > lastLogoutAt()))

function deleteDraftsWhere(matches: (json: string) => boolean): void {
  for (const place of Object.values(STORAGES))
    ignoringErrors(() => {
      const storage = place()
      for (const key of Object.keys(storage))
        if (key.startsWith(PREFIX) && matches(storage.getItem(key) ?? '')) storage.removeItem(key)
    })
}

/** NaN for corrupt entries. */
const savedAt = (json: string) => ignoringErrors(() => Number(JSON.parse(json).at)) ?? Number.NaN

const lastLogoutAt = () => Number(ignoringErrors(() => localStorage.getItem(LAST_LOGOUT_KEY)) ?? 0)

import { deleteDraft, readDraft, storeDraft } from '../../../platform/drafts/drafts.ts'
import { type Interview, interviewSchema } from '../schema.ts'

/** Key prefix of sent interviews, one per lawyer and client. */
const SENT_PREFIX = 'amparo-interview:'

const sentKey = (lawyerId: string, clientId: string) => `${SENT_PREFIX}${lawyerId}:${clientId}`
const draftKey = (lawyerId: string, clientId: string) => `entrevista:${lawyerId}:${clientId}`

/** Storage throws when it is blocked or full, and JSON when it is invalid. */
function attempt<Value>(access: () => Value, otherwise: Value): Value {
  try {
    return access()
  } catch {
    return otherwise
  }
}

/** The stored value if it is a valid interview of these two people, else null. */
function validated(value: unknown, lawyerId: string, clientId: string): Interview | null {
  const { data } = interviewSchema.safeParse(value)
  return data && data.lawyerId === lawyerId && data.clientId === clientId ? data : null
}

/** The sent interview, or null: also when storage is blocked or its data is invalid. */
export const readSent = (lawyerId: string, clientId: string): Interview | null =>
  attempt(() => {
    const stored = localStorage.getItem(sentKey(lawyerId, clientId)) ?? 'null'
    return validated(JSON.parse(stored), lawyerId, clientId)
  }, null)

/** @returns whether it was stored: false when storage is full or blocked (INT-07) */
export const saveSent = (sent: Interview): boolean =>
  attempt(() => {
    localStorage.setItem(sentKey(sent.lawyerId, sent.clientId), JSON.stringify(sent))
    return true
  }, false)

/** Interviews that clients sent to this lawyer in this browser, newest first. */
export function listSentTo(lawyerId: string): Interview[] {
  const prefix = sentKey(lawyerId, '')
  return attempt(() => Object.keys(localStorage), [])
    .filter((key) => key.startsWith(prefix))
    .map((key) => readSent(lawyerId, key.slice(prefix.length)))
    .filter((one) => one !== null)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/** Stores the draft of a client or lawyer until log-out. @returns whether it was stored (INT-06) */
export const saveInterviewDraft = (writerId: string, draft: Interview): boolean =>
  storeDraft(draftKey(draft.lawyerId, draft.clientId), writerId, draft, 'browser')

export const readInterviewDraft = (writerId: string, lawyerId: string, clientId: string): Interview | null =>
  validated(readDraft(draftKey(lawyerId, clientId), writerId, 'browser'), lawyerId, clientId)

export const removeInterviewDraft = (writerId: string, lawyerId: string, clientId: string): void =>
  deleteDraft(draftKey(lawyerId, clientId), writerId, 'browser')

/** Calls `listener` when another tab sends or removes an interview. @returns unsubscribe function */
export function onSentElsewhere(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(SENT_PREFIX)) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/** Removes the client's draft and the sent interview of these two people from this browser. */
export function removeInterview(lawyerId: string, clientId: string): void {
  removeInterviewDraft(clientId, lawyerId, clientId)
  removeKeys((key) => key === sentKey(lawyerId, clientId))
}

/** OPEN-58: removes all interviews of a deleted account from this browser. */
export const removeInterviewsOf = (userId: string): void =>
  removeKeys(
    (key) => key.startsWith(SENT_PREFIX) && key.slice(SENT_PREFIX.length).split(':').includes(userId),
  )

const removeKeys = (matches: (key: string) => boolean): void =>
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (matches(key)) localStorage.removeItem(key)
  }, undefined)

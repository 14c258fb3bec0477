import { dropDraft, keepDraft, readDraft } from '../../../platform/rpc/drafts.ts'
import { type Interview, interview } from '../schema.ts'

/** Sent interviews of this browser, one a lawyer and client. */
const SENT = 'amparo-interview:'

const keyOf = (lawyerId: string, clientId: string) => `${SENT}${lawyerId}:${clientId}`
const draftOf = (lawyerId: string, clientId: string) => `entrevista:${lawyerId}:${clientId}`

/** Whatever storage holds, if it is an interview of these two. */
function believed(value: unknown, lawyerId: string, clientId: string): Interview | null {
  const { data } = interview.safeParse(value)
  return data && data.lawyerId === lawyerId && data.clientId === clientId ? data : null
}

/** What was sent, or null: also when storage is forbidden or spoilt. */
export function readSent(lawyerId: string, clientId: string): Interview | null {
  try {
    return believed(JSON.parse(localStorage.getItem(keyOf(lawyerId, clientId)) ?? 'null'), lawyerId, clientId)
  } catch {
    return null
  }
}

/** @returns whether it is kept: not in a storage that is full or forbidden (INT-07) */
export function keepSent(sent: Interview): boolean {
  try {
    localStorage.setItem(keyOf(sent.lawyerId, sent.clientId), JSON.stringify(sent))
    return true
  } catch {
    return false
  }
}

/** Those that clients sent to this lawyer in this browser, the newest first. */
export function sentTo(lawyerId: string): Interview[] {
  try {
    const prefix = keyOf(lawyerId, '')
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => readSent(lawyerId, key.slice(prefix.length)))
      .filter((one) => one !== null)
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
  } catch {
    return []
  }
}

/** A draft of its writer, the client or the lawyer; gone with log-out. @returns whether it is kept (INT-06) */
export const keepInterviewDraft = (writerId: string, draft: Interview): boolean =>
  keepDraft(draftOf(draft.lawyerId, draft.clientId), writerId, draft, 'browser')

export const readInterviewDraft = (writerId: string, lawyerId: string, clientId: string): Interview | null =>
  believed(readDraft(draftOf(lawyerId, clientId), writerId, 'browser'), lawyerId, clientId)

export const dropInterviewDraft = (writerId: string, lawyerId: string, clientId: string): void =>
  dropDraft(draftOf(lawyerId, clientId), writerId, 'browser')

/** @param seen each time another tab of this browser sends an interview or removes one @returns how to stop */
export function onSentElsewhere(seen: () => void): () => void {
  const look = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(SENT)) seen()
  }
  addEventListener('storage', look)
  return () => removeEventListener('storage', look)
}

/** Removes what these two have in this browser. */
export function forgetInterview(lawyerId: string, clientId: string): void {
  dropInterviewDraft(clientId, lawyerId, clientId)
  remove((key) => key === keyOf(lawyerId, clientId))
}

/** OPEN-58: whoever deletes their account leaves none of theirs in this browser. */
export const forgetInterviewsOf = (userId: string): void =>
  remove((key) => key.startsWith(SENT) && key.slice(SENT.length).split(':').includes(userId))

function remove(which: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) if (which(key)) localStorage.removeItem(key)
  } catch {
    // Nothing could be kept there either.
  }
}

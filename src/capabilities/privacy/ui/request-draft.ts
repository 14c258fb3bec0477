import { useState } from 'react'
import { uuidv4 } from '../../../input/ids.ts'
import { deleteDraft, readDraft, storeDraft } from '../../../platform/drafts/drafts.ts'
import type { RequestDraft } from '../request-rules.ts'
import { REQUEST_CAUSES, REQUEST_KINDS, type RequestCause, type RequestKind } from '../schema.ts'

const FORM = 'solicitud-datos'

export interface DraftValues extends Omit<RequestDraft, 'kind'> {
  /** Also the id of the request, so that sending again is the same request. */
  requestId: string
  kind: RequestKind | null
}

/** What a link to the form may fill in. */
export type PrefilledRequest = Pick<DraftValues, 'kind' | 'details'>

const emptyDraft = (): DraftValues => ({
  requestId: uuidv4(),
  kind: null,
  about: null,
  objectId: null,
  cause: null,
  newValue: '',
  details: '',
})

const isKey = (labels: object, value: unknown) => typeof value === 'string' && Object.hasOwn(labels, value)
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function storedDraft(userId: string): DraftValues | null {
  const found = readDraft(FORM, userId)
  if (typeof found !== 'object' || found === null) return null
  const { requestId, kind, about, objectId, cause, newValue, details } = found as Record<string, unknown>
  if (typeof requestId !== 'string') return null
  return {
    requestId,
    kind: isKey(REQUEST_KINDS, kind) ? (kind as RequestKind) : null,
    about: typeof about === 'string' ? about : null,
    objectId: typeof objectId === 'string' ? objectId : null,
    cause: isKey(REQUEST_CAUSES, cause) ? (cause as RequestCause) : null,
    newValue: textOf(newValue),
    details: textOf(details),
  }
}

/** DAT-14: what was typed, kept in this tab until it is sent. Files are not kept. */
export function useRequestDraft(
  userId: string,
  prefilled: PrefilledRequest | null,
  // The server has no draft, and hydration must give the same page.
  isHydrated: boolean,
) {
  const [values, setValues] = useState(() =>
    prefilled
      ? { ...emptyDraft(), ...prefilled }
      : ((isHydrated ? storedDraft(userId) : null) ?? emptyDraft()),
  )
  return {
    values,
    change(part: Partial<DraftValues>) {
      const next = { ...values, ...part }
      setValues(next)
      storeDraft(FORM, userId, next)
    },
    drop: () => deleteDraft(FORM, userId),
  }
}

import { useState } from 'react'
import { uuidv4 } from '../../../input/ids.ts'
import { deleteDraft, readDraft, storeDraft } from '../../../platform/drafts/drafts.ts'
import type { RequestCause } from '../schema.ts'
import type { DatumKind, Quality, VisitorRequestKind } from '../visitor-schema.ts'

const FORM = 'solicitud-sin-cuenta'
/** Drafts belong to a user; this one to the tab. */
const OWNER = 'visita'

export interface VisitorDraft {
  /** Also the id of the request, so that sending again is the same request. */
  requestId: string
  kind: VisitorRequestKind | null
  name: string
  quality: Quality | null
  datumKind: DatumKind | null
  /** As it is typed; of a phone its eight digits. */
  datum: string
  cause: RequestCause | null
  details: string
  email: string
  /** Whether a code was sent: a phone may reload the tab while its person looks for it. */
  isSent: boolean
}

const emptyDraft = (): VisitorDraft => ({
  requestId: uuidv4(),
  ...{ kind: null, name: '', quality: null, datumKind: null, datum: '' },
  ...{ cause: null, details: '', email: '', isSent: false },
})

function storedDraft(): VisitorDraft | null {
  const found = readDraft(FORM, OWNER) as Partial<VisitorDraft> | undefined
  const texts = [found?.requestId, found?.name, found?.datum, found?.details, found?.email]
  return texts.every((text) => typeof text === 'string') ? { ...emptyDraft(), ...found } : null
}

/** What was typed, kept in this tab until the request is filed. */
export function useVisitorDraft() {
  const [values, setValues] = useState(() => storedDraft() ?? emptyDraft())
  return {
    values,
    change(part: Partial<VisitorDraft>) {
      const next = { ...values, ...part }
      setValues(next)
      storeDraft(FORM, OWNER, next)
    },
    drop: () => deleteDraft(FORM, OWNER),
  }
}

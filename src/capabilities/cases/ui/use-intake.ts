import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Failure, failureOf, rpc } from '../../../platform/rpc/client.ts'
import { dropDraft, keepDraft, readDraft } from '../../../platform/rpc/drafts.ts'
import { sayingOf } from '../../accounts/ui/show-failure.ts'
import type { CasesContract } from '../contract.ts'
import type { Intake } from '../intake/answers.ts'
import { casesQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'
import { draftOf, EMPTY, inputOf, isStarted, newCaseId } from './wizard-values.ts'

const FORM = 'causa'

export type Sent = { id: string } | { message: string; fields: Record<string, string> }

/**
 * The answers of the wizard, kept in this tab with every change (OPEN-46), and their sending: the case's id is made here
 * and stays with them, so that sending twice is one case.
 */
export function useIntake(userId: string) {
  const [values, setValues] = useState(EMPTY)
  const [id, setId] = useState(newCaseId)
  /** The step that the person last went to. */
  const [left, leaveAt] = useState(0)
  /** The step where the answers that were found again were left, from 0. */
  const [restoredAt, setRestoredAt] = useState<number | null>(null)
  const isOpen = useRef(false)
  const isSending = useRef(false)
  const publish = useMutation(casesQueries(rpc<CasesContract>('cases')).publish.mutationOptions())

  // After hydration: the server knows nothing of it.
  useEffect(() => {
    if (isOpen.current) return
    isOpen.current = true
    const draft = draftOf(readDraft(FORM, userId))
    if (!draft) return
    setValues(draft.values)
    setId(draft.id)
    leaveAt(draft.step)
    setRestoredAt(draft.step)
  }, [userId])
  useEffect(() => {
    if (isOpen.current && isStarted(values)) keepDraft(FORM, userId, { id, values, step: left })
  }, [userId, id, values, left])

  const clear = () => {
    dropDraft(FORM, userId)
    setValues(EMPTY)
    setId(newCaseId())
    leaveAt(0)
    setRestoredAt(null)
  }
  /** Null while another try is under way. */
  const send = async (): Promise<Sent | null> => {
    if (isSending.current) return null
    isSending.current = true
    try {
      return await publish.mutateAsync(inputOf(id, values))
    } catch (error) {
      const failure = failureOf(error)
      // The next press is another case, knowingly.
      if (failure.message === MESSAGES.idTaken) setId(newCaseId())
      return { message: said(failure), fields: failure.fields }
    } finally {
      isSending.current = false
    }
  }
  return {
    values,
    setValues: (next: (before: Intake) => Intake) => setValues(next),
    leaveAt,
    restoredAt,
    clear,
    send,
    pending: publish.isPending,
  }
}

function said(failure: Failure): string {
  if (failure.message === MESSAGES.idTaken) return ARRIVED
  const reference = failure.reference ? ` (${failure.reference.slice(0, 8)})` : ''
  return sayingOf(failure) + reference
}

/** The answer to the first try was lost, and the answers have changed since. */
const ARRIVED =
  'Tu causa ya se había ingresado con tus respuestas anteriores. Revísala en tu panel antes de enviar esta como una nueva.'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uuidv4 } from '../../../input/ids.ts'
import { deleteDraft, readDraft, storeDraft } from '../../../platform/drafts/drafts.ts'
import { type Failure, failureOf, rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/show-failure.ts'
import type { CasesContract } from '../contract.ts'
import type { Intake } from '../intake/answers.ts'
import { casesQueries } from '../queries.ts'
import { EMPTY_INTAKE, isStarted, parseDraft, toPublishInput } from './wizard-values.ts'

const DRAFT_FORM = 'causa'

export type PublishOutcome = { id: string } | { message: string; fields: Record<string, string> }

/**
 * The answers of the wizard, saved as a draft in this tab on every change (OPEN-46), and their submission.
 * The id of the case is created here and saved with the draft, so that a retry does not create a second case.
 */
export function useIntake(userId: string) {
  const [values, setValues] = useState(EMPTY_INTAKE)
  const [id, setId] = useState(uuidv4)
  /** The step the user went to last, from 0. */
  const [lastStep, setLastStep] = useState(0)
  /** The step at which the restored draft was left, from 0. Null: nothing was restored. */
  const [restoredStep, setRestoredStep] = useState<number | null>(null)
  const isDraftRead = useRef(false)
  const isSending = useRef(false)
  const publish = useMutation(casesQueries(rpc<CasesContract>('cases')).publish.mutationOptions())

  // After hydration: the server cannot read the draft.
  useEffect(() => {
    if (isDraftRead.current) return
    isDraftRead.current = true
    const draft = parseDraft(readDraft(DRAFT_FORM, userId))
    if (!draft) return
    setValues(draft.values)
    setId(draft.id)
    setLastStep(draft.step)
    setRestoredStep(draft.step)
  }, [userId])
  useEffect(() => {
    if (isDraftRead.current && isStarted(values))
      storeDraft(DRAFT_FORM, userId, { id, values, step: lastStep })
  }, [userId, id, values, lastStep])

  const clear = () => {
    deleteDraft(DRAFT_FORM, userId)
    setValues(EMPTY_INTAKE)
    setId(uuidv4())
    setLastStep(0)
    setRestoredStep(null)
  }
  /** Submits the answers. Returns null while another submission is running. */
  const send = async (): Promise<PublishOutcome | null> => {
    if (isSending.current) return null
    isSending.current = true
    try {
      return await publish.mutateAsync(toPublishInput(id, values))
    } catch (error) {
      const failure = failureOf(error)
      // After this message, pressing again deliberately creates another case.
      if (failure.reason === 'ID_TAKEN') setId(uuidv4())
      return { message: failureText(failure), fields: failure.fields }
    } finally {
      isSending.current = false
    }
  }
  return {
    values,
    setValues: (next: (before: Intake) => Intake) => setValues(next),
    setLastStep,
    restoredStep,
    clear,
    send,
    pending: publish.isPending,
  }
}

function failureText(failure: Failure): string {
  if (failure.reason === 'ID_TAKEN') return ALREADY_PUBLISHED
  const reference = failure.reference ? ` (${failure.reference.slice(0, 8)})` : ''
  return failureTextOf(failure) + reference
}

/** The response to the first try was lost, and the answers have changed since. */
const ALREADY_PUBLISHED =
  'Tu causa ya se había ingresado con tus respuestas anteriores. Revísala en tu panel antes de enviar esta como una nueva.'

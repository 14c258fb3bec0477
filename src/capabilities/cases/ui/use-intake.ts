import { useEffect, useRef, useState } from 'react'
import { uuidv4 } from '../../../input/ids.ts'
import { deleteDraft, readDraft, storeDraft } from '../../../platform/drafts/drafts.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf, withReference } from '../../../site/forms/failure-text.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import type { CasesContract } from '../contract.ts'
import type { Intake, IntakeField } from '../intake/answers.ts'
import { EMPTY_INTAKE, isStarted, parseDraft, toPublishInput, type WizardDraft } from './wizard-values.ts'

const DRAFT_FORM = 'causa'

/** WIZ-24. */
export const FAILED_TITLE = 'Error al ingresar la causa'
const newDraft = (): WizardDraft => ({ id: uuidv4(), values: EMPTY_INTAKE, step: 0 })
const NO_PROBLEMS: ReadonlyMap<IntakeField, string> = new Map()

/**
 * The answers of the wizard, saved as a draft in this tab on every change (OPEN-46), and their submission.
 * The id of the case is created here and saved with the draft, so that a retry does not create a second case.
 * @param onPublished called after the submission, while the answers are still here
 */
export function useIntake(userId: string, onPublished: (answers: Intake) => void) {
  const [draft, setDraft] = useState(newDraft)
  const { id, values } = draft
  /** The step at which the restored draft was left, from 0. Null: nothing was restored. */
  const [restoredStep, setRestoredStep] = useState<number | null>(null)
  const isDraftRead = useRef(false)
  /** What the server refused, until an answer changes. */
  const [problems, setProblems] = useState(NO_PROBLEMS)

  // After hydration: the server cannot read the draft.
  useEffect(() => {
    if (isDraftRead.current) return
    isDraftRead.current = true
    const stored = parseDraft(readDraft(DRAFT_FORM, userId))
    if (!stored) return
    setDraft(stored)
    setRestoredStep(stored.step)
  }, [userId])
  useEffect(() => {
    if (isDraftRead.current && isStarted(draft.values)) storeDraft(DRAFT_FORM, userId, draft)
  }, [userId, draft])

  const clear = () => {
    deleteDraft(DRAFT_FORM, userId)
    setDraft(newDraft())
    setRestoredStep(null)
  }
  const send = () => rpc<CasesContract>('cases').publish(toPublishInput(id, values))
  const submission = useSubmit(send, {
    onDone() {
      onPublished(values)
      clear()
    },
    onFailure(failure) {
      setProblems(new Map(Object.entries(failure.fields)) as typeof NO_PROBLEMS)
      if (failure.reason !== 'ID_TAKEN') return withReference(failureTextOf(failure), failure.reference)
      // After this message, pressing again deliberately creates another case.
      setDraft((before) => ({ ...before, id: uuidv4() }))
      return ALREADY_PUBLISHED
    },
    toast: FAILED_TITLE,
  })
  return {
    values,
    setValues(next: (before: Intake) => Intake) {
      setProblems(NO_PROBLEMS)
      setDraft((before) => ({ ...before, values: next(before.values) }))
    },
    problems,
    /** The step the user goes to, from 0: a restored draft is shown there. */
    setLastStep: (step: number) => setDraft((before) => ({ ...before, step })),
    restoredStep,
    clear,
    submission,
  }
}

/** The response to the first try was lost, and the answers have changed since. */
const ALREADY_PUBLISHED =
  'Tu causa ya se había ingresado con tus respuestas anteriores. Revísala en tu panel antes de enviar esta como una nueva.'

import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldErrors, type Resolver, set, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { REVIEW_FIELDS_MESSAGE } from '../../../platform/errors/refusal.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { FormProgress, ProgressBar } from '../../../ui/feedback/progress.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { InitialForm } from '../schema.ts'
import { AddressStep } from './address-step.tsx'
import {
  type FieldName,
  FORM_STEPS,
  type FormValues,
  findProblems,
  firstInvalidField,
  stepOfField,
} from './form-values.ts'
import { PersonalStep } from './personal-step.tsx'
import { ProfessionalStep } from './professional-step.tsx'
import { useFormDraft } from './use-form-draft.ts'
import { useSubmission } from './use-submission.ts'

export interface ProfileFormProps {
  userId: string
  start: InitialForm
  onSent: () => void
}

const STEPS = [PersonalStep, AddressStep, ProfessionalStep] as const
const PHOTO_STEP = 0
const LAST_STEP = STEPS.length - 1
const INCOMPLETE = { title: 'Formulario incompleto', text: REVIEW_FIELDS_MESSAGE }
const BLOCKED_CLASS = 'aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-muted'

const resolver: Resolver<FormValues> = async (values) => {
  const errors: FieldErrors<FormValues> = {}
  for (const [field, message] of findProblems(values)) set(errors, field, { type: 'schema', message })
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
}

/** ONP-01 to ONP-52, ENT-06: form for the professional profile in three steps, with draft and submission. */
export function ProfileForm({ userId, start, onSent }: ProfileFormProps) {
  const { form, step, setStep, lost, restored, drop } = useFormDraft({ userId, start, resolver })
  const values = useWatch({ control: form.control }) as FormValues
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isIncomplete, setIsIncomplete] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const [hasMoved, setHasMoved] = useState(false)
  const { submit, progress, failure, clear, toasts, ...submission } = useSubmission({
    onSent(notice) {
      setIsSent(true)
      drop()
      if (notice) toast({ kind: 'error', title: 'Error Inesperado', text: notice })
      else toast({ kind: 'success', ...SUBMITTED })
      onSent()
    },
    onFailed(fields) {
      const byField = new Map(
        Object.entries(fields).map(([name, text]) => [FIELD_BY_INPUT[name] ?? name, text]),
      )
      for (const [name, text] of byField)
        if (stepOfField(name) >= 0) form.setError(name as FieldName, { message: text })
      const first = firstInvalidField(byField)
      if (first) goToField(first)
    },
  })
  const pending = submission.pending || isSent

  const currentSteps = FORM_STEPS.slice(step, step + 1)
  const problems = findProblems(values)
  const isBlocked = firstInvalidField(problems, currentSteps) !== undefined
  const { dismiss } = toasts
  // A change dismisses the errors of the last attempt; fields that are still invalid keep theirs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on changes of the form only, not on every render
  useEffect(() => {
    dismiss()
    clear()
    if (!isBlocked) setIsIncomplete(false)
  }, [values])

  const goToStep = (next: number) => {
    dismiss()
    flushSync(() => {
      setStep(next)
      setIsIncomplete(false)
      clear()
      setHasMoved(true)
    })
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }
  /** ONP-07: shows the error notice and moves to an invalid field, on whichever step it is. */
  const goToField = (field: FieldName) => {
    flushSync(() => {
      setStep(stepOfField(field))
      setIsIncomplete(true)
    })
    form.setFocus(field)
  }
  const rejectField = (field: FieldName) => {
    goToField(field)
    toasts.show(INCOMPLETE)
  }
  const goNext = async () => {
    const fields = FORM_STEPS[step]?.fields ?? []
    // Touched fields are validated on every keystroke, so that an error goes away as soon as it is corrected.
    for (const field of fields) form.setValue(field, form.getValues(field), { shouldTouch: true })
    await form.trigger(fields)
    const invalidField = firstInvalidField(findProblems(form.getValues()), currentSteps)
    if (invalidField) rejectField(invalidField)
    else goToStep(step + 1)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    dismiss()
    clear()
    if (step < LAST_STEP) return void goNext()
    void form.handleSubmit(
      (whole) => submit(whole),
      () => {
        const invalidField = firstInvalidField(findProblems(form.getValues()))
        if (invalidField) rejectField(invalidField)
      },
    )()
  }
  const cancel = async () => {
    const wasDirty = form.formState.isDirty
    await navigate('/dashboard')
    // ROU-27: without a profile, /dashboard redirects back to this form, so explain why nothing happened.
    if (!heading.current) return
    goToStep(0)
    toast({ kind: 'info', ...(wasDirty ? DRAFT_KEPT : PROFILE_NEEDED) })
  }

  const Step = STEPS[step] ?? PersonalStep
  const isPhotoLost = lost.avatar && !values.avatar
  return (
    <form method="post" noValidate onSubmit={handleSubmit} className="grid grid-cols-[minmax(0,1fr)]">
      <h1 ref={heading} tabIndex={-1} className="text-h2 outline-none">
        {FORM_STEPS[step]?.title}
      </h1>
      <div className="mt-3">
        <FormProgress step={step + 1} of={STEPS.length} />
      </div>
      <div className="grid gap-3 not-empty:mt-6">
        {start.returned && (
          <Notice kind="accent" title="El equipo te pidió corregir lo siguiente:">
            <p className="whitespace-pre-line wrap-anywhere">{start.returned.reason}</p>
          </Notice>
        )}
        {restored && (!hasMoved || isPhotoLost) && (
          <Notice
            live
            action={
              isPhotoLost &&
              step !== PHOTO_STEP && (
                <Button size="sm" disabled={pending} onClick={() => goToStep(PHOTO_STEP)}>
                  Elegir mi foto
                </Button>
              )
            }
          >
            {DRAFT_RESTORED}
            {isPhotoLost && ' Tu foto de perfil no se guarda al cargar la página de nuevo.'}
          </Notice>
        )}
        {isIncomplete && (
          <Notice kind="danger" live title={INCOMPLETE.title}>
            {INCOMPLETE.text}
          </Notice>
        )}
      </div>
      <div inert={pending} className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-6">
        <Step form={form} start={start} lost={lost} />
      </div>
      <div className="mt-8 grid gap-5 border-t border-line pt-6">
        {failure && (
          <Notice kind="danger" title="Error Inesperado">
            {failure.message}
          </Notice>
        )}
        {progress && <ProgressBar {...progress} />}
        <div className="flex flex-wrap items-center gap-3 max-md:*:flex-1 md:justify-end">
          <Button
            variant="quiet"
            disabled={pending}
            onMouseDown={keepFocus}
            onClick={cancel}
            className={pending ? 'md:mr-auto' : 'md:mr-auto md:-ml-4.5'}
          >
            Cancelar
          </Button>
          {step > 0 && (
            <Button
              key={`back ${step}`}
              data-leads-on=""
              disabled={pending}
              onMouseDown={keepFocus}
              onClick={() => goToStep(step - 1)}
            >
              Anterior
            </Button>
          )}
          <SubmitButton
            // A new button per step, so that a double click on «Siguiente» does not submit the form.
            key={step}
            pending={pending}
            pendingLabel={progress?.label}
            aria-disabled={step < LAST_STEP && isBlocked}
            onMouseDown={keepFocus}
            onClick={(event) => event.currentTarget.focus()}
            className={`max-md:order-first max-md:min-w-full ${step < LAST_STEP && isBlocked ? BLOCKED_CLASS : ''}`}
          >
            {step < LAST_STEP ? 'Siguiente' : 'Enviar a Revisión'}
          </SubmitButton>
        </div>
      </div>
    </form>
  )
}

/**
 * Keeps the focus in the field until the click. Losing it on mouse down may add an error line that moves the
 * button away from under the pointer.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Input fields that have another name in this form. */
const FIELD_BY_INPUT: Record<string, FieldName> = { idCardKey: 'idCard', location: 'location.commune' }

const DRAFT_RESTORED = 'Recuperamos lo que habías escrito.'

/** Toast after the submission (ONP-52). */
const SUBMITTED = {
  title: 'Perfil Enviado',
  text: 'Tus datos han sido enviados para verificación. Te notificaremos pronto.',
}
const DRAFT_KEPT = {
  title: 'Tu avance queda guardado',
  text: 'Tu panel se abre cuando envíes tu perfil. Puedes seguir aquí cuando quieras.',
}
const PROFILE_NEEDED = {
  title: 'Falta tu perfil profesional',
  text: 'Tu panel se abre cuando envíes tu perfil a revisión.',
}

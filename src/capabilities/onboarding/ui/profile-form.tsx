import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldErrors, type Resolver, set, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { REVIEW_FIELDS } from '../../../platform/errors/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FormProgress, ProgressBar } from '../../../ui/progress.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import type { FormStart } from '../schema.ts'
import { AddressStep } from './address-step.tsx'
import {
  type FieldName,
  FORM_STEPS,
  type FormValues,
  firstProblem,
  problemsOf,
  stepOf,
} from './form-values.ts'
import { PersonalStep } from './personal-step.tsx'
import { ProfessionalStep } from './professional-step.tsx'
import { useFormDraft } from './use-form-draft.ts'
import { type SubmissionFailure, useSubmission } from './use-submission.ts'

export interface ProfileFormProps {
  userId: string
  start: FormStart
  /** The profile is with the team. */
  onSent: () => void
}

const STEPS = [PersonalStep, AddressStep, ProfessionalStep] as const
const PHOTO_STEP = 0
const LAST = STEPS.length - 1
const INCOMPLETE = { title: 'Formulario incompleto', text: REVIEW_FIELDS }
const BLOCKED = 'aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-muted'

const resolver: Resolver<FormValues> = async (values) => {
  const errors: FieldErrors<FormValues> = {}
  for (const [field, message] of problemsOf(values)) set(errors, field, { type: 'schema', message })
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
}

/** ONP-01 to ONP-52, ENT-06: the professional profile in three steps, from the first letter to the team. */
export function ProfileForm({ userId, start, onSent }: ProfileFormProps) {
  const { form, step, setStep, lost, restored, drop } = useFormDraft({ userId, start, resolver })
  const values = useWatch({ control: form.control }) as FormValues
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [incomplete, setIncomplete] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [sent, setSent] = useState(false)
  const [moved, setMoved] = useState(false)
  const { progress, submit } = useSubmission()
  const failed = useFailureToast()
  const pending = progress !== null || sent

  const here = FORM_STEPS.slice(step, step + 1)
  const problems = problemsOf(values)
  const blocked = firstProblem(problems, here) !== undefined
  const { takeBack } = failed
  // Who mends something has read what was said of the last try; what is still wrong stands beside its field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change of the form, not whenever it is drawn
  useEffect(() => {
    takeBack()
    setFailure(undefined)
    if (!blocked) setIncomplete(false)
  }, [values])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the step is right again, not whenever it is drawn
  useEffect(() => {
    if (blocked) return
    setIncomplete(false)
    takeBack()
  }, [blocked])

  const go = (next: number) => {
    takeBack()
    flushSync(() => {
      setStep(next)
      setIncomplete(false)
      setFailure(undefined)
      setMoved(true)
    })
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }
  /** ONP-07: says so, and goes to the first wrong field, wherever it is. */
  const point = (field: FieldName) => {
    flushSync(() => {
      setStep(stepOf(field))
      setIncomplete(true)
    })
    form.setFocus(field)
  }
  const refuse = (field: FieldName) => {
    point(field)
    failed.say(INCOMPLETE)
  }
  const next = async () => {
    const fields = FORM_STEPS[step]?.fields ?? []
    // Looked at from now on: an error goes with the letter that mends it.
    for (const field of fields) form.setValue(field, form.getValues(field), { shouldTouch: true })
    await form.trigger(fields)
    const wrong = firstProblem(problemsOf(form.getValues()), here)
    if (wrong) refuse(wrong)
    else go(step + 1)
  }
  const send = async (whole: FormValues) => {
    const outcome = await submit(whole)
    if (!outcome) return
    if (!outcome.sent) return showFailure(outcome.failure)
    setSent(true)
    drop()
    if (outcome.notice) toast({ kind: 'error', title: 'Error Inesperado', text: outcome.notice })
    else toast({ kind: 'success', ...SENT })
    onSent()
  }
  const showFailure = ({ message, fields }: SubmissionFailure) => {
    const named = new Map(Object.entries(fields).map(([name, text]) => [FIELD_OF[name] ?? name, text]))
    for (const [name, text] of named)
      if (stepOf(name) >= 0) form.setError(name as FieldName, { message: text })
    const first = firstProblem(named)
    if (first) point(first)
    setFailure(message)
    failed.say({ title: 'Error Inesperado', text: message })
  }
  const press = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    takeBack()
    setFailure(undefined)
    if (step < LAST) return void next()
    void form.handleSubmit(send, () => {
      const wrong = firstProblem(problemsOf(form.getValues()))
      if (wrong) refuse(wrong)
    })()
  }
  const cancel = async () => {
    const typed = form.formState.isDirty
    await navigate('/dashboard')
    // ROU-27: the panel of whoever has no profile yet is this form. It says so, instead of seeming dead.
    if (!heading.current) return
    go(0)
    toast({ kind: 'info', ...(typed ? KEPT : NEEDED) })
  }

  const Step = STEPS[step] ?? PersonalStep
  const isPhotoLost = lost.avatar && !values.avatar
  return (
    <form method="post" noValidate onSubmit={press} className="grid grid-cols-[minmax(0,1fr)]">
      <h1 ref={heading} tabIndex={-1} className="text-h2 outline-none">
        {FORM_STEPS[step]?.title}
      </h1>
      <div className="mt-3">
        <FormProgress step={step + 1} of={STEPS.length} />
      </div>
      <Notices>
        {start.returned && (
          <Notice kind="accent" title="El equipo te pidió corregir lo siguiente:">
            <p className="whitespace-pre-line wrap-anywhere">{start.returned.reason}</p>
          </Notice>
        )}
        {restored && (!moved || isPhotoLost) && (
          <Notice
            live
            action={
              isPhotoLost &&
              step !== PHOTO_STEP && (
                <Button size="sm" disabled={pending} onClick={() => go(PHOTO_STEP)}>
                  Elegir mi foto
                </Button>
              )
            }
          >
            {RESTORED}
            {isPhotoLost && ' Tu foto de perfil no se guarda al cargar la página de nuevo.'}
          </Notice>
        )}
        {incomplete && (
          <Notice kind="danger" live title={INCOMPLETE.title}>
            {INCOMPLETE.text}
          </Notice>
        )}
      </Notices>
      <div inert={pending} className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-6">
        <Step form={form} start={start} lost={lost} />
      </div>
      <div className="mt-8 grid gap-5 border-t border-line pt-6">
        {failure && (
          <Notice kind="danger" title="Error Inesperado">
            {failure}
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
              onClick={() => go(step - 1)}
            >
              Anterior
            </Button>
          )}
          <SubmitButton
            // Each step's own: a second press of «Siguiente» must not send.
            key={step}
            pending={pending}
            pendingLabel={progress?.label}
            aria-disabled={step < LAST && blocked}
            onMouseDown={keepFocus}
            onClick={(event) => event.currentTarget.focus()}
            className={`max-md:order-first max-md:min-w-full ${step < LAST && blocked ? BLOCKED : ''}`}
          >
            {step < LAST ? 'Siguiente' : 'Enviar a Revisión'}
          </SubmitButton>
        </div>
      </div>
    </form>
  )
}

/**
 * A field that is left may get a line of error under it, and the button would move away from under the pointer that is
 * pressing it: the field is left with the click.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Fields of the input that this form calls otherwise. */
const FIELD_OF: Record<string, FieldName> = { idCardKey: 'idCard', location: 'location.commune' }

const RESTORED = 'Recuperamos lo que habías escrito.'

/** ONP-52. */
const SENT = {
  title: 'Perfil Enviado',
  text: 'Tus datos han sido enviados para verificación. Te notificaremos pronto.',
}
const KEPT = {
  title: 'Tu avance queda guardado',
  text: 'Tu panel se abre cuando envíes tu perfil. Puedes seguir aquí cuando quieras.',
}
const NEEDED = {
  title: 'Falta tu perfil profesional',
  text: 'Tu panel se abre cuando envíes tu perfil a revisión.',
}

/** No gap where nothing is said. */
function Notices({ children }: { children: ReactNode }) {
  return <div className="grid gap-3 not-empty:mt-6">{children}</div>
}

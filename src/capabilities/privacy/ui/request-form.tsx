import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { useUploadOnce } from '../../../site/forms/use-upload-once.ts'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { useLocationState } from '../../../ui/boot/use-location-state.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx'
import { focusFirstInvalid } from '../../../ui/fields/focus-first-invalid.ts'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import type { PrivacyContract } from '../contract.ts'
import { privacyQueries } from '../queries.ts'
import { OWN_PLACES, type OwnPlace, requestProblems, subjectsOf } from '../request-rules.ts'
import { MESSAGES, REQUEST_KINDS, type RequestKind } from '../schema.ts'
import { CAUSES } from './request-causes.ts'
import { type DraftValues, type PrefilledRequest, useRequestDraft } from './request-draft.ts'
import { DetailsStep, SubjectStep } from './request-steps.tsx'

type Step = 'kind' | 'subject' | 'details'

const stepsOf = (kind: RequestKind | null, hasSubjects: boolean): Step[] =>
  kind !== null && !hasSubjects ? ['kind', 'details'] : ['kind', 'subject', 'details']

/** Fields of each step, so that a problem is shown where it can be mended. */
const STEP_FIELDS: Readonly<Record<Step, readonly string[]>> = {
  kind: ['kind'],
  subject: ['about', 'objectId', 'newValue'],
  details: ['cause', 'details', 'fileKeys'],
}

const titleOf = (step: Step, kind: RequestKind | null): string => {
  if (step === 'kind') return '¿Qué quieres pedir?'
  if (step === 'subject') return '¿Sobre qué dato?'
  return kind !== null && CAUSES[kind] ? '¿Por qué lo pides?' : 'Cuéntanos más'
}

/** What a kind means, where its name does not say it. */
const EXPLANATIONS: Readonly<Partial<Record<string, string>>> = {
  bloquear: 'Dejamos de usar este dato mientras lo revisamos.',
}

/** DAT-10 to DAT-12: «Hacer una solicitud», one question a step. */
export function RequestForm() {
  const { kind = null, details } = useLocationState<PrefilledRequest>() ?? {}
  // A draft is read after hydration, because the server has none.
  const isHydrated = useHydrated()
  const prefilled = details === undefined ? null : { kind, details }
  return <Steps key={String(isHydrated)} isHydrated={isHydrated} prefilled={prefilled} />
}

function Steps({ prefilled, isHydrated }: { prefilled: PrefilledRequest | null; isHydrated: boolean }) {
  const user = useSessionUser()
  const role = user?.role ?? null
  const { values, change, drop } = useRequestDraft(user?.id ?? '', prefilled, isHydrated)
  const [files, setFiles] = useState<File[]>([])
  const [step, setStep] = useState<Step>('kind')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const { upload, forget } = useUploadOnce()
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const shownStep = useRef(step)
  const subjects = values.kind === null ? [] : subjectsOf(values.kind, role)
  const steps = stepsOf(values.kind, subjects.length > 0)
  const at = steps.indexOf(step)

  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    heading.current?.focus()
    scrollTo({ top: 0 })
  }, [step])
  useEffect(() => {
    if (Object.keys(problems).length > 0) focusFirstInvalid(form.current)
  }, [problems])

  const send = async (kind: RequestKind) => {
    const { requestId, about, objectId, cause, newValue, details } = values
    const fileKeys: string[] = []
    for (const file of files) fileKeys.push(await upload('evidencia', file))
    return rpc<PrivacyContract>('privacy').sendRequest({
      ...{ requestId, kind, about, objectId, cause, newValue, details, fileKeys },
    })
  }
  const { submit, pending, failure, clear } = useSubmit(send, {
    async onDone(request) {
      drop()
      const queries = privacyQueries()
      client.setQueryData(queries.request.queryKey({ input: { requestId: request.id } }), request)
      void client.invalidateQueries({ queryKey: queries.requests.key() })
      await navigate(`/mis-datos/solicitud/${request.id}`, { replace: true })
    },
    onFailure: (failed) => (failed.status === 0 ? MESSAGES.offline : failureTextOf(failed)),
    onShown(failed) {
      if (failed.fields.fileKeys) for (const file of files) forget(file)
      setProblems(failed.fields)
      const wrong = steps.find((one) => STEP_FIELDS[one].some((field) => failed.fields[field]))
      if (wrong) setStep(wrong)
    },
  })

  const goOn = (event: FormEvent) => {
    event.preventDefault()
    if (values.kind === null) return setProblems({ kind: MESSAGES.kindMissing })
    const found = requestProblems({ ...values, kind: values.kind }, role)
    const here = Object.fromEntries(
      Object.entries(found).filter(([field]) => STEP_FIELDS[step].includes(field)),
    )
    setProblems(here)
    if (Object.keys(here).length > 0) return
    const next = steps[at + 1]
    if (next) setStep(next)
    else void submit(values.kind)
  }
  const set = (part: Partial<DraftValues>) => {
    setProblems({})
    clear()
    change(part)
  }

  return (
    <div className="max-w-160 pt-6 pb-14 md:pt-8 md:pb-18">
      <StepBack
        onBack={
          at > 0
            ? () => {
                setProblems({})
                setStep(steps[at - 1] ?? 'kind')
              }
            : null
        }
      />
      <p className="mt-2 text-small text-muted">{`Paso ${at + 1} de ${steps.length}`}</p>
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        {titleOf(step, values.kind)}
      </h1>
      <p className="mt-2 text-muted">La respuesta es gratis y llega por escrito.</p>
      <form ref={form} method="post" noValidate onSubmit={goOn} className="mt-5 grid gap-5">
        <ErrorSummary
          problems={Object.fromEntries(STEP_FIELDS[step].map((field) => [field, problems[field]]))}
        />
        {step === 'kind' && (
          <RadioGroup
            label="Elige una opción"
            options={Object.entries(REQUEST_KINDS).map(([value, label]) => ({
              value,
              label,
              text: EXPLANATIONS[value],
            }))}
            value={values.kind}
            error={problems.kind}
            onChange={(kind) =>
              set({ kind: kind as RequestKind, about: null, objectId: null, cause: null, newValue: '' })
            }
          />
        )}
        {step === 'subject' && values.kind && (
          <SubjectStep subjects={subjects} values={values} problems={problems} change={set} />
        )}
        {step === 'details' && values.kind && (
          <DetailsStep values={values} problems={problems} change={set} files={files} onFiles={setFiles} />
        )}
        <OwnPlaceNotice place={placeOf(step, values, subjects)} />
        {failure && Object.keys(failure.fields).length === 0 && (
          <Notice kind="danger" live>
            {failure.message}
          </Notice>
        )}
        <SubmitButton pending={pending} className="max-md:w-full md:justify-self-start">
          {at === steps.length - 1 ? 'Enviar solicitud' : 'Continuar'}
        </SubmitButton>
      </form>
    </div>
  )
}

function placeOf(
  step: Step,
  { kind, about }: DraftValues,
  subjects: ReturnType<typeof subjectsOf>,
): OwnPlace | undefined {
  if (kind === null || step === 'details') return undefined
  if (step === 'kind') return OWN_PLACES[kind]
  return subjects.find(({ value }) => value === about)?.place
}

/** DAT-10: first what one can do alone. */
function OwnPlaceNotice({ place }: { place: OwnPlace | undefined }) {
  if (!place) return null
  return (
    <Notice>
      Puedes hacerlo ahora en <Link to={place.to}>{place.label}</Link>.
    </Notice>
  )
}

function StepBack({ onBack }: { onBack: (() => void) | null }) {
  return (
    <TextLink
      to="/mis-datos#solicitudes"
      className="text-muted"
      onClick={(event) => {
        if (!onBack) return
        event.preventDefault()
        onBack()
      }}
    >
      <ArrowLeft aria-hidden="true" className="size-4.5" />
      Volver
    </TextLink>
  )
}

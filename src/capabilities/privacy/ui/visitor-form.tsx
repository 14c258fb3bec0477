import { ArrowLeft } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { toStoredPhone } from '../../../chile/phone.ts'
import { uuidv4 } from '../../../input/ids.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx'
import { focusFirstInvalid } from '../../../ui/fields/focus-first-invalid.ts'
import type { PrivacyContract } from '../contract.ts'
import { MESSAGES } from '../schema.ts'
import {
  type SendVisitorRequestInput,
  sendVisitorRequestInput,
  VISITOR_MESSAGES,
  visitorProblems,
} from '../visitor-schema.ts'
import { VisitorCode } from './visitor-code.tsx'
import { useVisitorDraft, type VisitorDraft } from './visitor-draft.ts'
import { VISITOR_STEPS } from './visitor-steps.tsx'

export const VISITOR_TITLE = 'Pide por tus datos'

/** /solicitud-de-datos (DAT-23): one question a step, then the code of the mailbox. */
export function VisitorForm() {
  // A draft is read after hydration, because the server has none.
  return <Steps key={String(useHydrated())} />
}

const inputOf = ({ isSent: _, datum, ...values }: VisitorDraft) => ({
  ...values,
  datum: values.datumKind === 'phone' ? toStoredPhone(datum) : datum,
})

/** Problems of the whole form, by field: those of the schema first. */
function problemsOf(values: VisitorDraft): Record<string, string> {
  const input = inputOf(values)
  const parsed = sendVisitorRequestInput.safeParse(input)
  const problems: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) problems[String(path[0])] ??= message
  const { kind, datumKind } = input
  if (kind === null || datumKind === null) return problems
  const details = input.details.trim()
  return { ...visitorProblems({ ...input, kind, datumKind, details }), ...problems }
}

function Steps() {
  const { values, change, drop } = useVisitorDraft()
  const [at, setAt] = useState(0)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const place = values.isSent ? VISITOR_STEPS.length : at
  const shownPlace = useRef(place)
  const step = VISITOR_STEPS[at]

  useEffect(() => {
    if (shownPlace.current === place) return
    shownPlace.current = place
    heading.current?.focus()
    scrollTo({ top: 0 })
  }, [place])
  useEffect(() => {
    if (Object.keys(problems).length > 0) focusFirstInvalid(form.current)
  }, [problems])

  const send = () =>
    // Checked before it is sent.
    rpc<PrivacyContract>('privacy').sendVisitorRequest(inputOf(values) as SendVisitorRequestInput)
  const { submit, pending, failure, clear } = useSubmit(send, {
    onDone: () => change({ isSent: true }),
    onFailure: (failed) => (failed.status === 0 ? MESSAGES.offline : failed.message),
    onShown(failed) {
      setProblems(failed.fields)
      const wrong = VISITOR_STEPS.findIndex(({ fields }) => fields.some((field) => failed.fields[field]))
      if (wrong >= 0) setAt(wrong)
    },
    forVisitors: true,
  })

  const goOn = (event: FormEvent) => {
    event.preventDefault()
    const found = Object.entries(problemsOf(values)).filter(([field]) => step?.fields.includes(field))
    setProblems(Object.fromEntries(found))
    if (found.length > 0) return
    if (at < VISITOR_STEPS.length - 1) setAt(at + 1)
    else void submit()
  }
  const set = (part: Partial<VisitorDraft>) => {
    setProblems({})
    clear()
    change(part)
  }
  const back = () => {
    setProblems({})
    clear()
    // What was sent stays as it is, unconfirmed: a corrected request is another one.
    if (values.isSent) change({ isSent: false, requestId: uuidv4() })
    else setAt(at - 1)
  }

  return (
    <div className="max-w-160 pt-8 pb-14 md:pt-12 md:pb-18">
      <h1>{VISITOR_TITLE}</h1>
      <p className="mt-2 text-muted">
        Para quienes no tienen cuenta en Amparo. La respuesta es gratis y llega por escrito a tu correo.
      </p>
      {at === 0 && !values.isSent && <AccountNotice />}
      {(at > 0 || values.isSent) && (
        <button
          type="button"
          onClick={back}
          className="mt-3 -mb-2 inline-flex min-h-11 items-center gap-1.5 font-semibold text-muted hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="size-4.5" />
          {values.isSent ? 'Corregir la solicitud' : 'Volver'}
        </button>
      )}
      <p className="mt-5 text-small text-muted">{`Paso ${place + 1} de ${VISITOR_STEPS.length + 1}`}</p>
      <StepTitle heading={heading}>{values.isSent ? 'Confirma tu correo' : step?.title}</StepTitle>
      {values.isSent ? (
        <VisitorCode requestId={values.requestId} email={values.email} onFiled={drop} />
      ) : (
        <form ref={form} method="post" noValidate onSubmit={goOn} className="mt-4 grid gap-5">
          <ErrorSummary problems={problems} />
          {step && <step.Fields values={values} problems={problems} change={set} />}
          {failure && Object.keys(failure.fields).length === 0 && (
            <Notice kind="danger" live>
              {failure.message}
            </Notice>
          )}
          <SubmitButton
            pending={pending}
            pendingLabel="Enviando el código…"
            className="max-md:w-full md:justify-self-start"
          >
            {at === VISITOR_STEPS.length - 1 ? 'Enviar código' : 'Continuar'}
          </SubmitButton>
        </form>
      )}
      {!values.isSent && at === 2 && (
        <p className="mt-6 text-small text-muted">{VISITOR_MESSAGES.neverSearched}</p>
      )}
    </div>
  )
}

const StepTitle = ({
  heading,
  children,
}: {
  heading: RefObject<HTMLHeadingElement | null>
  children: string | undefined
}) => (
  <h2 ref={heading} tabIndex={-1} className="outline-none">
    {children}
  </h2>
)

/** With an account everything is at hand, without a code. */
function AccountNotice() {
  const user = useSessionUser()
  return (
    <Notice className="mt-5">
      {user ? 'Ya entraste a tu cuenta: ' : '¿Tienes una cuenta? '}
      <Link to="/mis-datos#solicitudes">
        {user ? 'haz tu solicitud en Tus datos' : 'Entra y pide en Tus datos'}
      </Link>
      .
    </Notice>
  )
}

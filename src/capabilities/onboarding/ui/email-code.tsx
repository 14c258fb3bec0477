import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Failure, rpc } from '../../../platform/rpc/client.ts'
import { announceSessionChange } from '../../../platform/session/session-events.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { OtpField } from '../../../ui/fields/otp-field.tsx'
import type { OnboardingContract } from '../contract.ts'
import { onboardingQueries } from '../queries.ts'
import { CODE_DIGITS, CODE_NOT_SENT } from '../rules.ts'
import { ResendCode, SpamFolderHint } from './resend-code.tsx'
import { useCountdown } from './use-countdown.ts'

const api = () => rpc<OnboardingContract>('onboarding')
const codeState = () => onboardingQueries(api()).codeState

/** Interval of checking whether a retry of a failed delivery has succeeded. */
const DELIVERY_POLL_MS = 5_000

/** ONV-02 to ONV-12: sends the code by e-mail and verifies it. */
export function EmailCode({ email, onVerified }: { email: string; onVerified: () => void }) {
  const { data: state, dataUpdatedAt } = useQuery(
    codeState().queryOptions({
      // After a failed first attempt the server retries; the input appears once a retry succeeds.
      refetchInterval: ({ state: { data } }) => (data?.delivery === 'failed' ? DELIVERY_POLL_MS : false),
    }),
  )
  const client = useQueryClient()
  const hydrated = useHydrated()
  const secondsLeft = useCountdown(state?.resendIn ?? 0, dataUpdatedAt)
  const field = useRef<HTMLInputElement>(null)
  const { revalidate } = useRevalidator()
  const [sendCount, setSendCount] = useState(0)
  const showsInput = state?.delivery === 'sent' || state?.delivery === 'pending'
  // In an effect, since the field may not be rendered yet when the code is sent.
  useEffect(() => {
    if (sendCount > 0 && showsInput) field.current?.focus()
  }, [sendCount, showsInput])
  const { submit, pending, failure } = useSubmit(() => api().sendCode(), {
    onDone({ resendIn }) {
      client.setQueryData(codeState().queryKey(), { delivery: 'sent', resendIn })
      toast({
        kind: 'success',
        title: 'Código enviado',
        text: 'Revisa tu correo e ingresa el código de 6 dígitos.',
      })
      setSendCount((count) => count + 1)
    },
    onFailure(failed) {
      void client.invalidateQueries({ queryKey: codeState().key() })
      // The address was verified in another tab: the route guard redirects.
      if (failed.status === 409) void revalidate()
      return failureTextOf(failed, sendFailureText(failed))
    },
  })

  if (showsInput)
    return (
      <CodeForm
        email={email}
        field={field}
        resend={{ secondsLeft, pending, problem: failure?.message, request: submit }}
        onVerified={onVerified}
      />
    )
  return (
    <div className="grid gap-5">
      <p>
        Te enviaremos un código de {CODE_DIGITS} dígitos a <strong className="wrap-anywhere">{email}</strong>.
        Vence en 15 minutos.
      </p>
      {failure && <Notice kind="danger">{failure.message}</Notice>}
      <Button
        variant="primary"
        size="lg"
        block
        pending={pending}
        pendingLabel="Enviando el código…"
        disabled={!hydrated || secondsLeft > 0}
        onClick={() => submit()}
      >
        {secondsLeft > 0 ? `Reenviar en ${secondsLeft} s` : 'Enviar código'}
      </Button>
      <SpamFolderHint />
    </div>
  )
}

/** ONV-09, ONV-10: the server's text for a refusal, and «not sent» for faults and a lost connection. */
const sendFailureText = ({ status, message }: Failure) =>
  status === 0 || status >= 500 ? CODE_NOT_SENT : message

interface CodeFormProps {
  email: string
  field: RefObject<HTMLInputElement | null>
  resend: { secondsLeft: number; pending: boolean; problem: string | undefined; request: () => void }
  onVerified: () => void
}

function CodeForm({ email, field, resend, onVerified }: CodeFormProps) {
  const [code, setCode] = useState('')
  const titleId = useId()
  const { revalidate } = useRevalidator()
  const { submit, pending, failure, clear } = useSubmit(() => api().verifyCode({ code }), {
    onDone() {
      toast({ kind: 'success', title: '¡Email verificado!', text: 'Ahora completa tu perfil profesional.' })
      announceSessionChange()
      onVerified()
    },
    onFailure(failed) {
      field.current?.select()
      if (failed.status === 409 || failed.status === 403) void revalidate()
      return failureTextOf(failed, failed.fields.code ?? failed.message)
    },
    toast: 'Error de verificación',
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === CODE_DIGITS) void submit()
  }

  return (
    <form method="post" noValidate onSubmit={handleSubmit} aria-labelledby={titleId} className="grid gap-5">
      <p id={titleId}>
        Ingresa el código de {CODE_DIGITS} dígitos que enviamos a{' '}
        <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <OtpField
        ref={field}
        name="code"
        label="Código de verificación"
        value={code}
        onChange={(digits) => {
          setCode(digits)
          clear()
        }}
        length={CODE_DIGITS}
        error={failure?.message}
        required
      />
      <SubmitButton
        size="lg"
        block
        pending={pending}
        pendingLabel="Verificando el código…"
        disabled={code.length < CODE_DIGITS}
      >
        Verificar
      </SubmitButton>
      {resend.problem && <Notice kind="danger">{resend.problem}</Notice>}
      <ResendCode
        secondsLeft={resend.secondsLeft}
        pending={resend.pending}
        onPress={() => {
          setCode('')
          clear()
          resend.request()
        }}
      />
    </form>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Failure, failureOf, rpc } from '../../../platform/rpc/client.ts'
import { announceSessionChange } from '../../../platform/session/session-events.ts'
import { failureTextOf } from '../../../site/forms/show-failure.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import { OtpField } from '../../../ui/fields/otp-field.tsx'
import type { OnboardingContract } from '../contract.ts'
import { onboardingQueries } from '../queries.ts'
import { CODE_DIGITS, MESSAGES } from '../schema.ts'
import { useCountdown } from './use-countdown.ts'

const queries = () => onboardingQueries(rpc<OnboardingContract>('onboarding'))

/** Interval of checking whether a retry of a failed delivery has succeeded. */
const DELIVERY_POLL_MS = 5_000

/** ONV-02 to ONV-12: sends the code by e-mail and verifies it. */
export function EmailCode({ email, onVerified }: { email: string; onVerified: () => void }) {
  const { data: state, dataUpdatedAt } = useQuery(
    queries().codeState.queryOptions({
      // After a failed first attempt the server retries; the input appears once a retry succeeds.
      refetchInterval: ({ state: { data } }) => (data?.delivery === 'failed' ? DELIVERY_POLL_MS : false),
    }),
  )
  const client = useQueryClient()
  const secondsLeft = useCountdown(state?.resendIn ?? 0, dataUpdatedAt)
  const field = useRef<HTMLInputElement>(null)
  const failureToast = useFailureToast()
  const { revalidate } = useRevalidator()
  const [problem, setProblem] = useState<string>()
  const [sendCount, setSendCount] = useState(0)
  const showsInput = state?.delivery === 'sent' || state?.delivery === 'pending'
  // In an effect, since the field may not be rendered yet when the code is sent.
  useEffect(() => {
    if (sendCount > 0 && showsInput) field.current?.focus()
  }, [sendCount, showsInput])
  const send = useMutation({
    ...queries().sendCode.mutationOptions(),
    onMutate: () => {
      failureToast.dismiss()
      setProblem(undefined)
    },
    onSuccess: async ({ resendIn }) => {
      client.setQueryData(queries().codeState.queryKey(), { delivery: 'sent', resendIn })
      toast({
        kind: 'success',
        title: 'Código enviado',
        text: 'Revisa tu correo e ingresa el código de 6 dígitos.',
      })
      setSendCount((count) => count + 1)
    },
    onError: async (error) => {
      const failure = failureOf(error)
      setProblem(failureTextOf(failure, sendFailureText(failure)))
      failureToast.show({ text: failureTextOf(failure, sendFailureText(failure)) })
      await client.invalidateQueries({ queryKey: queries().codeState.key() })
      // The address was verified in another tab: the route guard redirects.
      if (failure.status === 409) await revalidate()
    },
  })

  if (showsInput)
    return (
      <CodeForm
        email={email}
        field={field}
        resend={{ secondsLeft, pending: send.isPending, problem, request: () => send.mutate(undefined) }}
        onVerified={onVerified}
      />
    )
  return (
    <div className="grid gap-5">
      <p>
        Te enviaremos un código de {CODE_DIGITS} dígitos a <strong className="wrap-anywhere">{email}</strong>.
        Vence en 15 minutos.
      </p>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <SendButton secondsLeft={secondsLeft} pending={send.isPending} onSend={() => send.mutate(undefined)} />
      <SpamFolderHint />
    </div>
  )
}

/** ONV-09, ONV-10: the server's text for a refusal, and «not sent» for faults and a lost connection. */
const sendFailureText = ({ status, message }: Failure) =>
  status === 0 || status >= 500 ? MESSAGES.notSent : message

function SendButton({
  secondsLeft,
  pending,
  onSend,
}: {
  secondsLeft: number
  pending: boolean
  onSend: () => void
}) {
  const hydrated = useHydrated()
  return (
    <Button
      variant="primary"
      size="lg"
      block
      pending={pending}
      pendingLabel="Enviando el código…"
      disabled={!hydrated || secondsLeft > 0}
      onClick={onSend}
    >
      {secondsLeft > 0 ? `Reenviar en ${secondsLeft} s` : 'Enviar código'}
    </Button>
  )
}

function SpamFolderHint() {
  return (
    <p className="text-small text-muted">¿No lo encuentras? Revisa las carpetas de Promociones y Spam.</p>
  )
}

interface CodeFormProps {
  email: string
  field: RefObject<HTMLInputElement | null>
  resend: { secondsLeft: number; pending: boolean; problem: string | undefined; request: () => void }
  onVerified: () => void
}

function CodeForm({ email, field, resend, onVerified }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const titleId = useId()
  const failureToast = useFailureToast()
  const { revalidate } = useRevalidator()
  const verify = useMutation(queries().verifyCode.mutationOptions())

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.length < CODE_DIGITS || verify.isPending) return
    failureToast.dismiss()
    setWrong(undefined)
    try {
      await verify.mutateAsync({ code })
      toast({ kind: 'success', title: '¡Email verificado!', text: 'Ahora completa tu perfil profesional.' })
      announceSessionChange()
      onVerified()
    } catch (error) {
      const failure = failureOf(error)
      const text = failureTextOf(failure, failure.fields.code ?? failure.message)
      setWrong(text)
      failureToast.show({ title: 'Error de verificación', text })
      field.current?.focus()
      if (failure.status === 409 || failure.status === 403) await revalidate()
    }
  }

  return (
    <form method="post" noValidate onSubmit={submit} aria-labelledby={titleId} className="grid gap-5">
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
          setWrong(undefined)
        }}
        length={CODE_DIGITS}
        error={wrong}
        required
      />
      <SubmitButton
        size="lg"
        block
        pending={verify.isPending}
        pendingLabel="Verificando el código…"
        disabled={code.length < CODE_DIGITS}
      >
        Verificar
      </SubmitButton>
      {resend.problem && <Notice kind="danger">{resend.problem}</Notice>}
      <div className="grid gap-1 border-t border-line pt-3">
        <button
          type="button"
          disabled={resend.secondsLeft > 0}
          aria-disabled={resend.pending}
          onClick={() => {
            if (resend.pending) return
            setCode('')
            setWrong(undefined)
            resend.request()
          }}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-primary-ink tabular-nums enabled:hover:underline disabled:font-medium disabled:text-muted"
        >
          {resend.pending
            ? 'Enviando el código…'
            : resend.secondsLeft > 0
              ? `Reenviar en ${resend.secondsLeft} s`
              : '¿No recibiste el código? Reenviar'}
        </button>
        <SpamFolderHint />
      </div>
    </form>
  )
}

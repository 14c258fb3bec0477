import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Failure, failureOf, rpc } from '../../../platform/rpc/client.ts'
import { sessionChanged } from '../../../platform/rpc/session-change.ts'
import { Button } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { Notice } from '../../../ui/notice.tsx'
import { OtpField } from '../../../ui/otp-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { sayingOf } from '../../accounts/ui/show-failure.ts'
import type { OnboardingContract } from '../contract.ts'
import { onboardingQueries } from '../queries.ts'
import { CODE_DIGITS, MESSAGES } from '../schema.ts'
import { useCountdown } from './use-countdown.ts'

const calls = () => onboardingQueries(rpc<OnboardingContract>('onboarding'))

/** How often a mail that could not be handed over yet is asked about, milliseconds. */
const ASK_AGAIN = 5_000

/** ONV-02 to ONV-12: sends the code, takes it and moves the lawyer on. */
export function EmailCode({ email, onVerified }: { email: string; onVerified: () => void }) {
  const { data: state, dataUpdatedAt } = useQuery(
    calls().codeState.queryOptions({
      // A first try that failed is followed by others: the input comes when one of them succeeds.
      refetchInterval: ({ state: { data } }) => (data?.delivery === 'failed' ? ASK_AGAIN : false),
    }),
  )
  const client = useQueryClient()
  const wait = useCountdown(state?.resendIn ?? 0, dataUpdatedAt)
  const field = useRef<HTMLInputElement>(null)
  const failed = useFailureToast()
  const { revalidate } = useRevalidator()
  const [problem, setProblem] = useState<string>()
  const [sent, setSent] = useState(0)
  const asks = state?.delivery === 'sent' || state?.delivery === 'pending'
  // Once the field is there: it may be drawn later than the code is sent.
  useEffect(() => {
    if (sent > 0 && asks) field.current?.focus()
  }, [sent, asks])
  const send = useMutation({
    ...calls().sendCode.mutationOptions(),
    onMutate: () => {
      failed.takeBack()
      setProblem(undefined)
    },
    onSuccess: async ({ resendIn }) => {
      client.setQueryData(calls().codeState.queryKey(), { delivery: 'sent', resendIn })
      toast({
        kind: 'success',
        title: 'Código enviado',
        text: 'Revisa tu correo e ingresa el código de 6 dígitos.',
      })
      setSent((count) => count + 1)
    },
    onError: async (error) => {
      const failure = failureOf(error)
      setProblem(sayingOf(failure, sendFailure(failure)))
      failed.say({ text: sayingOf(failure, sendFailure(failure)) })
      await client.invalidateQueries({ queryKey: calls().codeState.key() })
      // The address was verified elsewhere: the guard leads on.
      if (failure.status === 409) await revalidate()
    },
  })

  if (asks)
    return (
      <CodeForm
        email={email}
        field={field}
        resend={{ wait, pending: send.isPending, problem, ask: () => send.mutate(undefined) }}
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
      <SendButton wait={wait} pending={send.isPending} onSend={() => send.mutate(undefined)} />
      <Advice />
    </div>
  )
}

/** ONV-09, ONV-10: a refusal in the server's words; without an answer, or after a fault, that the code was not sent. */
const sendFailure = ({ status, message }: Failure) =>
  status === 0 || status >= 500 ? MESSAGES.notSent : message

function SendButton({ wait, pending, onSend }: { wait: number; pending: boolean; onSend: () => void }) {
  const hydrated = useHydrated()
  return (
    <Button
      variant="primary"
      size="lg"
      block
      pending={pending}
      pendingLabel="Enviando el código…"
      disabled={!hydrated || wait > 0}
      onClick={onSend}
    >
      {wait > 0 ? `Reenviar en ${wait} s` : 'Enviar código'}
    </Button>
  )
}

function Advice() {
  return (
    <p className="text-small text-muted">¿No lo encuentras? Revisa las carpetas de Promociones y Spam.</p>
  )
}

interface CodeFormProps {
  email: string
  field: RefObject<HTMLInputElement | null>
  resend: { wait: number; pending: boolean; problem: string | undefined; ask: () => void }
  onVerified: () => void
}

function CodeForm({ email, field, resend, onVerified }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const title = useId()
  const failed = useFailureToast()
  const { revalidate } = useRevalidator()
  const verify = useMutation(calls().verifyCode.mutationOptions())

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.length < CODE_DIGITS || verify.isPending) return
    failed.takeBack()
    setWrong(undefined)
    try {
      await verify.mutateAsync({ code })
      toast({ kind: 'success', title: '¡Email verificado!', text: 'Ahora completa tu perfil profesional.' })
      sessionChanged()
      onVerified()
    } catch (error) {
      const failure = failureOf(error)
      const text = sayingOf(failure, failure.fields.code ?? failure.message)
      setWrong(text)
      failed.say({ title: 'Error de verificación', text })
      field.current?.focus()
      if (failure.status === 409 || failure.status === 403) await revalidate()
    }
  }

  return (
    <form method="post" noValidate onSubmit={submit} aria-labelledby={title} className="grid gap-5">
      <p id={title}>
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
          disabled={resend.wait > 0}
          aria-disabled={resend.pending}
          onClick={() => {
            if (resend.pending) return
            setCode('')
            setWrong(undefined)
            resend.ask()
          }}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-primary-ink tabular-nums enabled:hover:underline disabled:font-medium disabled:text-muted"
        >
          {resend.pending
            ? 'Enviando el código…'
            : resend.wait > 0
              ? `Reenviar en ${resend.wait} s`
              : '¿No recibiste el código? Reenviar'}
        </button>
        <Advice />
      </div>
    </form>
  )
}

import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { OtpField } from '../../../ui/fields/otp-field.tsx'
import { CODE_DIGITS, RESEND_INTERVAL_SECONDS } from '../../onboarding/rules.ts'
import { ResendCode } from '../../onboarding/ui/resend-code.tsx'
import { useCountdown } from '../../onboarding/ui/use-countdown.ts'
import type { PrivacyContract } from '../contract.ts'
import { MESSAGES } from '../schema.ts'

const api = () => rpc<PrivacyContract>('privacy')

interface VisitorCodeProps {
  requestId: string
  email: string
  onFiled(): void
}

/** DAT-24: the six digits of the mailbox, and another code after a minute. */
export function VisitorCode({ requestId, email, onFiled }: VisitorCodeProps) {
  const [code, setCode] = useState('')
  const [sentCount, setSentCount] = useState(0)
  const secondsLeft = useCountdown(RESEND_INTERVAL_SECONDS, sentCount)
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const textOf = ({ status, message }: { status: number; message: string }) =>
    status === 0 ? MESSAGES.offline : message
  const { submit, pending, failure, clear } = useSubmit(
    () => api().confirmVisitorRequest({ requestId, code }),
    {
      async onDone({ token }) {
        onFiled()
        await navigate(`/solicitud-de-datos/seguimiento#${token}`, { replace: true })
      },
      onFailure(failed) {
        field.current?.select()
        return failed.fields.code ?? textOf(failed)
      },
      forVisitors: true,
      toast: null,
    },
  )
  const resend = useSubmit(() => api().resendVisitorCode({ requestId }), {
    onDone: () => setSentCount((count) => count + 1),
    onFailure: textOf,
    forVisitors: true,
    toast: null,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === CODE_DIGITS) void submit()
  }
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="mt-4 grid gap-5">
      <p role="status">
        Ingresa el código de {CODE_DIGITS} dígitos que enviamos a{' '}
        <strong className="wrap-anywhere">{email}</strong>. Vence en 15 minutos. Sin el código no recibimos tu
        solicitud.
      </p>
      <OtpField
        ref={field}
        name="code"
        label="Código"
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
        pending={pending}
        pendingLabel="Enviando tu solicitud…"
        disabled={code.length < CODE_DIGITS}
        className="max-md:w-full md:justify-self-start"
      >
        Enviar solicitud
      </SubmitButton>
      {resend.failure && (
        <Notice kind="danger" live>
          {resend.failure.message}
        </Notice>
      )}
      <ResendCode
        secondsLeft={secondsLeft}
        pending={resend.pending}
        onPress={() => {
          setCode('')
          clear()
          void resend.submit()
        }}
      />
    </form>
  )
}

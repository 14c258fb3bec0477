import { useState } from 'react'
import { formatClockTime } from '../../../chile/clock-time.ts'
import { formatLongDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { loginInput } from '../../accounts/schema.ts'
import type { SecurityContract } from '../contract.ts'
import { LinkAction } from './link-action.tsx'
import { ProblemText } from './problem-text.tsx'

/** DAT-50: asks for the link, or uses the one of an e-mail, whose secret is after «#». */
export function FactorLossForm({ link }: { link: URLSearchParams }) {
  const start = link.get('empezar')
  const cancel = link.get('cancelar')
  if (cancel) return <CancelLoss token={cancel} />
  return start ? <StartLoss token={start} /> : <RequestLink />
}

function RequestLink() {
  const form = useSchemaForm(loginInput, { email: '', password: '' })
  const [isSent, setSent] = useState(false)
  const { submit, pending, field, problem } = useFormSubmit(
    form,
    rpc<SecurityContract>('security').requestFactorLoss,
    { onDone: () => setSent(true), toast: null, forVisitors: true },
  )
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        required
        {...field('email')}
      />
      <PasswordField label="Contraseña" autoComplete="current-password" required {...field('password')} />
      {problem && (
        <Notice kind="danger" live>
          <ProblemText text={problem} />
        </Notice>
      )}
      {isSent && !problem && (
        <Notice live title="Revisa tu correo">
          Te enviamos un enlace que vence en 1 hora. Con él empieza la espera de 72 horas.
        </Notice>
      )}
      <SubmitButton variant="primary" size="lg" block pending={pending} pendingLabel="Enviando el enlace…">
        {isSent ? 'Enviar otra vez' : 'Enviar enlace'}
      </SubmitButton>
    </form>
  )
}

function StartLoss({ token }: { token: string }) {
  const [dueAt, setDueAt] = useState<string>()
  const { submit, pending, failure } = useSubmit(rpc<SecurityContract>('security').startFactorLoss, {
    onDone: (started) => setDueAt(started.dueAt),
    forVisitors: true,
    toast: null,
  })
  if (dueAt)
    return (
      <Notice live title="Empezó la espera">
        El segundo paso se quitará el {formatLongDate(dueAt)} a las {formatClockTime(dueAt)}. Te enviamos un
        correo para cancelarlo.
      </Notice>
    )
  return (
    <LinkAction
      label="Empezar la espera de 72 horas"
      pendingLabel="Empezando…"
      pending={pending}
      problem={failure && <ProblemText text={failure.message} />}
      onPress={() => void submit({ token })}
    />
  )
}

function CancelLoss({ token }: { token: string }) {
  const [isCancelled, setCancelled] = useState(false)
  const { submit, pending, failure } = useSubmit(rpc<SecurityContract>('security').cancelFactorLossByLink, {
    onDone: () => setCancelled(true),
    forVisitors: true,
    toast: null,
  })
  if (isCancelled)
    return (
      <Notice live title="Cancelado">
        Tu cuenta sigue pidiendo el segundo paso. Si no lo pediste tú, cambia tu contraseña.
      </Notice>
    )
  return (
    <LinkAction
      label="Cancelar la solicitud"
      pendingLabel="Cancelando…"
      pending={pending}
      problem={failure && <ProblemText text={failure.message} />}
      onPress={() => void submit({ token })}
    />
  )
}

import { useState } from 'react'
import { formatClockTime } from '../../../chile/clock-time.ts'
import { formatLongDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { SecurityContract } from '../contract.ts'
import { claimEmailInput } from '../schema.ts'
import { LinkAction } from './link-action.tsx'
import { OrDivider, PasskeyButton } from './passkey-button.tsx'

/** @param title what the page's heading says from now on */
type OnDone = (title: string) => void

/**
 * DAT-55: the links of the e-mails about a change of address, whose secret is after «#», and «Sí fui yo». Opening the page
 * does nothing, because programs that check e-mails open links, too.
 */
export function EmailChangeForm({ link, onDone }: { link: URLSearchParams; onDone: OnDone }) {
  const confirm = link.get('confirmar')
  const deny = link.get('no-fui-yo')
  if (confirm) return <Confirm token={confirm} onDone={onDone} />
  return deny ? <Deny token={deny} onDone={onDone} /> : <Claim onDone={onDone} />
}

interface LinkProps {
  token: string
  onDone: OnDone
}

function Confirm({ token, onDone }: LinkProps) {
  const [email, setEmail] = useState<string>()
  const { submit, pending, failure } = useSubmit(rpc<SecurityContract>('security').confirmEmailChange, {
    onDone(done) {
      setEmail(done.email)
      onDone('Tu correo cambió')
    },
    forVisitors: true,
    toast: null,
  })
  if (email)
    return (
      <div className="grid gap-5">
        <Notice live>
          <span className="wrap-anywhere">Desde ahora entras con {email}.</span> Tu correo anterior recibió un
          aviso.
        </Notice>
        <ButtonLink to="/seguridad" size="lg" block>
          Ver la seguridad de mi cuenta
        </ButtonLink>
      </div>
    )
  return (
    <LinkAction
      text="Tu cuenta pasará al correo en que recibiste este enlace. Se cerrarán tus sesiones en los demás equipos; si aquí no has iniciado sesión, en todos."
      label="Confirmar mi nuevo correo"
      pendingLabel="Confirmando…"
      pending={pending}
      problem={failure?.message}
      onPress={() => void submit({ token })}
    />
  )
}

function Deny({ token, onDone }: LinkProps) {
  const [dueAt, setDueAt] = useState<string>()
  const { submit, pending, failure } = useSubmit(rpc<SecurityContract>('security').denyEmailChange, {
    onDone(done) {
      setDueAt(done.dueAt)
      onDone('Detuvimos tu cuenta')
    },
    forVisitors: true,
    toast: null,
  })
  if (dueAt)
    return (
      <Notice live>
        Cerramos todas las sesiones y nadie puede entrar. Si nadie responde con la contraseña y el segundo
        paso antes del {formatLongDate(dueAt)} a las {formatClockTime(dueAt)}, la cuenta volverá a este correo
        y te enviaremos un enlace para elegir una contraseña nueva.
      </Notice>
    )
  return (
    <LinkAction
      text="Si no cambiaste el correo de tu cuenta, la detenemos: se cierran todas las sesiones y nadie puede entrar mientras se aclara, por 72 horas."
      label="No fui yo"
      pendingLabel="Deteniendo la cuenta…"
      pending={pending}
      problem={failure?.message}
      onPress={() => void submit({ token })}
    />
  )
}

function Claim({ onDone }: { onDone: OnDone }) {
  const form = useSchemaForm(claimEmailInput, { email: '', password: '', code: '' })
  const [isClaimed, setClaimed] = useState(false)
  const finish = () => {
    setClaimed(true)
    onDone('Una persona decidirá')
  }
  const { submit, pending, field, problem } = useFormSubmit(
    form,
    rpc<SecurityContract>('security').claimEmailChange,
    {
      onDone: finish,
      toast: null,
      forVisitors: true,
    },
  )
  if (isClaimed)
    return (
      <Notice live>
        Te enviamos un correo para mostrar tu identidad. Tu cuenta sigue detenida hasta la decisión.
      </Notice>
    )
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-ui text-muted">
        Si detuvimos tu cuenta y el correo lo cambiaste tú, responde aquí antes de 72 horas. Después, la
        cuenta vuelve a su correo anterior.
      </p>
      <TextField
        label="Correo actual de la cuenta"
        type="email"
        autoComplete="username"
        required
        {...field('email')}
      />
      <PasswordField label="Contraseña" autoComplete="current-password" required {...field('password')} />
      <TextField
        label="Código"
        hint="Si tu cuenta pide un segundo paso: el de la aplicación o uno de recuperación."
        autoComplete="one-time-code"
        {...field('code')}
      />
      {problem && (
        <Notice kind="danger" live>
          {problem}
        </Notice>
      )}
      <SubmitButton variant="primary" size="lg" block pending={pending} pendingLabel="Enviando…">
        Sí fui yo
      </SubmitButton>
      <OrDivider />
      <PasskeyButton
        label="Sí fui yo, con llave de acceso"
        use={async (ceremony) => {
          if (!(await form.trigger(['email', 'password'], { shouldFocus: true }))) return false
          const { email, password } = form.getValues()
          return ceremony.claimWithPasskey({ email, password })
        }}
        onDone={finish}
        forVisitors
      />
    </form>
  )
}

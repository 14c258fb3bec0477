import { rpc } from '../../../platform/rpc/client.ts'
import type { SessionUser } from '../../../platform/session/session.ts'
import { announceSignIn } from '../../../platform/session/sign-in-signal.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { AccountsContract } from '../contract.ts'
import { loginInput } from '../schema.ts'

export interface LoginFormProps {
  /** Whether the page has another primary button. */
  secondary?: boolean
  onSuccess(user: SessionUser): void
}

/** Sign-in form (AUT-01 to AUT-04). */
export function LoginForm({ secondary, onSuccess }: LoginFormProps) {
  const form = useSchemaForm(loginInput, { email: '', password: '' })
  const { submit, pending, field, problem } = useFormSubmit(form, rpc<AccountsContract>('accounts').login, {
    onDone({ user }) {
      announceSignIn()
      toast({ kind: 'success', title: '¡Bienvenido!', text: 'Has iniciado sesión correctamente.' })
      onSuccess(user)
    },
    toast: 'Error de inicio de sesión',
    forVisitors: true,
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        required
        {...field('email')}
      />
      <PasswordField
        label="Contraseña"
        action={<TextLink to="/recuperar-contrasena">¿Olvidaste tu contraseña?</TextLink>}
        autoComplete="current-password"
        required
        {...field('password')}
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <SubmitButton
        variant={secondary ? 'secondary' : 'primary'}
        size="lg"
        block
        pending={pending}
        pendingLabel="Iniciando sesión…"
      >
        Iniciar Sesión
      </SubmitButton>
    </form>
  )
}

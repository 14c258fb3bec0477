import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { loginInput } from '../../accounts/schema.ts'
import type { SignInContract } from '../contract.ts'
import { OrDivider, PasskeyButton } from './passkey-button.tsx'
import { ProblemText } from './problem-text.tsx'
import { usePasskeySuggestions } from './use-passkey-suggestions.ts'
import { welcome } from './welcome.ts'

export interface LoginFormProps {
  /** Whether the page has another primary button. */
  secondary?: boolean
  onSignedIn(): void
  /** The password was right, and the second step is on (DAT-48). */
  onSecondStep(): void
}

/** Sign-in form (AUT-01 to AUT-04, DAT-45). */
export function LoginForm({ secondary, onSignedIn, onSecondStep }: LoginFormProps) {
  const form = useSchemaForm(loginInput, { email: '', password: '' })
  const { submit, pending, field, problem } = useFormSubmit(form, rpc<SignInContract>('accounts').login, {
    onDone({ secondStep }) {
      if (secondStep) return onSecondStep()
      enter()
    },
    toast: 'Error de inicio de sesión',
    forVisitors: true,
  })

  const enter = () => {
    welcome()
    onSignedIn()
  }
  const suggest = usePasskeySuggestions(enter)

  return (
    <form method="post" noValidate onSubmit={submit} onFocus={suggest} className="grid gap-5">
      <TextField
        label="Correo electrónico"
        type="email"
        autoComplete="username webauthn"
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
      {problem && (
        <Notice kind="danger">
          <ProblemText text={problem} />
        </Notice>
      )}
      <SubmitButton
        variant={secondary ? 'secondary' : 'primary'}
        size="lg"
        block
        pending={pending}
        pendingLabel="Iniciando sesión…"
      >
        Iniciar Sesión
      </SubmitButton>
      <OrDivider />
      <PasskeyButton
        label="Entrar con llave de acceso"
        use={(ceremony) => ceremony.signInWithPasskey(false)}
        onDone={enter}
        forVisitors
      />
    </form>
  )
}

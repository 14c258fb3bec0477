import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { rpc } from '../../../platform/rpc/client.ts'
import type { SessionUser } from '../../../platform/session/session.ts'
import { announceSignIn } from '../../../platform/session/sign-in-signal.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { RegisterSentence } from '../../consents/ui/consent-sentence.tsx'
import type { AccountsContract } from '../contract.ts'
import { type RegisterInput, ROLE_MISSING, registerInput } from '../new-password-schema.ts'
import { passwordTooShort, type SignUpRole } from '../schema.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { usePasswordMin } from './use-password-min.ts'

export interface RegisterFormProps {
  /** null if unknown or not chosen (AUT-09). */
  role: SignUpRole | null
  /** Text of the success toast: what to do next. */
  nextStepText?: string | undefined
  onSuccess(user: SessionUser): void
}

const FAILED_TITLE = 'Error de registro'

/**
 * Registration form (AUT-07 to AUT-16). The role comes from the navigation state, never from a form field.
 */
export function RegisterForm({ role, nextStepText, onSuccess }: RegisterFormProps) {
  const passwordMin = usePasswordMin()
  const form = useForm<RegisterInput>({
    resolver: resolverWithRole(passwordMin, role),
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
  })
  const navigate = useNavigate()
  const { submit, pending, toasts, field, problem } = useFormSubmit(
    form,
    rpc<AccountsContract>('accounts').register,
    {
      onDone({ user }) {
        announceSignIn()
        toast({
          kind: 'success',
          title: '¡Registro exitoso!',
          text: `Tu cuenta ha sido creada. ${nextStepText ?? 'Sigue los siguientes pasos para completar tu perfil.'}`,
          // Lawyers are redirected to their next step; clients find theirs on the profile page.
          action:
            user.role === 'client' && !nextStepText
              ? { label: 'Ver mi perfil', run: () => void navigate('/edit-profile') }
              : undefined,
        })
        onSuccess(user)
      },
      toast: FAILED_TITLE,
      forVisitors: true,
      onInvalid(wrong) {
        if (wrong.role) form.setError('root', { message: ROLE_MISSING })
        const first = Object.values(wrong).find((error) => typeof error?.message === 'string')
        if (first?.message) toasts.show({ title: FAILED_TITLE, text: first.message })
      },
    },
  )

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <TextField label="Nombre completo" autoComplete="name" required {...field('name')} />
      <TextField label="Correo electrónico" type="email" autoComplete="email" required {...field('email')} />
      <NewPasswordFields label="Contraseña" field={field} />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <SubmitButton size="lg" block pending={pending} pendingLabel="Creando tu cuenta…">
        Registrarse
      </SubmitButton>
      <RegisterSentence />
    </form>
  )
}

/** Validates with the schema, adding the role, which has no form field. */
function resolverWithRole(passwordMin: number, role: SignUpRole | null): Resolver<RegisterInput> {
  const validate = standardSchemaResolver(registerInput(passwordMin))
  return async (values, context, options) => {
    const result = await validate({ ...values, ...(role && { role }) } as RegisterInput, context, options)
    const errors = result.errors as FieldErrors<RegisterInput>
    if (!errors.password || values.password || values.confirmPassword) return result
    // AUT-07: the confirmation is required too, but the schema accepts two equal empty fields.
    const confirmPassword = { type: 'required', message: passwordTooShort(passwordMin) }
    return { values: {}, errors: { ...errors, confirmPassword } }
  }
}

import { PasswordField, type PasswordFieldProps } from '../../../ui/fields/password-field.tsx'
import { usePasswordMin } from './use-password-min.ts'

export interface NewPasswordFieldsProps {
  label: string
  /** `field` of useFormSubmit. */
  field(name: 'password' | 'confirmPassword'): Partial<PasswordFieldProps>
}

/** New password and its confirmation (AUT-07). */
export function NewPasswordFields({ label, field }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        hint={`Al menos ${usePasswordMin()} caracteres.`}
        autoComplete="new-password"
        required
        {...field('password')}
      />
      <PasswordField
        label={`Confirmar ${label.toLowerCase()}`}
        autoComplete="new-password"
        required
        {...field('confirmPassword')}
      />
    </>
  )
}

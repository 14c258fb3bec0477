import { PasswordField, type PasswordFieldProps } from '../../../ui/fields/password-field.tsx'

export interface NewPasswordFieldsProps {
  label: string
  /** Minimum length in characters. */
  passwordMin: number
  /** `field` of useFormSubmit. */
  field(name: 'password' | 'confirmPassword'): Partial<PasswordFieldProps>
}

/** New password and its confirmation (AUT-07). */
export function NewPasswordFields({ label, passwordMin, field }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        hint={`Al menos ${passwordMin} caracteres.`}
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

import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '../../../ui/fields/password-field.tsx'

interface NewPassword {
  password: string
  confirmPassword: string
}

export interface NewPasswordFieldsProps {
  label: string
  /** Minimum length in characters. */
  passwordMin: number
  errors: FieldErrors<NewPassword>
  register(name: keyof NewPassword): UseFormRegisterReturn
}

/** New password and its confirmation (AUT-07). */
export function NewPasswordFields({ label, passwordMin, errors, register }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        hint={`Al menos ${passwordMin} caracteres.`}
        autoComplete="new-password"
        required
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label={`Confirmar ${label.toLowerCase()}`}
        autoComplete="new-password"
        required
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
    </>
  )
}

import { TextField, type TextFieldProps } from '../../../ui/fields/text-field.tsx'

/** The six digits of an authenticator application (DAT-46). */
export function CodeField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label="Código de la aplicación"
      hint="Seis números."
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      required
      className="[&_input]:text-[1.375rem] [&_input]:font-semibold [&_input]:tracking-[0.25em] [&_input]:tabular-nums"
      {...props}
    />
  )
}

/** A recovery code (DAT-47). */
export function RecoveryCodeField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label="Código de recuperación"
      hint="Cada uno sirve una vez."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  )
}

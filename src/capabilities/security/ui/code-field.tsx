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
      {...props}
    />
  )
}

import type { FieldError, FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** react-hook-form's `register()` with the field's error: all that a text field needs. */
export const registerField = <Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  name: Path<Values> & keyof Values,
) => ({
  ...form.register(name),
  error: (form.formState.errors[name] as FieldError | undefined)?.message,
})

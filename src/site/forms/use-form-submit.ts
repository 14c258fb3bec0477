import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Failure } from '../../platform/rpc/client.ts'
import { registerField } from '../../ui/fields/register-field.ts'
import { withReference } from './failure-text.ts'
import { type SubmitOptions, useSubmit } from './use-submit.ts'

export interface FormSubmitOptions<Values extends FieldValues, Answer>
  extends Omit<SubmitOptions<Answer>, 'onShown'> {
  onInvalid?(errors: FieldErrors<Values>): void
  /** Maps the fields of a failure to those of the form. */
  fieldsOf?(fields: Failure['fields']): Failure['fields']
}

/**
 * `useSubmit` for a form: validates first, shows a failure at its fields, and keeps the input.
 * @param send the operation
 * @returns `submit`: the form's `onSubmit`; `field`: the props of a text field; `problem`: what concerns no field
 */
export function useFormSubmit<Values extends FieldValues, Input, Answer>(
  form: UseFormReturn<Values, unknown, Input>,
  send: (input: Input) => Promise<Answer>,
  { onInvalid, fieldsOf, ...options }: FormSubmitOptions<Values, Answer>,
) {
  const { submit, pending, toasts } = useSubmit(send, {
    ...options,
    onShown: (failure) => showFailure(form, failure, fieldsOf?.(failure.fields)),
  })
  return {
    submit: form.handleSubmit((input) => submit(input), onInvalid),
    pending,
    toasts,
    field: (name: Path<Values> & keyof Values) => registerField(form, name),
    problem: form.formState.errors.root?.message,
  }
}

export type FormSubmit<Values extends FieldValues> = ReturnType<
  typeof useFormSubmit<Values, unknown, unknown>
>

/** Shows a failure at the fields it names, or as `root` error if the form has none of them. */
function showFailure<Values extends FieldValues, Input>(
  form: UseFormReturn<Values, unknown, Input>,
  { message, reference, ...failure }: Failure,
  fields = failure.fields,
): void {
  const known = Object.entries(fields).filter(([name]) => form.getValues(name as Path<Values>) !== undefined)
  for (const [at, [name, text]] of known.entries())
    form.setError(name as Path<Values>, { message: text }, { shouldFocus: at === 0 })
  if (known.length === 0) form.setError('root', { message: withReference(message, reference) })
}

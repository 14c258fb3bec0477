import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Failure } from '../../../platform/rpc/client.ts'

/** Puts a failure where it belongs: beside its field when the form has it, else above the button; typed text stays. */
export function showFailure<T extends FieldValues>(form: UseFormReturn<T>, failure: Failure): void {
  let placed = false
  for (const [name, message] of Object.entries(failure.fields)) {
    if (!(name in form.getValues())) continue
    form.setError(name as Path<T>, { message }, { shouldFocus: !placed })
    placed = true
  }
  if (placed) return
  const reference = failure.reference ? ` (${failure.reference.slice(0, 8)})` : ''
  form.setError('root', { message: failure.message + reference })
}

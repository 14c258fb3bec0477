import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Failure } from '../../../platform/rpc/client.ts'

/** What a signed-in person's form says when the server no longer knows them: the guard then leads to /login. */
const SESSION_OVER = 'Tu sesión terminó. Inicia sesión de nuevo.'

/** The toast's text for a failure of a form that needs a session. */
export const sayingOf = (failure: Failure, otherwise = failure.message) =>
  failure.status === 401 ? SESSION_OVER : otherwise

/** Puts a failure where it belongs: beside its field when the form has it, else above the button; typed text stays. */
export function showFailure<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'getValues' | 'setError'>,
  failure: Failure,
): void {
  let placed = false
  for (const [name, message] of Object.entries(failure.fields)) {
    if (form.getValues(name as Path<T>) === undefined) continue
    form.setError(name as Path<T>, { message }, { shouldFocus: !placed })
    placed = true
  }
  if (placed) return
  const reference = failure.reference ? ` (${failure.reference.slice(0, 8)})` : ''
  form.setError('root', { message: failure.message + reference })
}

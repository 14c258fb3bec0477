import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Failure } from '../../platform/rpc/client.ts'

/** Shown on 401 in forms that need a session; the route guard then redirects to /login. */
const SESSION_ENDED = 'Tu sesión terminó. Inicia sesión de nuevo.'

/** Text for the failure of a call that needs a session. @param otherwise text for anything but 401 */
export const failureTextOf = (failure: Failure, otherwise = failure.message) =>
  failure.status === 401 ? SESSION_ENDED : otherwise

/** Shows a failure at the fields it names, or as `root` error if the form has none of them. Input is kept. */
export function showFailure<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'getValues' | 'setError'>,
  failure: Failure,
): void {
  let isShownAtField = false
  for (const [name, message] of Object.entries(failure.fields)) {
    if (form.getValues(name as Path<T>) === undefined) continue
    form.setError(name as Path<T>, { message }, { shouldFocus: !isShownAtField })
    isShownAtField = true
  }
  if (isShownAtField) return
  const reference = failure.reference ? ` (${failure.reference.slice(0, 8)})` : ''
  form.setError('root', { message: failure.message + reference })
}

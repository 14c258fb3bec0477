import type { Failure } from '../../platform/rpc/client.ts'

/** Shown on 401 in forms that need a session; the route guard then redirects to /login. */
const SESSION_ENDED = 'Tu sesión terminó. Inicia sesión de nuevo.'

/** Text for the failure of a call that needs a session. @param otherwise text for anything but 401 */
export const failureTextOf = (failure: Failure, otherwise = failure.message) =>
  failure.status === 401 ? SESSION_ENDED : otherwise

/** The text, with the beginning of the reference that the log has too (OPEN-66). */
export const withReference = (text: string, reference: string | null) =>
  reference ? `${text} (${reference.slice(0, 8)})` : text

import { hasFactor } from '../capabilities/security/commands.server.ts'
import { type Refusal, refuse } from '../platform/errors/refusal.ts'
import type { Context } from '../platform/rpc/context.server.ts'
import { unwrapResult } from '../platform/rpc/rpc.server.ts'
import { refuseSuspended } from './suspension-guard.ts'

const OPEN_OPERATIONS: ReadonlySet<string> = new Set(
  ['session', 'login', 'logout', 'closeOtherSessions', 'requestRecovery', 'resetPassword'].map(
    (name) => `accounts.${name}`,
  ),
)

/** Whether an administrator without a second step may call an operation: to set one up, and to leave. */
export const isOpenWithoutFactor = (path: readonly string[]): boolean =>
  path[0] === 'security' || OPEN_OPERATIONS.has(path.join('.'))

const LACKS_FACTOR: Refusal = {
  code: 'FORBIDDEN',
  message: 'Activa el segundo paso para usar la administración.',
}

/** DAT-51: whether this is an administrator who has to set up a second step first. In local mode nobody has to. */
export async function lacksFactor({ session, config, db }: Context): Promise<boolean> {
  if (session?.role !== 'admin' || config.localMode) return false
  return !(await hasFactor(db, session.userId))
}

/** DAT-51: the check before a file is sent or taken. @returns the refusal, or null */
export const refuseFile = async (context: Context): Promise<Refusal | null> =>
  (await lacksFactor(context)) ? LACKS_FACTOR : null

/** The checks before every operation. @throws the refusal (403): suspended (DAT-70), no second step (DAT-51) */
export async function guardCall<Answer>(
  context: Context,
  path: readonly string[],
  next: () => Promise<Answer>,
): Promise<Answer> {
  refuseSuspended(context, path)
  if (!isOpenWithoutFactor(path) && (await lacksFactor(context))) unwrapResult(refuse(LACKS_FACTOR))
  return next()
}

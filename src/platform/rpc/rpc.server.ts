import type { AnyContractRouter } from '@orpc/contract'
import { type ImplementerInternalWithMiddlewares, implement, ORPCError, ValidationError } from '@orpc/server'
import { isDatabaseDown } from '../database/database.server.ts'
import {
  REFUSAL_STATUS,
  REVIEW_FIELDS_MESSAGE,
  type Refusal,
  type Result,
  UNAVAILABLE_MESSAGE,
  UNEXPECTED_MESSAGE,
} from '../errors/refusal.ts'
import type { Context, SignedInContext } from './context.server.ts'

/** For requests without a session, and whose session has ended meanwhile. */
export const SIGN_IN_REQUIRED: Refusal = { code: 'UNAUTHORIZED', message: 'Debes iniciar sesión.' }

const requireSession = ({
  context,
  next,
}: {
  context: Context
  next(options: { context: Pick<SignedInContext, 'session'> }): unknown
}) => {
  if (!context.session) throw toError(SIGN_IN_REQUIRED)
  return next({ context: { session: context.session } })
}

/**
 * The two builders of a slice's procedures: `open` for everyone, `authed` for users with a session.
 * @param contract the slice's contract
 */
export function implementContract<C extends AnyContractRouter>(contract: C) {
  const open = implement(contract).$context<Context>()
  // oRPC cannot infer the type of `use` for a generic contract; the cast below is its real type.
  const authed = (open as unknown as { use(middleware: typeof requireSession): unknown }).use(requireSession)
  return { open, authed: authed as ImplementerInternalWithMiddlewares<C, Context, SignedInContext> }
}

/** Returns the value of a result. @throws its refusal, as the error that the contract declares */
export function unwrapResult<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw toError(result.refusal)
}

/** The handler of a procedure that runs a command. @throws its refusal, as the error that the contract declares */
export const answerOf =
  <C, I, T>(command: (context: C, input: I) => Promise<Result<T>>) =>
  async ({ context, input }: { context: C; input: I }): Promise<T> =>
    unwrapResult(await command(context, input))

function toError(refusal: Refusal): ORPCError<string, unknown> {
  const hasRetryAfter = refusal.code === 'TOO_MANY_REQUESTS' || refusal.code === 'SERVICE_UNAVAILABLE'
  const data = {
    ...(hasRetryAfter && { retryAfter: refusal.retryAfter ?? 1 }),
    ...(refusal.fields && { fields: refusal.fields }),
    ...(refusal.reason && { reason: refusal.reason }),
  }
  return new ORPCError(refusal.code, {
    status: REFUSAL_STATUS[refusal.code],
    message: refusal.message,
    data: Object.keys(data).length > 0 ? data : undefined,
  })
}

/**
 * Error handling of every call, over HTTP and in process. Input that fails its schema becomes 422 with a
 * Spanish text per field, an unreachable database 503, any other error 500 with a reference that is also in
 * the log (OPEN-66).
 */
export async function handleCallErrors<T>(options: {
  context: Context
  path: readonly string[]
  next(): Promise<T>
}): Promise<T> {
  try {
    return await options.next()
  } catch (thrown) {
    const { context } = options
    const error = toOrpcError(thrown)
    const retryAfter = (error.data as { retryAfter?: number } | undefined)?.retryAfter
    if (retryAfter !== undefined) context.setHeader('retry-after', String(retryAfter))
    const entry = { requestId: context.requestId, operation: options.path.join('.') }
    if (error.status < 500) {
      context.log.info({ ...entry, refusal: error.code }, 'refused')
      throw error
    }
    // A command's own 503 (login load shedding) is only a warning: clients must not trigger alerts.
    if (thrown instanceof ORPCError && error.code === 'SERVICE_UNAVAILABLE') {
      context.log.warn({ ...entry, refusal: error.code }, 'refused')
      throw error
    }
    context.log.error({ ...entry, err: thrown }, 'fault')
    if (error.code === 'SERVICE_UNAVAILABLE') throw error
    throw new ORPCError('INTERNAL_SERVER_ERROR', {
      message: UNEXPECTED_MESSAGE,
      data: { reference: context.requestId },
    })
  }
}

function toOrpcError(thrown: unknown): ORPCError<string, unknown> {
  if (thrown instanceof ORPCError) {
    if (thrown.cause instanceof ValidationError && thrown.code === 'BAD_REQUEST')
      return toValidationError(thrown.cause)
    return thrown
  }
  if (isDatabaseDown(thrown))
    return toError({ code: 'SERVICE_UNAVAILABLE', message: UNAVAILABLE_MESSAGE, retryAfter: 2 })
  return new ORPCError('INTERNAL_SERVER_ERROR', { message: UNEXPECTED_MESSAGE })
}

/** More than any form has; keeps the response from growing much larger than the input. */
const MAX_FIELDS = 50
/** Longer field names are not echoed to the client. */
const MAX_FIELD_NAME_CHARS = 200

function toValidationError(error: ValidationError): ORPCError<string, unknown> {
  // A Map, because plain objects inherit keys such as «constructor».
  const fields = new Map<string, string>()
  const addError = (field: string, text: string) => {
    if (fields.size < MAX_FIELDS && field.length <= MAX_FIELD_NAME_CHARS && !fields.has(field))
      fields.set(field, text)
  }
  let unknown: string | undefined
  for (const issue of error.issues) {
    const path =
      issue.path?.map((part) => (typeof part === 'object' ? String(part.key) : String(part))).join('.') ?? ''
    const { code, keys: [key] = [] } = issue as { code?: string; keys?: string[] }
    if (code !== 'unrecognized_keys') addError(path, issue.message)
    else unknown ??= path ? `${path}.${key}` : key
  }
  // Only the first unknown key, because a client may send thousands.
  if (unknown !== undefined) addError(unknown, 'Este dato no se acepta.')
  return toError({
    code: 'UNPROCESSABLE_CONTENT',
    message: REVIEW_FIELDS_MESSAGE,
    fields: Object.fromEntries(fields),
  })
}

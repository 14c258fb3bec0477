import type { AnyContractRouter } from '@orpc/contract'
import { type ImplementerInternalWithMiddlewares, implement, ORPCError, ValidationError } from '@orpc/server'
import { isDatabaseDown } from '../database/database.server.ts'
import {
  REFUSAL_STATUS,
  REVIEW_FIELDS,
  type Refusal,
  type Result,
  UNAVAILABLE,
  UNEXPECTED,
} from '../errors/refusal.ts'
import type { Context, SignedIn } from './context.server.ts'
import { compileSchemas } from './schemas.server.ts'

const SIGN_IN_FIRST: Refusal = { code: 'UNAUTHORIZED', message: 'Debes iniciar sesión.' }

const requireSession = ({
  context,
  next,
}: {
  context: Context
  next(options: { context: Pick<SignedIn, 'session'> }): unknown
}) => {
  if (!context.session) throw toError(SIGN_IN_FIRST)
  return next({ context: { session: context.session } })
}

/**
 * The two bases of a slice's procedures: `open` for everyone, `authed` for whoever has a session.
 * @param contract the slice's contract
 */
export function rpcFor<C extends AnyContractRouter>(contract: C) {
  compileSchemas(contract)
  const open = implement(contract).$context<Context>()
  // oRPC's types cannot follow `use` through a contract that is still a type parameter; what it returns is this.
  const authed = (open as unknown as { use(middleware: typeof requireSession): unknown }).use(requireSession)
  return { open, authed: authed as ImplementerInternalWithMiddlewares<C, Context, SignedIn> }
}

/** The value of a result, or its refusal as the error that the contract declares. */
export function answer<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw toError(result.refusal)
}

function toError(refusal: Refusal): ORPCError<string, unknown> {
  const wait = refusal.code === 'TOO_MANY_REQUESTS' || refusal.code === 'SERVICE_UNAVAILABLE'
  const data = wait
    ? { retryAfter: refusal.retryAfter ?? 1 }
    : refusal.fields
      ? { fields: refusal.fields }
      : undefined
  return new ORPCError(refusal.code, { status: REFUSAL_STATUS[refusal.code], message: refusal.message, data })
}

/**
 * The last stop of every call, over HTTP and in process: input that fails its schema becomes 422 with a Spanish text
 * per field, an unreachable database 503, any other fault 500 with a reference that the log has too (OPEN-66).
 */
export async function guardCall<T>(options: {
  context: Context
  path: readonly string[]
  next(): Promise<T>
}): Promise<T> {
  try {
    return await options.next()
  } catch (thrown) {
    const { context } = options
    const error = translate(thrown)
    const wait = (error.data as { retryAfter?: number } | undefined)?.retryAfter
    if (wait !== undefined) context.setHeader('retry-after', String(wait))
    const entry = { requestId: context.requestId, operation: options.path.join('.') }
    if (error.status < 500) {
      context.log.info({ ...entry, refusal: error.code }, 'refused')
      throw error
    }
    // A command's own 503, as when a crowd signs in, is a refusal: no stranger may raise the alarm of a fault at will.
    if (thrown instanceof ORPCError && error.code === 'SERVICE_UNAVAILABLE') {
      context.log.warn({ ...entry, refusal: error.code }, 'refused')
      throw error
    }
    context.log.error({ ...entry, err: thrown }, 'fault')
    if (error.code === 'SERVICE_UNAVAILABLE') throw error
    throw new ORPCError('INTERNAL_SERVER_ERROR', {
      message: UNEXPECTED,
      data: { reference: context.requestId },
    })
  }
}

function translate(thrown: unknown): ORPCError<string, unknown> {
  if (thrown instanceof ORPCError) {
    if (thrown.cause instanceof ValidationError && thrown.code === 'BAD_REQUEST') return invalid(thrown.cause)
    return thrown
  }
  if (isDatabaseDown(thrown))
    return toError({ code: 'SERVICE_UNAVAILABLE', message: UNAVAILABLE, retryAfter: 2 })
  return new ORPCError('INTERNAL_SERVER_ERROR', { message: UNEXPECTED })
}

/** More than the fields of any form: an answer is not much larger than what was sent. */
const MOST_FIELDS = 50
/** Longest name of a field that is repeated to whoever sent it. */
const MOST_NAME_CHARS = 200

function invalid(error: ValidationError): ORPCError<string, unknown> {
  // A map: a field called «constructor» would meet the one that every object inherits.
  const fields = new Map<string, string>()
  const note = (field: string, text: string) => {
    if (fields.size < MOST_FIELDS && field.length <= MOST_NAME_CHARS && !fields.has(field))
      fields.set(field, text)
  }
  let unknown: string | undefined
  for (const issue of error.issues) {
    const place =
      issue.path?.map((part) => (typeof part === 'object' ? String(part.key) : String(part))).join('.') ?? ''
    const { code, keys: [key] = [] } = issue as { code?: string; keys?: string[] }
    if (code !== 'unrecognized_keys') note(place, issue.message)
    else unknown ??= place ? `${place}.${key}` : key
  }
  // One of them, last: whoever sends thousands is not told each.
  if (unknown !== undefined) note(unknown, 'Este dato no se acepta.')
  return toError({
    code: 'UNPROCESSABLE_CONTENT',
    message: REVIEW_FIELDS,
    fields: Object.fromEntries(fields),
  })
}

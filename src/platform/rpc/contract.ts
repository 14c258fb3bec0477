import { type HTTPPath, oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { REASONS } from '../errors/reasons.ts'

const retry = { retryAfter: z.number() }
const fields = z.record(z.string(), z.string())
const reason = { reason: z.optional(z.enum(REASONS)) }
const refused = z.optional(z.object(reason))

/**
 * The errors that any operation may return, each with a Spanish text in `message`. `retryAfter` is in seconds;
 * `fields` has a Spanish text per input field; `reason` tells refusals of one status apart; `reference` is the
 * request id in the log.
 */
const base = oc.errors({
  UNAUTHORIZED: { status: 401, message: 'Debes iniciar sesión.' },
  FORBIDDEN: { status: 403, message: 'No tienes permiso para hacer esto.', data: refused },
  NOT_FOUND: { status: 404, message: 'No encontramos lo que buscas.', data: refused },
  CONFLICT: {
    status: 409,
    message: 'Esto ya cambió. Actualiza la página.',
    data: z.optional(z.object({ fields: z.optional(fields), ...reason })),
  },
  UNPROCESSABLE_CONTENT: {
    status: 422,
    message: 'Revisa los campos marcados antes de continuar.',
    data: z.object({ fields }),
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'Demasiados intentos. Espera un momento.',
    data: z.object(retry),
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'El servicio no está disponible por un momento.',
    data: z.object({ ...retry, ...reason }),
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    message: 'Ocurrió un error inesperado. Inténtalo de nuevo.',
    data: z.object({ reference: z.string() }),
  },
})

/** Input of an operation that takes nothing. */
export const noInput = z.optional(z.strictObject({}))

/** Begin the operations of a slice: `get` reads; `post` changes, or reads by an input that no URL should carry. */
export const operationsOf = (tag: string) => ({
  get: (path: HTTPPath, summary: string) => base.route({ method: 'GET', path, tags: [tag], summary }),
  post: (path: HTTPPath, summary: string) => base.route({ method: 'POST', path, tags: [tag], summary }),
})

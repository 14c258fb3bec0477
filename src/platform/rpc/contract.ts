import { oc } from '@orpc/contract'
import * as z from 'zod/mini'

const retry = z.object({ retryAfter: z.number() })
const fields = z.object({ fields: z.record(z.string(), z.string()) })

/**
 * The base of every contract: the errors that any operation may return, each with a Spanish text in
 * `message`. `retryAfter` is in seconds; `fields` has a Spanish text per input field; `reference` is the
 * request id in the log.
 */
export const base = oc.errors({
  UNAUTHORIZED: { status: 401, message: 'Debes iniciar sesión.' },
  FORBIDDEN: { status: 403, message: 'No tienes permiso para hacer esto.' },
  NOT_FOUND: { status: 404, message: 'No encontramos lo que buscas.' },
  CONFLICT: { status: 409, message: 'Esto ya cambió. Actualiza la página.', data: z.optional(fields) },
  UNPROCESSABLE_CONTENT: {
    status: 422,
    message: 'Revisa los campos marcados antes de continuar.',
    data: fields,
  },
  TOO_MANY_REQUESTS: { status: 429, message: 'Demasiados intentos. Espera un momento.', data: retry },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'El servicio no está disponible por un momento.',
    data: retry,
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    message: 'Ocurrió un error inesperado. Inténtalo de nuevo.',
    data: z.object({ reference: z.string() }),
  },
})

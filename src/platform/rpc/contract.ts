import { oc } from '@orpc/contract'
import * as z from 'zod/mini'

const wait = z.object({ retryAfter: z.number() })
const fields = z.object({ fields: z.record(z.string(), z.string()) })

/**
 * The base of every contract: the refusals any operation may answer with, each with the Spanish text in `message`.
 * `retryAfter` is in seconds; `fields` is a Spanish text per input field; `reference` finds the fault in the log.
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
  TOO_MANY_REQUESTS: { status: 429, message: 'Demasiados intentos. Espera un momento.', data: wait },
  SERVICE_UNAVAILABLE: { status: 503, message: 'El servicio no está disponible por un momento.', data: wait },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    message: 'Ocurrió un error inesperado. Inténtalo de nuevo.',
    data: z.object({ reference: z.string() }),
  },
})

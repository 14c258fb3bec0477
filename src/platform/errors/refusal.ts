import type { Reason } from './reasons.ts'

/** HTTP status of each refusal code (docs/design.md §4). */
export const REFUSAL_STATUS = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNPROCESSABLE_CONTENT: 422,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
} as const

export type RefusalCode = keyof typeof REFUSAL_STATUS

/** An expected failure of a rule: returned, not thrown. The message is Spanish, for the user. */
export interface Refusal {
  code: RefusalCode
  message: string
  /** For the contract's errors with a reason (403, 404, 409, 503). */
  reason?: Reason | undefined
  /** Spanish message per input field, for 422 and for conflicts of a single field. */
  fields?: Record<string, string>
  /** Seconds to wait before a retry (429, 503). */
  retryAfter?: number
}

export type Refused = { ok: false; refusal: Refusal }
export type Result<T> = { ok: true; value: T } | Refused

export const accept = <T>(value: T): Result<T> => ({ ok: true, value })
export const refuse = (refusal: Refusal): Refused => ({ ok: false, refusal })

/** A refusal because of one input field, with the message also at that field. */
export const fieldRefusal = (
  field: string,
  message: string,
  code: RefusalCode = 'UNPROCESSABLE_CONTENT',
): Refusal => ({ code, message, fields: { [field]: message } })

/** OPEN-66: message for an internal error. */
export const UNEXPECTED_MESSAGE = 'Ocurrió un error inesperado. Inténtalo de nuevo.'
export const UNAVAILABLE_MESSAGE =
  'El servicio no está disponible por un momento. Inténtalo de nuevo en unos segundos.'
export const REVIEW_FIELDS_MESSAGE = 'Revisa los campos marcados antes de continuar.'

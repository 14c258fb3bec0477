import type { RequestCause, RequestKind } from '../schema.ts'

/** DAT-11: the causes that a kind of request offers. */
export const CAUSES: Readonly<Partial<Record<RequestKind, readonly RequestCause[]>>> = {
  borrar: ['innecesario', 'consentimiento', 'ilicito', 'caduco', 'orden', 'opuse'],
  oponer: ['derechos', 'publicidad', 'fuente'],
}

import type { RequestCause } from '../schema.ts'

/** DAT-11: the causes that a kind of request offers. */
export const CAUSES: Readonly<Partial<Record<string, readonly RequestCause[]>>> = {
  borrar: ['innecesario', 'consentimiento', 'ilicito', 'caduco', 'orden', 'opuse'],
  oponer: ['derechos', 'publicidad', 'fuente'],
}

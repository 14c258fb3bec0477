import * as z from 'zod/mini'
import { cleanLine } from './text.ts'

const MAX_CHARS = 1_000
const MISSING = 'Escribe el motivo.'
const TOO_LONG = `El motivo puede tener hasta ${MAX_CHARS} caracteres.`

/** H-04: one-line reason of the operator for a suspension or for hiding content. */
export const reasonField = z.pipe(
  z.pipe(z.string(MISSING), z.transform(cleanLine)),
  z.string().check(z.minLength(1, MISSING), z.maxLength(MAX_CHARS, TOO_LONG)),
)

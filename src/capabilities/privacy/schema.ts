import * as z from 'zod/mini'

export const MESSAGES = {
  partFailed: 'No pudimos cargar esta parte.',
  preparing: 'Estamos preparando tu copia. Te avisaremos por correo; puedes cerrar esta página.',
  copyReady: 'Tu copia de datos está lista',
  copyFailed: 'No pudimos preparar tu copia. Puedes pedirla de nuevo.',
  copyExpired: 'Esta copia venció. Puedes pedir otra.',
  tooManyCopies: 'Ya pediste tres copias hoy. Inténtalo mañana.',
  copyUnknown: 'No encontramos esa copia.',
} as const

/** What a person asks to see whole, after proving who they are. */
export const MASKED_KINDS = ['rut', 'date'] as const

/** A kind of data: everything that one purpose covers. */
const heldItem = z.object({
  title: z.string(),
  /** «12 mensajes»; null: it cannot be counted while the account exists. */
  count: z.nullable(z.string()),
  /** The value without most of its letters. */
  masked: z.nullable(z.object({ kind: z.enum(MASKED_KINDS), text: z.string() })),
  purpose: z.string(),
  basis: z.string(),
  period: z.string(),
  recipients: z.string(),
  origin: z.string(),
  change: z.nullable(z.object({ label: z.string(), to: z.string() })),
})
export type HeldItem = z.infer<typeof heldItem>

const heldGroup = z.object({
  id: z.string(),
  title: z.string(),
  /** «2 causas, 7 documentos» */
  summary: z.string(),
  items: z.array(heldItem),
})
export type HeldGroup = z.infer<typeof heldGroup>

/** Somebody who works with the data for Amparo. */
const processor = z.object({ name: z.string(), task: z.string(), country: z.string() })
export type Processor = z.infer<typeof processor>

export const revealInput = z.strictObject({ kind: z.enum(MASKED_KINDS, 'Indica qué dato quieres ver.') })
export type RevealInput = z.infer<typeof revealInput>

/** Null: the caller has no such value. */
export const revealOutput = z.object({ value: z.nullable(z.string()) })

/** DAT-03: what Amparo keeps of the caller. */
export const heldOutput = z.object({ groups: z.array(heldGroup), processors: z.array(processor) })
export type Held = z.infer<typeof heldOutput>

/** DAT-05: the caller's newest copy. */
export const copyState = z.object({
  copy: z.nullable(
    z.object({
      id: z.uuid(),
      state: z.enum(['pedida', 'preparando', 'lista', 'fallida', 'vencida']),
      /** ISO 8601, UTC. */
      expires_at: z.nullable(z.string()),
      missing_files: z.int(),
      bytes: z.int(),
      parts: z.int(),
    }),
  ),
})
export type CopyState = z.infer<typeof copyState>

export const openCopyInput = z.strictObject({ copyId: z.uuid(MESSAGES.copyUnknown) })
export const openCopyOutput = z.object({ urls: z.array(z.string()) })

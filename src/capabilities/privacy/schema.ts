import * as z from 'zod/mini'

export const MESSAGES = {
  partFailed: 'No pudimos cargar esta parte.',
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

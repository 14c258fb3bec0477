import * as z from 'zod/mini'
import { timeCursorField } from '../../input/fields.ts'
import { MESSAGES as CASE_MESSAGES, pageOf, URGENCIES } from '../cases/schema.ts'

export const MESSAGES = {
  /** MKT-12. */
  failed: 'No se pudieron cargar los casos.',
  specialtyUnknown: 'Elige especialidades de la lista.',
  communeUnknown: 'Elige comunas de la lista.',
} as const

export const MARKET_PAGE_SIZE = 20
/** Counting stops here; larger results are shown as «Más de 1.000» (docs/design.md §9). */
export const MAX_COUNT = 1_000

/** List values. Only the command checks them against the list, so that the browser need not load it. */
const listValues = (maxCount: number, message: string) =>
  z.array(z.string(message).check(z.maxLength(80, message)), message).check(z.maxLength(maxCount, message))

/** CAL-21, MKT-03, MKT-04: no values or all values of a list: not filtered by it. */
export const marketInput = z.optional(
  z.strictObject({
    specialties: z.optional(listValues(16, MESSAGES.specialtyUnknown)),
    communes: z.optional(listValues(346, MESSAGES.communeUnknown)),
    after: timeCursorField('.', CASE_MESSAGES.pageInvalid),
  }),
)
export type MarketInput = z.infer<typeof marketInput>

/**
 * An open case as lawyers see it before a chat: an allow-list of fields without the client (OPEN-50,
 * TRAP-35). In title and description, contact data and the client's own name are hidden.
 */
export const marketCase = z.object({
  id: z.uuid(),
  title: z.string(),
  specialty: z.nullable(z.string()),
  commune: z.nullable(z.string()),
  urgency: z.nullable(z.enum(URGENCIES)),
  description: z.string(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  /** The caller's existing chat with this client, if any: opening it is free (OPEN-32). */
  chat_id: z.nullable(z.uuid()),
})
export type MarketCase = z.infer<typeof marketCase>

/** Newest first. `total` counts up to MAX_COUNT; MAX_COUNT + 1 means more. */
export const marketOutput = pageOf(marketCase)
export type MarketPage = z.infer<typeof marketOutput>

/** MAX_COUNT + 1 means more. */
export const openCountOutput = z.object({ count: z.int() })

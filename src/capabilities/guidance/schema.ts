import * as z from 'zod/mini'
import { regionOf } from '../../chile/regions.ts'
import { PROFILE_SPECIALTIES } from '../../chile/specialties.ts'

export const MESSAGES = {
  specialtyUnknown: 'Elige una especialidad de la lista.',
  communeUnknown: 'Elige una comuna de la lista.',
} as const

export const helpInput = z.optional(
  z.strictObject({
    specialty: z.optional(
      z
        .string(MESSAGES.specialtyUnknown)
        .check(z.refine((name) => PROFILE_SPECIALTIES.includes(name), MESSAGES.specialtyUnknown)),
    ),
    commune: z.optional(
      z
        .string(MESSAGES.communeUnknown)
        .check(z.refine((name) => regionOf(name) !== null, MESSAGES.communeUnknown)),
    ),
  }),
)
export type HelpInput = z.infer<typeof helpInput>

/** PLZ-75, PLZ-77: what anyone may see of an institution. What is not confirmed is not in it. */
const helpPlace = z.object({
  name: z.string(),
  group: z.enum(['now', 'lawyer', 'procedure']),
  purpose: z.string(),
  /** Empty: every specialty. */
  specialties: z.array(z.string()),
  phone: z.nullable(z.string()),
  isWhatsApp: z.boolean(),
  /** A host name. */
  site: z.nullable(z.string()),
  hours: z.nullable(z.string()),
  isEmergency: z.boolean(),
  /** `overdue`: checked too long ago (PLZ-78); `unconfirmed`: only name and purpose are sure (PLZ-77). */
  state: z.enum(['checked', 'overdue', 'unconfirmed']),
  /** YYYY-MM-DD */
  checkedOn: z.string(),
  /** PLZ-79: what changes, from that day on. */
  change: z.nullable(z.string()),
})
export type HelpPlace = z.infer<typeof helpPlace>

export const helpOutput = z.object({
  /** By group, and in each in their order. */
  places: z.array(helpPlace),
  /** PLZ-81: the law asks for mediation first. */
  needsMediation: z.boolean(),
})
export type Help = z.infer<typeof helpOutput>

import * as z from 'zod/mini'
import { CASE_SPECIALTIES, communeField, PROFILE_SPECIALTIES } from '../lawyers/schema.ts'
import { PLAN_IDS } from '../plans/schema.ts'

/** AIS-03, LIM-13: options for the minimum experience, in years. */
export const EXPERIENCE_OPTIONS = ['1', '3', '5', '10'] as const
export type ExperienceOption = (typeof EXPERIENCE_OPTIONS)[number]

export const SEARCH_PAGE_SIZE = 20
/** Results are counted up to this number; above it the page says «Más de 1.000» (docs/design.md §9). */
export const MAX_COUNT = 1_000
/** Most lawyers that are recommended for a case (WIZ-31, LIM-06). */
export const MAX_RECOMMENDED = 3
/** OPEN-52: most characters of «Cuéntanos tu problema». */
export const MAX_PROBLEM_LENGTH = 1_000
export const MAX_NAME_LENGTH = 120
/** Highest price ceiling that a language model may return, in CLP. */
export const MAX_PRICE_CEILING = 100_000_000

export const MESSAGES = {
  specialtyUnknown: 'Elige una especialidad de la lista.',
  communeUnknown: 'Elige una comuna de la lista.',
  nameLong: `El nombre puede tener hasta ${MAX_NAME_LENGTH} caracteres.`,
  priceInvalid: 'El precio máximo debe ser un número entero de pesos.',
  pageInvalid: 'Esta página de resultados no existe. Vuelve a buscar.',
  problemMissing: 'Cuéntanos tu problema o usa los filtros.',
  problemLong: 'Tu texto puede tener hasta 1.000 caracteres.',
} as const

/** Specialties that show the safety panel even if no word of the text mentions danger. */
export const DANGER_SPECIALTIES: ReadonlySet<string> = new Set([
  'Violencia intrafamiliar (VIF)',
  'Medidas de protección (familia)',
])

/** ENT-18: the public data on a lawyer card. */
export const lawyerSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether the name is the verified one, so that the card shows the badge (H-03). */
  name_confirmed: z.boolean(),
  avatar: z.nullable(z.string()),
  /** Average from 0 to 5 with one decimal; 0 without reviews (AIS-12, OPEN-53). */
  rating: z.number(),
  reviewCount: z.int(),
  address_commune: z.nullable(z.string()),
  /** Years. */
  experience: z.nullable(z.int()),
  /** [«General»] if the lawyer has none. */
  specialties: z.array(z.string()),
  /** Price of a consultation in CLP. */
  price: z.int(),
  plan: z.enum(PLAN_IDS),
})
export type LawyerSummary = z.infer<typeof lawyerSummary>

/**
 * ENT-17: a search result. This is an allow-list: RUT, phone, birth date, street, e-mail, ID card and credits
 * cannot leave the server through it (TRAP-38).
 */
export const searchResult = z.object({
  ...lawyerSummary.shape,
  /** «{comuna}, {región}». */
  location: z.nullable(z.string()),
  is_verified: z.boolean(),
})
export type SearchResult = z.infer<typeof searchResult>

const specialty = z
  .string(MESSAGES.specialtyUnknown)
  .check(z.refine((name) => PROFILE_SPECIALTIES.includes(name), MESSAGES.specialtyUnknown))

/** Format of a page cursor, made by `encodeCursor`. */
const CURSOR =
  /^-?\d{1,10}\.-?\d{1,16}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[^\0\ud800-\udfff]{0,400}$/u

/** AIS-08, SEA-02: the filters of a search. All are optional; a lawyer must match all that are given. */
export const lawyersInput = z.optional(
  z.strictObject({
    /** Words of the name, without regard to accents and case. Each must occur somewhere in the name. */
    text: z.optional(z.string().check(z.maxLength(MAX_NAME_LENGTH, MESSAGES.nameLong))),
    specialty: z.optional(specialty),
    commune: z.optional(communeField),
    experience: z.optional(z.enum(EXPERIENCE_OPTIONS)),
    /** Highest price of a consultation: CLP as digits, as in the URL. */
    maxPrice: z.optional(z.string(MESSAGES.priceInvalid).check(z.regex(/^\d{1,9}$/, MESSAGES.priceInvalid))),
    after: z.optional(z.string(MESSAGES.pageInvalid).check(z.regex(CURSOR, MESSAGES.pageInvalid))),
  }),
)
export type LawyersInput = z.infer<typeof lawyersInput>

/** A page of results in the order of OPEN-51. */
export const lawyersOutput = z.object({
  items: z.array(searchResult),
  /** The `after` of the next page; null on the last page. */
  next: z.nullable(z.string()),
  /**
   * Number of matching lawyers; MAX_COUNT + 1 means more than MAX_COUNT. Null except on the first page.
   */
  total: z.nullable(z.int()),
})
export type LawyersPage = z.infer<typeof lawyersOutput>

/** WIZ-31: specialty and commune of the case, never its free text. */
export const recommendedInput = z.strictObject({
  specialty: z.enum(CASE_SPECIALTIES, MESSAGES.specialtyUnknown),
  commune: communeField,
})
export type RecommendedInput = z.infer<typeof recommendedInput>
export const recommendedOutput = z.array(lawyerSummary).check(z.maxLength(MAX_RECOMMENDED))

/** OPEN-52: the problem in the person's own words. The server analyses the text and does not store it. */
export const understandInput = z.strictObject({
  text: z.string(MESSAGES.problemMissing).check(
    z.maxLength(MAX_PROBLEM_LENGTH, MESSAGES.problemLong),
    z.refine((text) => text.trim() !== '', MESSAGES.problemMissing),
  ),
  /** Set while the person is still typing: the text is not sent to a language model. */
  isTyping: z.optional(z.boolean()),
  /** DAT-31: the server that the sentence above the button named: the person consents to sending the text there. */
  sendTo: z.optional(z.string().check(z.maxLength(253))),
})

export type UnderstandInput = z.infer<typeof understandInput>

/** Analysis of a problem: suggested filters, the reasons, and a question if the specialty is not clear. */
export const problemAnalysis = z.object({
  specialty: z.nullable(specialty),
  /** Whether the specialty is clear enough to need no question. */
  sure: z.boolean(),
  /** The words of the text that decided, as written. */
  reasons: z.array(z.string()).check(z.maxLength(4)),
  question: z.nullable(
    z.object({ text: z.string(), options: z.array(z.object({ specialty, label: z.string() })) }),
  ),
  commune: z.nullable(z.string()),
  experience: z.nullable(z.enum(EXPERIENCE_OPTIONS)),
  /** Price ceiling in CLP. */
  maxPrice: z.nullable(z.int()),
  /** Whether to show the safety panel with emergency numbers (docs/design.md §9). */
  safety: z.boolean(),
})
export type ProblemAnalysis = z.infer<typeof problemAnalysis>

/** The only accepted shape of a language model's answer (docs/design.md §9). */
export const llmAnswer = z.strictObject({
  specialty: z.nullable(specialty),
  /** The second most likely specialty, if it is not sure. */
  alternative: z.nullable(specialty),
  sure: z.boolean(),
  reasons: z.array(z.string().check(z.maxLength(80))).check(z.maxLength(4)),
  commune: z.nullable(communeField),
  experience: z.nullable(z.int().check(z.gte(0), z.lte(70))),
  max_price: z.nullable(z.int().check(z.gte(1), z.lte(MAX_PRICE_CEILING))),
})
export type LlmAnswer = z.infer<typeof llmAnswer>

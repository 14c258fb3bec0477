import * as z from 'zod/mini'
import { CASE_SPECIALTIES, communeField, PROFILE_SPECIALTIES } from '../lawyers/schema.ts'

/** AIS-03, LIM-13: at least so many years. */
export const EXPERIENCES = ['1', '3', '5', '10'] as const
export type Experience = (typeof EXPERIENCES)[number]

/** Lawyers on one page of a search. */
export const SEARCH_PAGE = 20
/** Searches are counted so far, and «Más de 1.000» above (DESIGN §9). */
export const COUNT_MOST = 1_000
/** WIZ-31, LIM-06. */
export const RECOMMENDED_MOST = 3
/** OPEN-52: characters of «Cuéntanos tu problema». */
export const PROBLEM_MAX = 1_000
export const NAME_MAX = 120
/** Whole CLP. */
export const PRICE_CEILING_MAX = 100_000_000

export const MESSAGES = {
  specialtyUnknown: 'Elige una especialidad de la lista.',
  communeUnknown: 'Elige una comuna de la lista.',
  nameLong: `El nombre puede tener hasta ${NAME_MAX} caracteres.`,
  priceInvalid: 'El precio máximo debe ser un número entero de pesos.',
  pageInvalid: 'Esta página de resultados no existe. Vuelve a buscar.',
  problemMissing: 'Cuéntanos tu problema o usa los filtros.',
  problemLong: 'Tu texto puede tener hasta 1.000 caracteres.',
} as const

const plan = z.enum(['gratis', 'basico', 'intermedio', 'avanzado'])

/** ENT-18: what a lawyer card shows, all of it public. */
export const cardLawyer = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether the seal stands beside this name (H-03). */
  name_confirmed: z.boolean(),
  avatar: z.nullable(z.string()),
  /** 0 to 5 with one decimal; 0 without reviews (AIS-12, OPEN-53). */
  rating: z.number(),
  reviewCount: z.int(),
  address_commune: z.nullable(z.string()),
  /** Whole years. */
  experience: z.nullable(z.int()),
  /** «General» when there is none. */
  specialties: z.array(z.string()),
  /** Whole CLP for a consultation. */
  price: z.int(),
  plan,
})
export type CardLawyer = z.infer<typeof cardLawyer>

/** ENT-17, an allow-list: RUT, phone, birth date, street, e-mail, ID card and credits can not leave through it (TRAP-38). */
export const searchResult = z.object({
  ...cardLawyer.shape,
  /** «{comuna}, {región}». */
  location: z.nullable(z.string()),
  is_verified: z.boolean(),
})
export type SearchResult = z.infer<typeof searchResult>

const specialty = z
  .string(MESSAGES.specialtyUnknown)
  .check(z.refine((name) => PROFILE_SPECIALTIES.includes(name), MESSAGES.specialtyUnknown))

/** Where a page ended, as `next` gave it. */
const CURSOR =
  /^-?\d{1,10}\.-?\d{1,16}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[^\0\ud800-\udfff]{0,400}$/u

/** AIS-08, SEA-02: every filter may be left out; all that are there must fit. */
export const lawyersInput = z.optional(
  z.strictObject({
    /** Part of the name, whatever its accents and capitals; several words each anywhere in it. */
    text: z.optional(z.string().check(z.maxLength(NAME_MAX, MESSAGES.nameLong))),
    specialty: z.optional(specialty),
    commune: z.optional(communeField),
    experience: z.optional(z.enum(EXPERIENCES)),
    /** The most that a consultation may cost: whole CLP in digits, as an address carries it. */
    maxPrice: z.optional(z.string(MESSAGES.priceInvalid).check(z.regex(/^\d{1,9}$/, MESSAGES.priceInvalid))),
    after: z.optional(z.string(MESSAGES.pageInvalid).check(z.regex(CURSOR, MESSAGES.pageInvalid))),
  }),
)
export type LawyersInput = z.infer<typeof lawyersInput>

/** In the order of OPEN-51. */
export const lawyersOutput = z.object({
  items: z.array(searchResult),
  /** `after` of the next page; null at the end. */
  next: z.nullable(z.string()),
  /** How many fit, counted up to COUNT_MOST: one more stands for any number above. With the first page only. */
  total: z.nullable(z.int()),
})
export type LawyersPage = z.infer<typeof lawyersOutput>

/** WIZ-31: the case's specialty, never its free text, and its commune. */
export const recommendedInput = z.strictObject({
  specialty: z.enum(CASE_SPECIALTIES, MESSAGES.specialtyUnknown),
  commune: communeField,
})
export type RecommendedInput = z.infer<typeof recommendedInput>
export const recommendedOutput = z.array(cardLawyer).check(z.maxLength(RECOMMENDED_MOST))

/** OPEN-52: the person's own words. They are read, and kept nowhere. */
export const understandInput = z.strictObject({
  text: z.string(MESSAGES.problemMissing).check(
    z.maxLength(PROBLEM_MAX, MESSAGES.problemLong),
    z.refine((text) => text.trim() !== '', MESSAGES.problemMissing),
  ),
  /** Amparo's own reading alone, while the person still types: nothing goes to a language model. */
  isTyping: z.optional(z.boolean()),
})

/** What to filter by, why, and what to ask when that is not sure. */
export const understood = z.object({
  specialty: z.nullable(specialty),
  /** Whether the specialty may stand without a question. */
  sure: z.boolean(),
  /** The words that decided, as written. */
  reasons: z.array(z.string()).check(z.maxLength(4)),
  question: z.nullable(
    z.object({ text: z.string(), options: z.array(z.object({ specialty, label: z.string() })) }),
  ),
  commune: z.nullable(z.string()),
  experience: z.nullable(z.enum(EXPERIENCES)),
  /** Whole CLP. */
  maxPrice: z.nullable(z.int()),
  /** The safety panel must be shown: 1455, 149, 133 (DESIGN §9). */
  safety: z.boolean(),
})
export type Understood = z.infer<typeof understood>

/** What a language model may say of a problem; anything else is no answer (DESIGN §9). */
export const modelAnswer = z.strictObject({
  specialty: z.nullable(specialty),
  /** The second likeliest, when it is not sure. */
  alternative: z.nullable(specialty),
  sure: z.boolean(),
  /** Words of the text itself. */
  reasons: z.array(z.string().check(z.maxLength(80))).check(z.maxLength(4)),
  commune: z.nullable(communeField),
  experience: z.nullable(z.int().check(z.gte(0), z.lte(70))),
  max_price: z.nullable(z.int().check(z.gte(1), z.lte(PRICE_CEILING_MAX))),
})
export type ModelAnswer = z.infer<typeof modelAnswer>

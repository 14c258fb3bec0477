import { CASE_SPECIALTIES, PROFILE_SPECIALTY_CATEGORIES } from '../../lawyers/schema.ts'
import type { Found } from './concepts.ts'
import { OTHER } from './lexicon-other.ts'

const isCase = new Set<string>(CASE_SPECIALTIES)
/** The 30 profile specialties that no case specialty is, by category; what a case of class Otro may be about. */
const CATEGORY = new Map(
  PROFILE_SPECIALTY_CATEGORIES.flatMap(({ name, specialties }) =>
    specialties.filter((specialty) => !isCase.has(specialty)).map((specialty) => [specialty, name] as const),
  ),
)

/**
 * Class Otro is many matters that have nothing in common: the model knows it in kinds, each with weights of its own, and
 * adds their chances. A kind is a category of the profile's list; «Otros» falls apart in three.
 */
export const OTHER_KINDS: readonly string[] = [
  ...new Set([...CATEGORY].map(([specialty, category]) => (category === 'Otros' ? specialty : category))),
]

/** How surely a text names each of the 30, by its words; several words weigh more than one. */
function namedIn(found: readonly Found[]): Map<string, number> {
  const scores = new Map<string, number>()
  for (const { name, from, to } of found)
    if (name in OTHER) scores.set(name, (scores.get(name) ?? 0) + 1 + (to - from))
  return scores
}

/**
 * The one of the 30 other profile specialties that a text's words name most, or null when they name none clearly: never
 * the filter «Otro».
 *
 * @param among chance of each kind, when the model has spoken: words decide within what it holds likely
 */
export function otherSpecialty(found: readonly Found[], among?: ReadonlyMap<string, number>): string | null {
  let best: { specialty: string; score: number } | null = null
  for (const [specialty, score] of namedIn(found)) {
    const weighed = score * (among ? 0.15 + (among.get(kindOf(specialty)) ?? 0) : 1)
    if (best === null || weighed > best.score) best = { specialty, score: weighed }
  }
  return best?.specialty ?? null
}

/** The kind of class Otro that one of the 30 belongs to. */
export function kindOf(specialty: string): string {
  const category = CATEGORY.get(specialty)
  return category === undefined || category === 'Otros' ? specialty : category
}

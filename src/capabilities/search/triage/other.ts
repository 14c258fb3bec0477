import { CASE_SPECIALTIES, PROFILE_SPECIALTY_CATEGORIES } from '../../lawyers/schema.ts'
import type { Found } from './concepts.ts'
import { OTHER } from './lexicon-other.ts'

const caseSpecialties = new Set<string>(CASE_SPECIALTIES)
/** The topics of class «Otro»: the 30 profile specialties that are no case specialty, with their category. */
const CATEGORY_OF = new Map(
  PROFILE_SPECIALTY_CATEGORIES.flatMap(({ name, specialties }) =>
    specialties
      .filter((specialty) => !caseSpecialties.has(specialty))
      .map((specialty) => [specialty, name] as const),
  ),
)

/**
 * The kinds of class «Otro». Its topics have little in common, so the model has weights for each kind and
 * adds up their probabilities. A kind is a category of the profile's list; in the category «Otros», each
 * specialty is a kind.
 */
export const OTHER_KINDS: readonly string[] = [
  ...new Set([...CATEGORY_OF].map(([specialty, category]) => (category === 'Otros' ? specialty : category))),
]

/** Score of each of the 30 specialties by the concepts found. Expressions of several words count more. */
function scoresOf(found: readonly Found[]): Map<string, number> {
  const scores = new Map<string, number>()
  for (const { name, from, to } of found)
    if (name in OTHER) scores.set(name, (scores.get(name) ?? 0) + 1 + (to - from))
  return scores
}

/**
 * The one of the 30 other profile specialties that the concepts of a text name most; null if they name none.
 * Never «Otro».
 * @param kindChances probability of each kind by the model, as a weight
 */
export function otherSpecialty(
  found: readonly Found[],
  kindChances?: ReadonlyMap<string, number>,
): string | null {
  let best: { specialty: string; score: number } | null = null
  for (const [specialty, score] of scoresOf(found)) {
    const weighted = score * (kindChances ? 0.15 + (kindChances.get(otherKindOf(specialty)) ?? 0) : 1)
    if (best === null || weighted > best.score) best = { specialty, score: weighted }
  }
  return best?.specialty ?? null
}

/** The kind of class «Otro» that one of the 30 specialties belongs to. */
export function otherKindOf(specialty: string): string {
  const category = CATEGORY_OF.get(specialty)
  return category === undefined || category === 'Otros' ? specialty : category
}

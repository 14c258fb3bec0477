import type { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import { DANGER_SPECIALTIES } from '../schema.ts'
import { findMaxPrice, findMinExperience } from './amounts.ts'
import { type Danger, findDangers } from './danger.ts'
import { featureOf, featuresOf, type TextFeatures } from './features.ts'
import { plain, readable, wordsOf } from './fold.ts'
import {
  type ActiveFeature,
  activeFeatures,
  CLASSES,
  COLUMNS,
  columnScores,
  contributionOf,
  mergeOtherKinds,
  otherKindChances,
  softmax,
  type TriageModel,
} from './model.ts'
import { otherSpecialty } from './other.ts'
import { findCommune } from './places.ts'
import { type Question, questionBetween } from './questions.ts'

export type CaseSpecialty = (typeof CASE_SPECIALTIES)[number]

/** Result of analysing a free text (OPEN-52). */
export interface TriageResult {
  /** The 16 case specialties, most likely first. Confidences add up to 1. */
  ranked: readonly { specialty: CaseSpecialty; confidence: number }[]
  /**
   * Specialty to search for: the first of `ranked`, or for «Otro» one of the 30 other profile specialties.
   * Null if the text does not say what it is about.
   */
  proposal: string | null
  /** Whether the proposal is reliable enough to need no question. */
  sure: boolean
  /** Expressions that decided, as written in the text, strongest first. For «Por qué: …». */
  reasons: readonly string[]
  question: Question | null
  /** Official name, as in src/chile/regions.ts. */
  commune: string | null
  /** Requested experience of the lawyer, in years. */
  minExperience: number | null
  /** Price ceiling in CLP. */
  maxPrice: number | null
  dangers: readonly Danger[]
  /** Whether to show the safety panel with emergency numbers. */
  safety: boolean
}

const MAX_REASONS = 4
/** Minimum contribution of a reason, as a share of the strongest. */
const MIN_REASON_SHARE = 0.3
/** With fewer known words and concepts, a text gets no proposal. */
const MIN_KNOWN_FEATURES = 2

/**
 * Analyses a free Spanish text and proposes what to search for. Deterministic, without I/O. Never throws. Of a
 * text longer than READ_MAX, only the beginning and the end are read.
 */
export function triageWithModel(model: TriageModel, text: string): TriageResult {
  const features = featuresOf(text)
  const parts = activeFeatures(model, features)
  const columnChances = softmax(columnScores(model, parts), model.temperature)
  const chances = mergeOtherKinds(columnChances)
  const ranked = CLASSES.map((specialty, k) => ({ specialty, confidence: chances[k] ?? 0 })).sort(
    (one, other) => other.confidence - one.confidence,
  )
  const [first, second] = ranked
  const known = parts.filter(({ group }) => group === 'word' || group === 'concept').length
  const isEmpty = known < MIN_KNOWN_FEATURES || !first || !second
  const dangers = findDangers(text)
  const reasons = isEmpty ? [] : findReasons(model, text, features, parts, columnChances, first.specialty)
  const isLikely = !isEmpty && first.confidence >= model.sureThreshold
  const hasNoTopic =
    isEmpty || (!isLikely && reasons.every(isGenericRequest)) || isOnlySuicidal(dangers, reasons)
  const sure = isLikely && !hasNoTopic
  return {
    ranked,
    proposal: hasNoTopic ? null : proposalOf(first.specialty, features, columnChances),
    sure,
    reasons: hasNoTopic ? [] : reasons,
    question: hasNoTopic || sure ? null : questionBetween(first.specialty, second.specialty),
    commune: findCommune(text),
    minExperience: findMinExperience(text),
    maxPrice: findMaxPrice(text),
    dangers,
    safety: dangers.length > 0 || (!hasNoTopic && DANGER_SPECIALTIES.has(first.specialty)),
  }
}

/** Words of a request for any lawyer: they say nothing about the topic, whatever the model has learnt. */
const GENERIC_WORDS: ReadonlySet<string> = new Set(
  wordsOf(
    plain(
      'abogado abogada abogados abogadas barato barata baratos económico económica bueno buena caro cara mejor ' +
        'experiencia años año busco buscar quiero quisiera necesito necesitar ayuda ayudar recomendar consulta asesoría ' +
        'legal un una con para que de lucas pesos mil millones máximo hasta presupuesto pagar hola gracias urgente ' +
        'familia demandar demanda problema problemas tengo',
    ),
  ).map(({ key }) => key),
)
const isGenericRequest = (reason: string) =>
  wordsOf(plain(reason)).every(({ key }) => GENERIC_WORDS.has(key) || /^#/u.test(key))

/** To kill, die, live and want, in the phonetic spelling of fold.ts. */
const SUICIDE_WORDS = /^(?:mat|mor|muer|bib|bid|suisid|kill|die|kier|no$)/u

/**
 * Whether a text speaks of suicide and nothing else. The person then sees the emergency numbers, and no
 * specialty such as violence or divorce.
 */
const isOnlySuicidal = (dangers: readonly Danger[], reasons: readonly string[]) =>
  dangers.length > 0 &&
  dangers.every((danger) => danger === 'suicide') &&
  reasons.every((reason) => wordsOf(plain(reason)).every(({ key }) => SUICIDE_WORDS.test(key)))

const proposalOf = (
  first: CaseSpecialty,
  features: TextFeatures,
  columnChances: Float64Array,
): string | null =>
  first === 'Otro' ? otherSpecialty(features.concepts, otherKindChances(columnChances)) : first

/** The column of a specialty; for «Otro», the column of its most likely kind. */
function columnFor(specialty: CaseSpecialty, columnChances: Float64Array): number {
  const own = COLUMNS.indexOf(specialty)
  if (own !== -1) return own
  let best = CLASSES.length - 1
  for (let k = best; k < columnChances.length; k += 1)
    if ((columnChances[k] ?? 0) > (columnChances[best] ?? 0)) best = k
  return best
}

/** Shorter expressions are too common to be a reason. */
const MIN_REASON_LENGTH = 4

/** The expressions or single words of the text that contributed most to the score of the specialty. */
function findReasons(
  model: TriageModel,
  text: string,
  { words, concepts }: TextFeatures,
  parts: readonly ActiveFeature[],
  columnChances: Float64Array,
  specialty: CaseSpecialty,
): string[] {
  const column = columnFor(specialty, columnChances)
  const contributions = new Map<number, number>()
  for (const part of parts)
    if (part.group === 'word' || part.group === 'concept')
      contributions.set(part.hash, contributionOf(model, part, column))
  const wordScores = words.map(({ key }) => contributions.get(featureOf('word', key)) ?? 0)
  const spans = new Map<string, { from: number; to: number; score: number }>()
  for (const [n, score] of wordScores.entries()) spans.set(`${n} ${n}`, { from: n, to: n, score })
  for (const { name, from, to } of concepts) {
    const key = `${from} ${to}`
    const wordSum = wordScores.slice(from, to + 1).reduce((sum, score) => sum + Math.max(0, score), 0)
    const span = spans.get(key) ?? { from, to, score: wordSum }
    spans.set(key, { ...span, score: span.score + (contributions.get(featureOf('concept', name)) ?? 0) })
  }
  const folded = plain(readable(text))
  const original = readable(text).normalize('NFC')
  // Word positions refer to the folded text. They fit the original only if both have the same length.
  const source = original.length === folded.length ? original : folded
  const chosen: { from: number; to: number; written: string }[] = []
  const sorted = [...spans.values()].sort((one, other) => other.score - one.score)
  const minScore = (sorted[0]?.score ?? 0) * MIN_REASON_SHARE
  for (const { from, to, score } of sorted) {
    if (chosen.length === MAX_REASONS || score <= 0 || score < minScore) break
    const written = source.slice(words[from]?.at ?? 0, words[to]?.end ?? 0).trim()
    if (written.length < MIN_REASON_LENGTH || !/\p{L}/u.test(written)) continue
    if (chosen.some((one) => from <= one.to && to >= one.from)) continue
    if (chosen.some((one) => plain(one.written) === plain(written))) continue
    chosen.push({ from, to, written: written.replace(/\s+/gu, ' ') })
  }
  return chosen.map(({ written }) => written)
}

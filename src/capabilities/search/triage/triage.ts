import type { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import { experienceIn, priceIn } from './amounts.ts'
import { type Danger, dangersIn } from './danger.ts'
import { featureOf, featuresOf, type Read } from './features.ts'
import { plain, readable, wordsOf } from './fold.ts'
import {
  CLASSES,
  COLUMNS,
  chancesOf,
  foldKinds,
  kindsOf,
  type Model,
  type Part,
  partsOf,
  pushOf,
  readModel,
  scoresOf,
} from './model.ts'
import { otherSpecialty } from './other.ts'
import { communeIn } from './places.ts'
import { type Question, questionBetween } from './questions.ts'

export type CaseSpecialty = (typeof CASE_SPECIALTIES)[number]

/** What a person's own words come to (OPEN-52). Nothing of it is kept anywhere. */
export interface Triage {
  /** The 16, likeliest first; confidences add up to 1. */
  ranked: readonly { specialty: CaseSpecialty; confidence: number }[]
  /** What to filter lawyers by: the first of the ranked, for Otro one of the 30 others; null when the words say nothing of a matter. */
  proposal: string | null
  /** Whether the proposal may stand without a question. */
  sure: boolean
  /** The words that decided, as written, most telling first: «Por qué: …». */
  reasons: readonly string[]
  /** What to ask when not sure. */
  question: Question | null
  /** As src/chile/regions.ts writes it. */
  commune: string | null
  /** Whole years. */
  minExperience: number | null
  /** Whole CLP. */
  maxPrice: number | null
  dangers: readonly Danger[]
  /** Whether the safety panel must be shown (1455, 149, 133). */
  safety: boolean
}

let loaded: Promise<Model> | null = null
/** The model, decoded at the first use: some 2 MB that only a server that triages holds. */
export function loadModel(): Promise<Model> {
  loaded ??= import('./weights.ts').then(({ WEIGHTS }) => {
    const letters = atob(WEIGHTS)
    const bytes = new Uint8Array(letters.length)
    for (let n = 0; n < letters.length; n += 1) bytes[n] = letters.charCodeAt(n)
    return readModel(bytes.buffer)
  })
  return loaded
}

/** Matters in which somebody may be in danger though no word says so. */
const GRAVE: ReadonlySet<string> = new Set([
  'Violencia intrafamiliar (VIF)',
  'Medidas de protección (familia)',
])
const REASONS_MAX = 4
/** A reason pushes at least this share of what the strongest does. */
const REASON_SHARE = 0.3
/** Kept for a text of which the model knows next to nothing. */
const WORDS_MIN = 2

/**
 * Reads a free Spanish text and proposes what to search for. Pure but for loading the model once; never throws; the same
 * text gives the same answer. Longer texts than READ_MAX are read at both ends.
 */
export async function triage(text: string): Promise<Triage> {
  return triageWith(await loadModel(), text)
}

/** The same with a model at hand. */
export function triageWith(model: Model, text: string): Triage {
  const read = featuresOf(text)
  const parts = partsOf(model, read)
  const columns = chancesOf(scoresOf(model, parts), model.temperature)
  const chances = foldKinds(columns)
  const ranked = CLASSES.map((specialty, k) => ({ specialty, confidence: chances[k] ?? 0 })).sort(
    (one, other) => other.confidence - one.confidence,
  )
  const [first, second] = ranked
  const known = parts.filter(({ group }) => group === 'word' || group === 'concept').length
  const empty = known < WORDS_MIN || !first || !second
  const dangers = dangersIn(text)
  const reasons = empty ? [] : reasonsFor(model, text, read, parts, columns, first.specialty)
  const likely = !empty && first.confidence >= model.sure
  const silent = empty || (!likely && reasons.every(isTalk)) || isOwnDespair(dangers, reasons)
  const sure = likely && !silent
  return {
    ranked,
    proposal: silent ? null : proposalOf(first.specialty, read, columns),
    sure,
    reasons: silent ? [] : reasons,
    question: silent || sure ? null : questionBetween(first.specialty, second.specialty),
    commune: communeIn(text),
    minExperience: experienceIn(text),
    maxPrice: priceIn(text),
    dangers,
    safety: dangers.length > 0 || (!silent && GRAVE.has(first.specialty)),
  }
}

/** How people ask for any lawyer, whatever the matter: by itself it tells none, however many who divorce write so. */
const TALK: ReadonlySet<string> = new Set(
  wordsOf(
    plain(
      'abogado abogada abogados abogadas barato barata baratos económico económica bueno buena caro cara mejor ' +
        'experiencia años año busco buscar quiero quisiera necesito necesitar ayuda ayudar recomendar consulta asesoría ' +
        'legal un una con para que de lucas pesos mil millones máximo hasta presupuesto pagar hola gracias urgente ' +
        'familia demandar demanda problema problemas tengo',
    ),
  ).map(({ key }) => key),
)
const isTalk = (reason: string) => wordsOf(plain(reason)).every(({ key }) => TALK.has(key) || /^#/u.test(key))

/** Killing, dying, living and wanting, as `fold` spells them. */
const DESPAIR = /^(?:mat|mor|muer|bib|bid|suisid|kill|die|kier|no$)/u

/** Whoever only thinks of taking their own life is told where to call: not that the family is violent, nor of a divorce. */
const isOwnDespair = (dangers: readonly Danger[], reasons: readonly string[]) =>
  dangers.length > 0 &&
  dangers.every((danger) => danger === 'suicide') &&
  reasons.every((reason) => wordsOf(plain(reason)).every(({ key }) => DESPAIR.test(key)))

const proposalOf = (first: CaseSpecialty, read: Read, columns: Float64Array): string | null =>
  first === 'Otro' ? otherSpecialty(read.concepts, kindsOf(columns)) : first

/** The column that spoke for a class: its own, or the likeliest kind of Otro. */
function columnFor(specialty: CaseSpecialty, columns: Float64Array): number {
  const own = COLUMNS.indexOf(specialty)
  if (own !== -1) return own
  let best = CLASSES.length - 1
  for (let k = best; k < columns.length; k += 1) if ((columns[k] ?? 0) > (columns[best] ?? 0)) best = k
  return best
}

/** Words too common to be a reason by themselves. */
const LEAST_LETTERS = 4

/** The stretches of the text that pushed most towards the class: expressions of the lexicon, or single words. */
function reasonsFor(
  model: Model,
  text: string,
  { words, concepts }: Read,
  parts: readonly Part[],
  columns: Float64Array,
  specialty: CaseSpecialty,
): string[] {
  const column = columnFor(specialty, columns)
  const push = new Map<number, number>()
  for (const part of parts)
    if (part.group === 'word' || part.group === 'concept') push.set(part.hash, pushOf(model, part, column))
  const ofWord = words.map(({ key }) => push.get(featureOf('word', key)) ?? 0)
  const spans = new Map<string, { from: number; to: number; score: number }>()
  for (const [n, score] of ofWord.entries()) spans.set(`${n} ${n}`, { from: n, to: n, score })
  for (const { name, from, to } of concepts) {
    const key = `${from} ${to}`
    const inside = ofWord.slice(from, to + 1).reduce((sum, score) => sum + Math.max(0, score), 0)
    const span = spans.get(key) ?? { from, to, score: inside }
    spans.set(key, { ...span, score: span.score + (push.get(featureOf('concept', name)) ?? 0) })
  }
  const folded = plain(readable(text))
  const original = readable(text).normalize('NFC')
  const source = original.length === folded.length ? original : folded
  const chosen: { from: number; to: number; written: string }[] = []
  const strongest = [...spans.values()].sort((one, other) => other.score - one.score)
  const least = (strongest[0]?.score ?? 0) * REASON_SHARE
  for (const { from, to, score } of strongest) {
    if (chosen.length === REASONS_MAX || score <= 0 || score < least) break
    const written = source.slice(words[from]?.at ?? 0, words[to]?.end ?? 0).trim()
    if (written.length < LEAST_LETTERS || !/\p{L}/u.test(written)) continue
    if (chosen.some((one) => from <= one.to && to >= one.from)) continue
    if (chosen.some((one) => plain(one.written) === plain(written))) continue
    chosen.push({ from, to, written: written.replace(/\s+/gu, ' ') })
  }
  return chosen.map(({ written }) => written)
}

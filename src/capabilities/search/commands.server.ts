import type { Db } from '../../platform/database/database.server.ts'
import { accept, type Result } from '../../platform/errors/refusal.ts'
import { takeTry } from '../../platform/http/limits.server.ts'
import { askLanguageModel } from '../../platform/llm.server.ts'
import type { Context } from '../../platform/rpc/context.server.ts'
import { paced } from '../lawyers/commands.server.ts'
import { CASE_SPECIALTIES } from '../lawyers/schema.ts'
import {
  cursorOf,
  experienceFor,
  LLM_LIMIT,
  marksOf,
  type Order,
  placeIn,
  promptFor,
  type SearchFilter,
  searchFilter,
  specialtiesShown,
  withModel,
} from './rules.ts'
import {
  type CardLawyer,
  COUNT_MOST,
  type LawyersInput,
  type LawyersPage,
  modelAnswer,
  RECOMMENDED_MOST,
  type RecommendedInput,
  SEARCH_PAGE,
  type Understood,
} from './schema.ts'
import { type FoundLawyer, findLawyers } from './store.server.ts'
import { questionBetween } from './triage/questions.ts'
import type { Triage } from './triage/triage.ts'

/** Its words are learnt as it loads, 80 ms of processor time that no start has to wait for. */
const triaging = () => import('./triage/triage.ts')

/** Has the model of `understand` at hand before the first person asks: it takes some 0.4 s to load. */
export const prepareSearch = async (): Promise<void> => void (await (await triaging()).loadModel())

const shown = <Lawyer extends FoundLawyer>({ place: _, ...lawyer }: Lawyer) => ({
  ...lawyer,
  specialties: specialtiesShown(lawyer.specialties),
})

const wanted = (filter: SearchFilter) => ({ filter, marks: marksOf(filter) })

/** AIS-07 to AIS-12, SEA-02, OPEN-51: a page of the verified lawyers who fit, for whoever asks; 60 a minute (429). */
export async function searchLawyers(context: Context, input: LawyersInput): Promise<Result<LawyersPage>> {
  const pace = await paced(context)
  if (!pace.ok) return pace
  const { db } = context
  const after = input?.after ? placeIn(input.after) : null
  const search = { ...wanted(searchFilter(input)), order: 'search' as const, after, limit: SEARCH_PAGE + 1 }
  const { items, total } = await findLawyers(db, search, after ? null : COUNT_MOST)
  const page = items.slice(0, SEARCH_PAGE)
  const last = page.at(-1)
  const next = last && items.length > SEARCH_PAGE ? cursorOf(last.place) : null
  return accept({ items: page.map(shown), next, total })
}

/** WIZ-31, OPEN-48: up to three lawyers for a case, its commune's first; never the one who asks. 60 a minute (429). */
export async function recommendedLawyers(
  context: Context,
  { specialty, commune }: RecommendedInput,
): Promise<Result<CardLawyer[]>> {
  const pace = await paced(context)
  if (!pace.ok) return pace
  const { db, session } = context
  const best = (filter: { commune?: string }, limit: number) =>
    firstLawyers(db, { specialty, ...filter }, session?.userId ?? null, limit)
  const near = await best({ commune }, RECOMMENDED_MOST)
  // Those of the commune are among the best of all too, and counted once.
  const all = near.length < RECOMMENDED_MOST ? await best({}, RECOMMENDED_MOST + near.length) : []
  const far = all.filter(({ id }) => !near.some((one) => one.id === id))
  return accept([...near, ...far].slice(0, RECOMMENDED_MOST).map(shown))
}

async function firstLawyers(
  db: Db,
  input: { specialty: string; commune?: string },
  not: string | null,
  limit: number,
): Promise<FoundLawyer[]> {
  const order: Order = 'recommended'
  const filter = { ...searchFilter(input), not }
  return (await findLawyers(db, { ...wanted(filter), order, after: null, limit }, null)).items
}

/**
 * OPEN-52: what a problem told in free words comes to. The text is kept nowhere. With LLM_* set a language model reads it
 * too, without contact data, but not while the person types. Where its answer is no good Amparo's own reading stands, and
 * danger is always Amparo's own to find.
 */
export async function understandProblem(
  context: Context,
  { text, isTyping = false }: { text: string; isTyping?: boolean | undefined },
): Promise<Result<Understood>> {
  const [own, theirs] = await Promise.all([
    triaging().then(({ triage }) => triage(text)),
    isTyping ? null : modelReading(context, text),
  ])
  const reading = readingOf(own)
  return accept(theirs ? withModel(reading, theirs, text, questionFor) : reading)
}

/** A question about something that is not even this likely puzzles more than it helps. */
const WORTH_ASKING = 0.15

const readingOf = (own: Triage): Understood => ({
  // «Otro» is no filter (DESIGN §9).
  specialty: own.proposal === 'Otro' ? null : own.proposal,
  sure: own.sure,
  reasons: own.proposal === null ? [] : [...own.reasons],
  question:
    own.question && (own.ranked[1]?.confidence ?? 0) >= WORTH_ASKING
      ? { text: own.question.text, options: own.question.options.map((option) => namedOption(option, own)) }
      : null,
  commune: own.commune,
  experience: experienceFor(own.minExperience),
  maxPrice: own.maxPrice,
  safety: own.safety,
})

/** Where «Otro» came first and its words named one of the other specialties, that one is the answer. */
function namedOption(option: { specialty: string; label: string }, { ranked, proposal }: Triage) {
  if (option.specialty !== 'Otro' || ranked[0]?.specialty !== 'Otro' || !proposal || proposal === 'Otro')
    return option
  return { specialty: proposal, label: `Es por ${proposal.charAt(0).toLowerCase()}${proposal.slice(1)}` }
}

/** Questions are written for the specialties of cases. */
function questionFor(one: string, other: string): Understood['question'] {
  const known: readonly string[] = CASE_SPECIALTIES
  if (!known.includes(one) || !known.includes(other)) return null
  const { text, options } = questionBetween(one, other)
  return { text, options: [...options] }
}

async function modelReading({ config, db, log, address }: Context, text: string) {
  const { languageModel } = config
  if (!languageModel) return null
  try {
    // A model costs its operator money by the question: whoever asks very often is answered by the house alone.
    if ((await takeTry(db, `llm:${address}`, LLM_LIMIT)) !== null) return null
    const prompt = promptFor(text)
    const answer = modelAnswer.safeParse(await askLanguageModel(languageModel, prompt))
    if (answer.success) return answer.data
    log.warn(
      { fields: answer.error.issues.map(({ path }) => path.join('.')) },
      'language model: answer refused',
    )
  } catch (error) {
    // Never the error itself: a parser's words may quote the text.
    log.warn({ reason: (error as Error).name }, 'language model: no answer')
  }
  return null
}

import { cutPage } from '../../input/cursor.ts'
import { accept, type Result } from '../../platform/errors/refusal.ts'
import { consumeAttempt } from '../../platform/http/rate-limit.server.ts'
import { askLanguageModel } from '../../platform/llm.server.ts'
import type { Context } from '../../platform/rpc/context.server.ts'
import { consentToExternalAnalysis } from '../consents/commands.server.ts'
import { consumeSearchLimit } from '../lawyers/commands.server.ts'
import { CASE_SPECIALTIES } from '../lawyers/schema.ts'
import {
  decodeCursor,
  displayedSpecialties,
  encodeCursor,
  experienceOptionFor,
  LLM_RATE_LIMIT,
  listingMarks,
  llmPrompt,
  mergeLlmAnswer,
  toSearchConditions,
} from './rules.ts'
import {
  type LawyerSummary,
  type LawyersInput,
  type LawyersPage,
  llmAnswer,
  MAX_COUNT,
  MAX_RECOMMENDED,
  type ProblemAnalysis,
  type RecommendedInput,
  SEARCH_PAGE_SIZE,
  type UnderstandInput,
} from './schema.ts'
import { type FoundLawyer, findLawyers } from './store.server.ts'
import { questionBetween } from './triage/questions.ts'
import type { TriageResult } from './triage/triage.ts'

/** Imported on first use: building its indexes takes time that would delay the start of the server. */
const importTriage = () => import('./triage-model.server.ts')

/** Loads the triage model ahead of the first request that needs it. */
export const warmUpSearch = async (): Promise<void> => void (await (await importTriage()).loadModel())

const toResult = ({ cursor: _, ...lawyer }: FoundLawyer) => ({
  ...lawyer,
  specialties: displayedSpecialties(lawyer.specialties),
})

/**
 * AIS-07 to AIS-12, SEA-02, OPEN-51: a page of matching verified lawyers, for visitors and users. Refuses
 * more than 60 pages a minute (429).
 */
export async function searchLawyers(context: Context, input: LawyersInput): Promise<Result<LawyersPage>> {
  const allowed = await consumeSearchLimit(context)
  if (!allowed.ok) return allowed
  const { db } = context
  const after = input?.after ? decodeCursor(input.after) : null
  const filter = toSearchConditions(input)
  const search = {
    filter,
    marks: listingMarks(filter),
    order: 'search' as const,
    after,
    limit: SEARCH_PAGE_SIZE + 1,
  }
  const { items, total } = await findLawyers(db, search, after ? null : MAX_COUNT)
  const { shown, next } = cutPage(items, SEARCH_PAGE_SIZE, (last) => encodeCursor(last.cursor))
  return accept({ items: shown.map(toResult), next, total })
}

/**
 * WIZ-31, OPEN-48: up to three lawyers for a case, those of its commune first, never the user. Refuses more
 * than 60 requests a minute (429).
 */
export async function recommendedLawyers(
  context: Context,
  { specialty, commune }: RecommendedInput,
): Promise<Result<LawyerSummary[]>> {
  const allowed = await consumeSearchLimit(context)
  if (!allowed.ok) return allowed
  const { db, session } = context
  const findBest = async (place: { commune?: string }, limit: number) => {
    const filter = { ...toSearchConditions({ specialty, ...place }), excludedId: session?.userId ?? null }
    const search = { filter, marks: listingMarks(filter), order: 'recommended' as const, after: null, limit }
    return (await findLawyers(db, search, null)).items
  }
  const inCommune = await findBest({ commune }, MAX_RECOMMENDED)
  // The country-wide list may contain those of the commune again.
  const anywhere =
    inCommune.length < MAX_RECOMMENDED ? await findBest({}, MAX_RECOMMENDED + inCommune.length) : []
  const elsewhere = anywhere.filter(({ id }) => !inCommune.some((lawyer) => lawyer.id === id))
  return accept([...inCommune, ...elsewhere].slice(0, MAX_RECOMMENDED).map(toResult))
}

/**
 * OPEN-52: analyses a problem in free text. The text is not stored. If LLM_* is set, a language model gets
 * the text too, with contact data redacted, but not while the person types, nor on another machine without the person's
 * consent (DAT-31). Without a valid answer of that
 * model, the triage's analysis is the result. A danger that the triage finds always counts.
 */
export async function understandProblem(
  context: Context,
  { text, isTyping = false, sendTo }: UnderstandInput,
): Promise<Result<ProblemAnalysis>> {
  const [triaged, answer] = await Promise.all([
    importTriage().then(({ triage }) => triage(text)),
    isTyping ? null : askModel(context, text, sendTo),
  ])
  const analysis = analysisOf(triaged)
  return accept(answer ? mergeLlmAnswer(analysis, answer, text, questionFor) : analysis)
}

/** Minimum confidence of the second specialty: a question about a less likely one confuses. */
const MIN_SECOND_CONFIDENCE = 0.15

const analysisOf = (result: TriageResult): ProblemAnalysis => ({
  // «Otro» is not used as a filter (docs/design.md §9).
  specialty: result.proposal === 'Otro' ? null : result.proposal,
  sure: result.sure,
  reasons: result.proposal === null ? [] : [...result.reasons],
  question:
    result.question && (result.ranked[1]?.confidence ?? 0) >= MIN_SECOND_CONFIDENCE
      ? {
          text: result.question.text,
          options: result.question.options.map((option) => replaceOtherOption(option, result)),
        }
      : null,
  commune: result.commune,
  experience: experienceOptionFor(result.minExperience),
  maxPrice: result.maxPrice,
  safety: result.safety,
})

/**
 * If «Otro» ranks first and the text names one of its specialties, offers that specialty in place of «Otro».
 */
function replaceOtherOption(
  option: { specialty: string; label: string },
  { ranked, proposal }: TriageResult,
) {
  if (option.specialty !== 'Otro' || ranked[0]?.specialty !== 'Otro' || !proposal || proposal === 'Otro')
    return option
  return { specialty: proposal, label: `Es por ${proposal.charAt(0).toLowerCase()}${proposal.slice(1)}` }
}

/** The question between two specialties; null unless both are case specialties, for which questions exist. */
function questionFor(one: string, other: string): ProblemAnalysis['question'] {
  const known: readonly string[] = CASE_SPECIALTIES
  if (!known.includes(one) || !known.includes(other)) return null
  const { text, options } = questionBetween(one, other)
  return { text, options: [...options] }
}

/**
 * The language model's answer; null if none is configured, over the rate limit, or without a valid answer.
 */
async function askModel(context: Context, text: string, consentedHost: string | undefined) {
  const { config, db, log, address, session } = context
  const { languageModel } = config
  if (!languageModel) return null
  const { externalHost } = languageModel
  if (externalHost !== null && consentedHost !== externalHost) return null
  try {
    // Each request may cost the operator money. Over the limit, only the triage answers.
    if ((await consumeAttempt(db, `llm:${address}`, LLM_RATE_LIMIT)) !== null) return null
    // A visitor's consent is not recorded: Amparo does not know who it is.
    if (externalHost !== null && session)
      await consentToExternalAnalysis(context, session.userId, externalHost)
    const prompt = llmPrompt(text)
    const answer = llmAnswer.safeParse(await askLanguageModel(languageModel, prompt))
    if (answer.success) return answer.data
    log.warn(
      { fields: answer.error.issues.map(({ path }) => path.join('.')) },
      'language model: answer refused',
    )
  } catch (error) {
    // Never log the error itself: a parser's message may quote the text.
    log.warn({ reason: (error as Error).name }, 'language model: no answer')
  }
  return null
}

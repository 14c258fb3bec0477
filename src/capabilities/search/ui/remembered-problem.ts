import type { SearchFilters } from '../queries.ts'
import type { ProblemAnalysis } from '../schema.ts'

/** State of the AI search. */
export interface ProblemState {
  text: string
  analysis: ProblemAnalysis | null
  /** The text that `analysis` is about. */
  analysedText: string
  /** The server that analysed it too, with the person's consent; null: only Amparo did. */
  analysedBy: string | null
  /** Filters that the analysis suggested. */
  suggested: SearchFilters | null
}

/**
 * Kept only in the memory of the page, for «back» from a profile and to prefill forms that ask for the same.
 * A reload discards it, and other users do not get it. Written only in browsers.
 */
let remembered: { userId: string | null; state: ProblemState } | undefined

/** @param userId id of the signed-in user; null: a visitor */
export function rememberProblem(userId: string | null, state: ProblemState): void {
  remembered = { userId, state }
}

/** The remembered state of the same user, or undefined. */
export const recallProblem = (userId: string | null): ProblemState | undefined =>
  remembered?.userId === userId ? remembered.state : undefined

/**
 * The text that this user wrote, also before signing in; '' if there is none.
 * @param userId id of the signed-in user
 */
export const rememberedProblemText = (userId: string): string =>
  remembered && (remembered.userId === null || remembered.userId === userId)
    ? remembered.state.text.trim()
    : ''

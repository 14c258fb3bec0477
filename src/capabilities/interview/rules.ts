import type { Role } from '../../platform/session/session.ts'
import { type InterviewStatus, type InterviewTexts, MESSAGES, TEXT_MAX } from './schema.ts'

/** Which role writes which text (INT-05, OPEN-57). Administrators write nothing. */
const AUTHOR_ROLE: Record<keyof InterviewTexts, Role> = {
  clientProblem: 'client',
  clientGoal: 'client',
  lawyerRecommendation: 'lawyer',
}

/** What was already sent; each side's part is read-only from then on. */
export interface SentState {
  status: InterviewStatus
  /** Empty until the lawyer has sent one. */
  recommendation: string
}

export function mayWrite(role: Role, field: keyof InterviewTexts, sent: SentState): boolean {
  if (AUTHOR_ROLE[field] !== role) return false
  return role === 'client' ? sent.status === 'draft' : sent.recommendation === ''
}

/** Whether this role can still edit any text; if not, the form shows no buttons. */
export const mayWriteAny = (role: Role, sent: SentState): boolean =>
  (Object.keys(AUTHOR_ROLE) as (keyof InterviewTexts)[]).some((field) => mayWrite(role, field, sent))

/** Whether the send button is shown. A lawyer only answers one from a client (OPEN-57). */
export const maySend = (role: Role, sent: SentState, received: boolean): boolean =>
  mayWriteAny(role, sent) && (role !== 'lawyer' || received)

export type InterviewErrors = Partial<Record<keyof InterviewTexts, string>>

const isBlank = (text: string) => text.trim() === ''

/** Errors for texts over the length limit. Drafts are checked for nothing else. */
export const findTooLong = (texts: InterviewTexts): InterviewErrors =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text.length > TEXT_MAX)
      .map(([field]) => [field, MESSAGES.tooLong]),
  )

/** Errors for missing texts that prevent sending (INT-04); a lawyer also needs the recommendation. */
export function findMissing(role: Role, texts: InterviewTexts): InterviewErrors {
  return {
    ...(isBlank(texts.clientProblem) && { clientProblem: MESSAGES.problemMissing }),
    ...(isBlank(texts.clientGoal) && { clientGoal: MESSAGES.goalMissing }),
    ...(role === 'lawyer' &&
      isBlank(texts.lawyerRecommendation) && { lawyerRecommendation: MESSAGES.recommendationMissing }),
  }
}

/** The one message shown for the whole form. */
export const missingMessage = (missing: InterviewErrors): string =>
  missing.clientProblem || missing.clientGoal
    ? MESSAGES.incomplete
    : (missing.lawyerRecommendation ?? MESSAGES.incomplete)

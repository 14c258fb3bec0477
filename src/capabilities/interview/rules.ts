import type { Role } from '../../platform/session.ts'
import { type InterviewStatus, MESSAGES, TEXT_MAX, type Texts } from './schema.ts'

/** Which role writes which text (INT-05, OPEN-57). Administrators write nothing. */
const AUTHOR_ROLE: Record<keyof Texts, Role> = {
  clientProblem: 'client',
  clientGoal: 'client',
  lawyerRecommendation: 'lawyer',
}

/** What was already sent; each side's part is read-only from then on. */
export interface Sent {
  status: InterviewStatus
  /** Empty until the lawyer has sent one. */
  recommendation: string
}

/** Whether this role may edit this text now. */
export function mayWrite(role: Role, field: keyof Texts, sent: Sent): boolean {
  if (AUTHOR_ROLE[field] !== role) return false
  return role === 'client' ? sent.status === 'draft' : sent.recommendation === ''
}

/** Whether this role can still edit any text; if not, the form shows no buttons. */
export const mayWriteAny = (role: Role, sent: Sent): boolean =>
  (Object.keys(AUTHOR_ROLE) as (keyof Texts)[]).some((field) => mayWrite(role, field, sent))

/**
 * Whether the send button is shown. A lawyer can only answer an interview that a client has sent (OPEN-57).
 * @param received whether the shown interview was sent by a client
 */
export const maySend = (role: Role, sent: Sent, received: boolean): boolean =>
  mayWriteAny(role, sent) && (role !== 'lawyer' || received)

export type Problems = Partial<Record<keyof Texts, string>>

const isBlank = (text: string) => text.trim() === ''

/** Errors for texts over the length limit. Drafts are checked for nothing else. */
export const tooLongOf = (texts: Texts): Problems =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text.length > TEXT_MAX)
      .map(([field]) => [field, MESSAGES.tooLong]),
  )

/** Errors for missing texts that prevent sending (INT-04); a lawyer also needs the recommendation. */
export function missingOf(role: Role, texts: Texts): Problems {
  return {
    ...(isBlank(texts.clientProblem) && { clientProblem: MESSAGES.problemMissing }),
    ...(isBlank(texts.clientGoal) && { clientGoal: MESSAGES.goalMissing }),
    ...(role === 'lawyer' &&
      isBlank(texts.lawyerRecommendation) && { lawyerRecommendation: MESSAGES.recommendationMissing }),
  }
}

/** The one message shown for the whole form. */
export const sayingOfMissing = ({ clientProblem, clientGoal, lawyerRecommendation }: Problems): string =>
  clientProblem || clientGoal ? MESSAGES.incomplete : (lawyerRecommendation ?? MESSAGES.incomplete)

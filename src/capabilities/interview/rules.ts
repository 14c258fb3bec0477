import type { Role } from '../../platform/session.ts'
import { type InterviewStatus, MESSAGES, TEXT_MAX, type Texts } from './schema.ts'

/** Who writes which texts (INT-05, OPEN-57). Administrators write nothing. */
const WRITERS: Record<keyof Texts, Role> = {
  clientProblem: 'client',
  clientGoal: 'client',
  lawyerRecommendation: 'lawyer',
}

/** What of an interview was sent already: each side's part is read-only from then on. */
export interface Sent {
  status: InterviewStatus
  /** Empty until a lawyer sent one. */
  recommendation: string
}

/** Whether somebody of this role may write this text now. */
export function mayWrite(role: Role, field: keyof Texts, sent: Sent): boolean {
  if (WRITERS[field] !== role) return false
  return role === 'client' ? sent.status === 'draft' : sent.recommendation === ''
}

/** Whether there is anything left to write: without it there are no buttons. */
export const mayWriteAny = (role: Role, sent: Sent): boolean =>
  (Object.keys(WRITERS) as (keyof Texts)[]).some((field) => mayWrite(role, field, sent))

/**
 * Whether sending is offered: a lawyer answers an interview that was sent to them, not nobody (OPEN-57).
 * @param received whether a client has sent the one that is shown
 */
export const maySend = (role: Role, sent: Sent, received: boolean): boolean =>
  mayWriteAny(role, sent) && (role !== 'lawyer' || received)

export type Problems = Partial<Record<keyof Texts, string>>

const isBlank = (text: string) => text.trim() === ''

/** Texts that are longer than what is kept; a draft may have every other fault. */
export const tooLongOf = (texts: Texts): Problems =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text.length > TEXT_MAX)
      .map(([field]) => [field, MESSAGES.tooLong]),
  )

/** What keeps an interview from being sent, by text (INT-04); a lawyer also needs the recommendation. */
export function missingOf(role: Role, texts: Texts): Problems {
  return {
    ...(isBlank(texts.clientProblem) && { clientProblem: MESSAGES.problemMissing }),
    ...(isBlank(texts.clientGoal) && { clientGoal: MESSAGES.goalMissing }),
    ...(role === 'lawyer' &&
      isBlank(texts.lawyerRecommendation) && { lawyerRecommendation: MESSAGES.recommendationMissing }),
  }
}

/** What is said of it as a whole. */
export const sayingOfMissing = ({ clientProblem, clientGoal, lawyerRecommendation }: Problems): string =>
  clientProblem || clientGoal ? MESSAGES.incomplete : (lawyerRecommendation ?? MESSAGES.incomplete)

import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { Session } from '../../platform/session/session.ts'
import { MESSAGES, type ReportState } from './schema.ts'

/** DAT-67. */
export const REPORT_LIMIT: RateLimit = { max: 20, windowSeconds: 86_400 }

/** Who moves a state graph; `system`: a task, or the deletion of an account. */
export type GraphActor = 'admin' | 'reporter' | 'person' | 'system'
export type Transition<State extends string, Event extends string> = readonly [
  from: State,
  event: Event,
  actor: GraphActor,
  to: State,
]

/** The state after an event of an actor; null when the graph has no such transition. */
export const stateAfter = <State extends string, Event extends string>(
  graph: readonly Transition<State, Event>[],
  state: State,
  event: Event,
  actor: GraphActor,
): State | null => graph.find(([from, on, by]) => from === state && on === event && by === actor)?.[3] ?? null

export type ReportEvent = 'take' | 'ask' | 'answer' | 'expire' | 'decide' | 'leave'

/** The state graph of a report (DAT-66, DAT-67). `leave`: the reported person deletes the account. */
export const REPORT_GRAPH: readonly Transition<ReportState, ReportEvent>[] = [
  ['abierto', 'take', 'admin', 'en_revision'],
  ['en_revision', 'ask', 'admin', 'esperando'],
  ['esperando', 'answer', 'reporter', 'en_revision'],
  ['esperando', 'expire', 'system', 'en_revision'],
  ['en_revision', 'decide', 'admin', 'cerrado'],
  ['abierto', 'leave', 'system', 'cerrado'],
  ['en_revision', 'leave', 'system', 'cerrado'],
  ['esperando', 'leave', 'system', 'cerrado'],
]

/** The next state of a report. Refused: 409. */
export function nextReportState(
  state: ReportState,
  event: ReportEvent,
  actor: GraphActor,
): Result<ReportState> {
  const next = stateAfter(REPORT_GRAPH, state, event, actor)
  if (next) return accept(next)
  return refuse({
    code: 'CONFLICT',
    message: actor === 'reporter' ? MESSAGES.notWaiting : MESSAGES.answered,
  })
}

declare const proven: unique symbol
/** Somebody who may report: a client or a lawyer. Only `requireReporter` creates one. */
export interface Reporter {
  readonly reporterId: string
  readonly [proven]: true
}

/** DAT-65. Error: 403 for administrators and people without a profile. */
export function requireReporter({ role, userId }: Session): Result<Reporter> {
  if (role === 'client' || role === 'lawyer') return accept({ reporterId: userId } as Reporter)
  return refuse({ code: 'FORBIDDEN', message: MESSAGES.partiesOnly })
}

import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { Role, Session } from '../../platform/session/session.ts'
import { abbreviatedName } from '../accounts/rules.ts'
import {
  type AppealState,
  MESSAGES,
  REPORT_REASONS,
  type ReportObject,
  type ReportState,
  RULES,
  type SanctionKind,
  type SanctionState,
  SUSPENSION_REVIEW_DAYS,
} from './schema.ts'

/** DAT-67. */
export const REPORT_LIMIT: RateLimit = { max: 20, windowSeconds: 86_400 }
export const DAY_SECONDS = 86_400
/** How long a reporter who was asked for more messages has to answer. */
export const REPORTER_ANSWER_SECONDS = 7 * DAY_SECONDS
/** DAT-35: looks within an open report are shown at the latest so long after them. */
export const LOOK_DELAY_SECONDS = 30 * DAY_SECONDS
/** DAT-70: how long a suspension is announced before it begins. */
export const ANNOUNCED_SECONDS = 3 * DAY_SECONDS
export const REVIEW_SECONDS = SUSPENSION_REVIEW_DAYS * DAY_SECONDS
/** Reports in a page of one's own. */
export const OWN_REPORTS_PAGE_SIZE = 20
/** Reports, and sanctions, in the queue of administrators. */
export const QUEUE_SIZE = 50

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
/** Somebody who reports and may be reported. Only `requireClientOrLawyer` creates one. */
export interface ClientOrLawyer {
  readonly userId: string
  readonly [proven]: true
}

/** DAT-65. Error: 403 for administrators and people without a profile. */
export function requireClientOrLawyer({ role, userId }: Session): Result<ClientOrLawyer> {
  if (role === 'client' || role === 'lawyer') return accept({ userId } as ClientOrLawyer)
  return refuse({ code: 'FORBIDDEN', message: MESSAGES.partiesOnly })
}

export type SanctionEvent = 'begin' | 'acceptAnswer' | 'end' | 'lift' | 'winAppeal'

/** The state graph of a sanction (DAT-70, DAT-72). It starts as «anunciada», or at once as «vigente». */
export const SANCTION_GRAPH: readonly Transition<SanctionState, SanctionEvent>[] = [
  ['anunciada', 'begin', 'system', 'vigente'],
  ['anunciada', 'acceptAnswer', 'admin', 'retirada'],
  ['vigente', 'end', 'system', 'terminada'],
  ['vigente', 'lift', 'admin', 'terminada'],
  ['vigente', 'winAppeal', 'admin', 'terminada'],
]

export type AppealEvent = 'appeal' | 'confirm' | 'revoke'

/** The state graph of an appeal (DAT-72); «ninguna» before it. */
export const APPEAL_GRAPH: readonly Transition<AppealState | 'ninguna', AppealEvent>[] = [
  ['ninguna', 'appeal', 'person', 'apelada'],
  ['apelada', 'confirm', 'admin', 'confirmada'],
  ['apelada', 'revoke', 'admin', 'revocada'],
]

const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  client: 'cliente',
  lawyer: 'abogado',
  admin: 'administración',
}

/** «abogado verificado» */
export const roleText = (role: Role, isVerified: boolean): string =>
  isVerified ? `${ROLE_TEXTS[role]} verificado` : ROLE_TEXTS[role]

/** DAT-69: what «Ocultar contenido» can hide. A message is what its parties wrote to each other and is never hidden. */
export const isHideable = (object: ReportObject): boolean => object === 'review' || object === 'profile'

/**
 * Whom a report is about, for its reporter: a lawyer by the public name, a client as others see them before an agreement.
 * Null once the account is deleted.
 */
export const reportedName = ({ name, role }: { name: string | null; role: Role | null }): string | null =>
  name === null || role === 'lawyer' ? name : abbreviatedName(name)

/** «2, amenazas o acoso» */
export function ruleText(rule: number): string {
  const reason = RULES[rule - 1]
  return reason ? `${rule}, ${REPORT_REASONS[reason].toLowerCase()}` : String(rule)
}

/** How a report ended, for its reporter. */
export const OUTCOME_TEXTS = {
  sin_infraccion: 'Revisamos tu reporte y no encontramos una infracción de las normas.',
  advertencia: 'Revisamos tu reporte y le enviamos una advertencia a la persona.',
  ocultar: 'Revisamos tu reporte y ocultamos el contenido.',
  suspender: 'Revisamos tu reporte y decidimos suspender la cuenta de la persona.',
  cuenta_eliminada: 'La persona que reportaste eliminó su cuenta.',
} as const

/** The state of a report, for its reporter. */
export const OWN_REPORT_STATES: Readonly<Record<ReportState, string>> = {
  abierto: 'Recibido',
  en_revision: 'En revisión',
  esperando: 'Espera tu respuesta',
  cerrado: 'Respondido',
}

export const SANCTION_NAMES: Readonly<Record<SanctionKind, string>> = {
  advertencia: 'Advertencia',
  ocultar: 'Contenido oculto',
  suspender: 'Suspensión',
}

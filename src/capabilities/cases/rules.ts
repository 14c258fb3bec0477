import { HIDDEN_PLACEHOLDER, hideContactData } from '../../chile/contact-data.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { Session } from '../../platform/session/session.ts'
import { type CaseStatus, type EntryKind, MESSAGES, type Side } from './schema.ts'

export type CaseEvent =
  | 'start'
  | 'progress'
  | 'finish'
  | 'close'
  | 'withdraw'
  | 'republish'
  | 'object'
  | 'reopen'
export type CaseActor = Side | 'system'

/** The state graph of a case (OPEN-42, SEG-33, SEG-37, SEG-40). Everything not listed here is refused. */
export const CASE_TRANSITIONS: Record<
  CaseEvent,
  { by: CaseActor; from: readonly CaseStatus[]; to: CaseStatus }
> = {
  /** The client accepts a proposal. */
  start: { by: 'client', from: ['ingresado'], to: 'activo' },
  /** The lawyer presses the button in the header. */
  progress: { by: 'lawyer', from: ['activo'], to: 'en progreso' },
  finish: { by: 'lawyer', from: ['en progreso'], to: 'finalizado' },
  /** The lawyer's account is deleted. */
  close: { by: 'system', from: ['activo', 'en progreso'], to: 'finalizado' },
  /** The client takes an open case out of the market, and puts it back. */
  withdraw: { by: 'client', from: ['ingresado'], to: 'retirado' },
  republish: { by: 'client', from: ['retirado'], to: 'ingresado' },
  /** The client does not agree with the closing. */
  object: { by: 'client', from: ['finalizado'], to: 'en progreso' },
  reopen: { by: 'lawyer', from: ['finalizado'], to: 'en progreso' },
}

/** The status after an event. Refused: the wrong actor (403), another status (409). */
export function nextCaseStatus(status: CaseStatus, event: CaseEvent, actor: CaseActor): Result<CaseStatus> {
  const move = CASE_TRANSITIONS[event]
  if (move.by !== actor)
    return refuse({
      code: 'FORBIDDEN',
      message: move.by === 'client' ? MESSAGES.clientOnly : MESSAGES.lawyerOnly,
    })
  if (!move.from.includes(status)) return refuse({ code: 'CONFLICT', message: MESSAGES.statusChanged })
  return accept(move.to)
}

/** Limit of new cases per client: generous for real needs, too low to flood the market. */
export const PUBLISH_RATE_LIMIT: RateLimit = { max: 10, windowSeconds: 3600 }

/** B3: maximum number of open cases per client, with and without a confirmed e-mail address. */
export const MAX_OPEN_CASES = 5
export const MAX_UNCONFIRMED_OPEN_CASES = 3

/** SEG-33: how long a withdrawn case may be published again. */
export const REPUBLISH_DAYS = 180

/** Whether a case never had a lawyer: it is open or withdrawn. */
export const isBeforeLawyer = (status: CaseStatus) => status === 'ingresado' || status === 'retirado'

/** Whether a client with this many open cases may publish another one (B3). Refused: 409. */
export function checkOpenCaseLimit(openCases: number, isEmailConfirmed: boolean): Result<true> {
  const limit = isEmailConfirmed ? MAX_OPEN_CASES : MAX_UNCONFIRMED_OPEN_CASES
  if (openCases < limit) return accept(true)
  const message = isEmailConfirmed ? MESSAGES.tooManyOpen : MESSAGES.tooManyOpenUnconfirmed
  return refuse({ code: 'CONFLICT', message })
}

/** Something that happened in a case. */
export interface NewEntry {
  caseId: string
  kind: EntryKind
  /** What it is about within its kind, such as the id of a document. The same again changes nothing. */
  ref: string
  /** Null: the system. */
  actorId: string | null
  /** Name of a document, a number, or the like. */
  detail?: string
}

declare const brand: unique symbol
/** A scope: the user is the client or the lawyer of a case. Only `caseParty` creates one. */
export interface CaseParty {
  readonly caseId: string
  readonly userId: string
  readonly side: Side
  readonly [brand]: true
}

/** The scope for everything inside a case; null for anyone but its client and its lawyer (CHA-22, ROU-35). */
export function caseParty(
  row: { id: string; client_id: string | null; lawyer_id: string | null } | null,
  userId: string,
): CaseParty | null {
  const side = row?.client_id === userId ? 'client' : row?.lawyer_id === userId ? 'lawyer' : null
  return row && side ? ({ caseId: row.id, userId, side } as CaseParty) : null
}

/** A scope: a user who may list their own cases. Only `requireCaseOwner` creates one. */
export interface CaseOwner {
  readonly userId: string
  readonly side: Side
  readonly [brand]: true
}

/** The scope for a user's own cases; the role decides the side. Administrators get 403 (OPEN-03). */
export function requireCaseOwner({ userId, role }: Pick<Session, 'userId' | 'role'>): Result<CaseOwner> {
  if (role === 'client' || role === 'lawyer') return accept({ userId, side: role } as CaseOwner)
  return refuse({ code: 'FORBIDDEN', message: MESSAGES.partiesOnly })
}

/** OPEN-50: a case as lawyers see it before a chat: contact data and the client's name are replaced. */
export function redactCase<Texts extends { title: string; description: string }>(
  texts: Texts,
  clientName: string,
): Texts {
  const redact = (text: string) => redactName(hideContactData(text), clientName)
  return { ...texts, title: redact(texts.title), description: redact(texts.description) }
}

/** Accented variants of each letter, since people often omit accents. */
const ACCENT_VARIANTS: Record<string, string> = {
  a: '[aáàâäã]',
  e: '[eéèêë]',
  i: '[iíìîï]',
  o: '[oóòôöõ]',
  u: '[uúùûü]',
  n: '[nñ]',
  c: '[cç]',
}
const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'y'])

const NAME_INTRODUCTION = '(?:soy|don|do[nñ]a|sra?\\.?|se[nñ]ora?|llamo|apellido|familia) {1,2}'

/**
 * Replaces a person's name in a text. Two or more of its words in a row are always replaced. A single word
 * may be an ordinary word («Rosa», «Paz», «Santiago»), and first names are shown anyway (H-05): a single
 * surname is replaced only if it is capitalized or follows an introduction such as «soy».
 */
function redactName(text: string, name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const parts = new Set((plain.match(/\p{L}{2,}/gu) ?? []).filter((part) => !PARTICLES.has(part)))
  if (parts.size < 2) return text
  const anyOf = (names: readonly string[]) =>
    `(?:${names.map((one) => one.replace(/[aeiounc]/g, (sign) => ACCENT_VARIANTS[sign] ?? sign)).join('|')})`
  const part = anyOf([...parts])
  const surname = anyOf([...parts].slice(1))
  const between = `[\\s-]{1,3}(?:(?:${[...PARTICLES].join('|')})\\s{1,3}){0,2}`
  return text
    .normalize('NFC')
    .replace(new RegExp(`(?<!\\p{L})${part}(?:${between}${part})+(?!\\p{L})`, 'giu'), HIDDEN_PLACEHOLDER)
    .replace(
      new RegExp(`(?<!\\p{L})(${NAME_INTRODUCTION})?(${surname})(?!\\p{L})`, 'giu'),
      (found, introduced: string | undefined, word: string) =>
        introduced || word !== word.toLowerCase() ? `${introduced ?? ''}${HIDDEN_PLACEHOLDER}` : found,
    )
}

/** OPEN-50: the title of an open case as lawyers see it. */
export const marketTitle = (title: string, clientName: string | null) =>
  redactCase({ title, description: '' }, clientName ?? '').title

/** Columns about the case that a row of another slice refers to, if any. */
interface ReferredCase {
  case_id: string | null
  case_title: string | null
  case_client: string | null
  case_client_name: string | null
  case_lawyer: string | null
}

/** The title of that case for this user: full for its parties, else as in the market. Null without a case. */
export function caseTitleFor(row: ReferredCase, userId: string): string | null {
  const { case_id, case_title, case_client: client_id, case_lawyer: lawyer_id } = row
  if (case_id === null || case_title === null) return null
  const isTheirs = caseParty({ id: case_id, client_id, lawyer_id }, userId) !== null
  return isTheirs ? case_title : marketTitle(case_title, row.case_client_name)
}

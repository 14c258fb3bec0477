import { HIDDEN, hideContactData } from '../../chile/contact-data.ts'
import { COMMUNES } from '../../chile/regions.ts'
import type { Result } from '../../platform/errors/refusal.ts'
import type { Limit } from '../../platform/http/limits.ts'
import type { Session } from '../../platform/session.ts'
import { CASE_SPECIALTIES } from '../lawyers/schema.ts'
import { type AdvanceInput, type CaseStatus, type MarketInput, MESSAGES, type Side } from './schema.ts'

/**
 * start: a proposal is accepted. progress, finish: the lawyer's control in the header. close: the lawyer's account is
 * deleted.
 */
export type CaseEvent = 'start' | 'progress' | 'finish' | 'close'
/** Whose doing it is; the house itself closes. */
export type CaseActor = Side | 'house'

/** The life of a case as data (OPEN-42): only forward. A cell that is not here does not happen. */
export const CASE_MOVES: Record<CaseEvent, { by: CaseActor; from: readonly CaseStatus[]; to: CaseStatus }> = {
  start: { by: 'client', from: ['ingresado'], to: 'activo' },
  progress: { by: 'lawyer', from: ['activo'], to: 'en progreso' },
  finish: { by: 'lawyer', from: ['en progreso'], to: 'finalizado' },
  close: { by: 'house', from: ['activo', 'en progreso'], to: 'finalizado' },
}

/** Where an event leads from a status. Refused: to the wrong party (403), from another status (409). */
export function nextCaseStatus(status: CaseStatus, event: CaseEvent, actor: CaseActor): Result<CaseStatus> {
  const move = CASE_MOVES[event]
  if (move.by !== actor) return { ok: false, refusal: { code: 'FORBIDDEN', message: MESSAGES.lawyerOnly } }
  if (!move.from.includes(status))
    return { ok: false, refusal: { code: 'CONFLICT', message: MESSAGES.moved } }
  return { ok: true, value: move.to }
}

/** The event behind what the lawyer asks for. */
export const eventTowards = (to: AdvanceInput['to']): CaseEvent =>
  to === 'en progreso' ? 'progress' : 'finish'

/** What the asker's control in the header offers (OPEN-42): null means no control. */
export function nextStep(status: CaseStatus, side: Side): AdvanceInput['to'] | null {
  for (const to of ['en progreso', 'finalizado'] as const)
    if (nextCaseStatus(status, eventTowards(to), side).ok) return to
  return null
}

/** New cases of one client: more than anybody in trouble has, too few to flood the market. */
export const PUBLISH_LIMIT: Limit = { most: 10, seconds: 3600 }

/** B3: cases of one client that may wait for a lawyer at once, and before they have confirmed their e-mail address. */
export const OPEN_CASES_MAX = 5
export const UNCONFIRMED_OPEN_CASES_MAX = 3

/** Whether one more case may wait beside so many (B3); refused: 409. */
export function mayPublish(openCases: number, isEmailConfirmed: boolean): Result<true> {
  const most = isEmailConfirmed ? OPEN_CASES_MAX : UNCONFIRMED_OPEN_CASES_MAX
  if (openCases < most) return { ok: true, value: true }
  const message = isEmailConfirmed ? MESSAGES.tooManyOpen : MESSAGES.tooManyOpenUnconfirmed
  return { ok: false, refusal: { code: 'CONFLICT', message } }
}

declare const proven: unique symbol
/** Somebody who was proven to be the client or the lawyer of a case; `caseParty` alone makes one. */
export interface CaseParty {
  readonly caseId: string
  readonly userId: string
  readonly side: Side
  readonly [proven]: true
}

/** The scope of everything inside a case: its client and its lawyer, nobody else (CHA-22, ROU-35). */
export function caseParty(
  row: { id: string; client_id: string | null; lawyer_id: string | null } | null,
  userId: string,
): CaseParty | null {
  const side = row?.client_id === userId ? 'client' : row?.lawyer_id === userId ? 'lawyer' : null
  return row && side ? ({ caseId: row.id, userId, side } as CaseParty) : null
}

/** Somebody whose own cases are listed; `caseOwner` alone makes one. */
export interface CaseOwner {
  readonly userId: string
  readonly side: Side
  readonly [proven]: true
}

/** The scope of a person's own cases: the role decides the side. Administrators have none (OPEN-03): 403. */
export function caseOwner({ userId, role }: Pick<Session, 'userId' | 'role'>): Result<CaseOwner> {
  if (role === 'client' || role === 'lawyer') return { ok: true, value: { userId, side: role } as CaseOwner }
  return { ok: false, refusal: { code: 'FORBIDDEN', message: MESSAGES.partiesOnly } }
}

/**
 * The filters of the market as its statements take them. All of a list filters nothing, like none of it; the order and
 * repetitions do not matter. Refused (422): a name that is not of the list (OPEN-11).
 * @returns null for what is not filtered by
 */
export function marketFilter(
  input: MarketInput,
): Result<{ specialties: readonly string[] | null; communes: readonly string[] | null }> {
  const specialties = chosen(CASE_SPECIALTIES, input?.specialties)
  const communes = chosen(COMMUNES, input?.communes)
  if (specialties === undefined) return unknown('specialties', MESSAGES.specialtyUnknown)
  if (communes === undefined) return unknown('communes', MESSAGES.communeUnknown)
  return { ok: true, value: { specialties, communes } }
}

/** @returns the chosen ones in the list's order; null for none or all; undefined when one is not of the list */
function chosen(
  list: readonly string[],
  names: readonly string[] = [],
): readonly string[] | null | undefined {
  const wanted = new Set(names)
  const found = list.filter((one) => wanted.has(one))
  if (found.length < wanted.size) return undefined
  return found.length === 0 || found.length === list.length ? null : found
}

const unknown = (field: string, message: string): Result<never> => ({
  ok: false,
  refusal: { code: 'UNPROCESSABLE_CONTENT', message, fields: { [field]: message } },
})

/**
 * OPEN-50: the words of an open case as they may leave the house before a chat: without contact data, and
 * without their client's own name.
 */
export function withoutContact<Words extends { title: string; description: string }>(
  words: Words,
  clientName: string,
): Words {
  const shown = (text: string) => withoutName(hideContactData(text), clientName)
  return { ...words, title: shown(words.title), description: shown(words.description) }
}

/** Letters with the signs that a hurried writer leaves out. */
const SPELLINGS: Record<string, string> = {
  a: '[aáàâäã]',
  e: '[eéèêë]',
  i: '[iíìîï]',
  o: '[oóòôöõ]',
  u: '[uúùûü]',
  n: '[nñ]',
  c: '[cç]',
}
const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'y'])

/** What people say before their own name. */
const INTRODUCED = '(?:soy|don|do[nñ]a|sra?\\.?|se[nñ]ora?|llamo|apellido|familia) {1,2}'

/**
 * Two and more words of a person's name in a row are the person. One alone is also a word («Rosa», «Paz», «Santiago»), and a
 * first name is shown anyway (H-05); a surname goes where it is written as a name or introduced as one.
 */
function withoutName(text: string, name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const parts = new Set((plain.match(/\p{L}{2,}/gu) ?? []).filter((part) => !PARTICLES.has(part)))
  if (parts.size < 2) return text
  const anyOf = (names: readonly string[]) =>
    `(?:${names.map((one) => one.replace(/[aeiounc]/g, (sign) => SPELLINGS[sign] ?? sign)).join('|')})`
  const part = anyOf([...parts])
  const surname = anyOf([...parts].slice(1))
  const between = `[\\s-]{1,3}(?:(?:${[...PARTICLES].join('|')})\\s{1,3}){0,2}`
  return text
    .normalize('NFC')
    .replace(new RegExp(`(?<!\\p{L})${part}(?:${between}${part})+(?!\\p{L})`, 'giu'), HIDDEN)
    .replace(
      new RegExp(`(?<!\\p{L})(${INTRODUCED})?(${surname})(?!\\p{L})`, 'giu'),
      (found, introduced: string | undefined, word: string) =>
        introduced || word !== word.toLowerCase() ? `${introduced ?? ''}${HIDDEN}` : found,
    )
}

/** OPEN-50: an open case is called to a lawyer as the market calls it. */
export const marketTitle = (title: string, clientName: string | null) =>
  withoutContact({ title, description: '' }, clientName ?? '').title

/** The case that a row of another slice refers to, if any. */
interface ReferredCase {
  case_id: string | null
  case_title: string | null
  case_client: string | null
  case_client_name: string | null
  case_lawyer: string | null
}

/** What that case is called to this person: whole when they are in it, else as the market calls it. */
export function titleFor(row: ReferredCase, userId: string): string | null {
  const { case_id, case_title, case_client: client_id, case_lawyer: lawyer_id } = row
  if (case_id === null || case_title === null) return null
  const isTheirs = caseParty({ id: case_id, client_id, lawyer_id }, userId) !== null
  return isTheirs ? case_title : marketTitle(case_title, row.case_client_name)
}

import { addBusinessDays, addDays, isUnderNewLaw } from '../../chile/data-law.ts'
import { type DateLike, dayNumber, formatLongDate, isoDay } from '../../chile/dates.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { Role } from '../../platform/session/session.ts'
import {
  type BlockState,
  MESSAGES,
  MIN_REASON,
  NEEDS_WORDS,
  type RequestKind,
  type RequestState,
  type SendRequestInput,
} from './schema.ts'

/** Who causes an event; `asker` may have an account or not, `system` is a job. */
export type RequestActor = 'asker' | 'admin' | 'system'
export type RequestEvent =
  | 'confirm'
  | 'forget'
  | 'ask'
  | 'prove'
  | 'lapse'
  | 'extend'
  | 'grant'
  | 'grant-partly'
  | 'refuse'
  | 'withdraw'

interface Transition<State> {
  by: RequestActor
  /** Null: the row is deleted. */
  to: State | null
}

export type BlockEvent = 'keep' | 'lift' | 'withdraw' | 'end'

type Graph<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, Transition<State>>>>>
>

const decisions = {
  grant: { by: 'admin', to: 'aceptada' },
  'grant-partly': { by: 'admin', to: 'parcial' },
  refuse: { by: 'admin', to: 'rechazada' },
  withdraw: { by: 'asker', to: 'retirada' },
} as const

/** The states of a request (datos.md). Everything that is not here is refused (409). */
export const REQUEST_GRAPH: Graph<RequestState, RequestEvent> = {
  por_confirmar: { confirm: { by: 'asker', to: 'recibida' }, forget: { by: 'system', to: null } },
  recibida: { ...decisions, ask: { by: 'admin', to: 'identidad' }, extend: { by: 'admin', to: 'ampliada' } },
  // The clock of the law runs on, so it can be extended.
  identidad: {
    prove: { by: 'asker', to: 'recibida' },
    extend: { by: 'admin', to: 'identidad' },
    lapse: { by: 'admin', to: 'rechazada' },
    withdraw: { by: 'asker', to: 'retirada' },
  },
  ampliada: { ...decisions, ask: { by: 'admin', to: 'identidad' } },
  aceptada: {},
  parcial: {},
  rechazada: {},
  retirada: {},
}

const endings = {
  lift: { by: 'admin', to: 'levantado' },
  withdraw: { by: 'asker', to: 'levantado' },
  end: { by: 'system', to: 'levantado' },
} as const

/** The states of a block (DAT-18). It begins with the sending of its request. */
export const BLOCK_GRAPH: Graph<BlockState, BlockEvent> = {
  provisional: { ...endings, keep: { by: 'admin', to: 'vigente' } },
  vigente: endings,
  levantado: {},
}

/** The next state of a block, or null. */
export const nextBlockState = (state: BlockState, event: BlockEvent, by: RequestActor): BlockState | null => {
  const found = BLOCK_GRAPH[state][event]
  return found?.by === by ? found.to : null
}

export const OPEN_STATES = ['recibida', 'identidad', 'ampliada'] as const satisfies RequestState[]
export const isOpen = (state: RequestState): boolean => (OPEN_STATES as readonly string[]).includes(state)

/** The next state of a request. Refusal: 409, the event is not possible. */
export function nextRequestState(
  state: RequestState,
  event: RequestEvent,
  by: RequestActor,
): Result<RequestState | null> {
  const found = REQUEST_GRAPH[state][event]
  if (found?.by === by) return accept(found.to)
  return refuse({ code: 'CONFLICT', message: isOpen(state) ? MESSAGES.notNow : MESSAGES.closed })
}

/** DAT-13: calendar days to answer, and at most as many more. */
export const ANSWER_DAYS = 30
/** Business days to answer before Ley 21.719, and to answer a block. */
export const FAST_BUSINESS_DAYS = 2
/** DAT-16: business days to complain to the agency. */
export const COMPLAINT_BUSINESS_DAYS = 30
/** DAT-13: days to send the proof of identity. */
export const IDENTITY_DAYS = 10

/** DAT-13: the last day to answer; the day of receipt in Chile is day 0. */
export const dueDay = (received: DateLike, isBlock = false): string =>
  isBlock || !isUnderNewLaw(received)
    ? addBusinessDays(received, FAST_BUSINESS_DAYS)
    : addDays(received, ANSWER_DAYS)

/** The state of an open request once identity is proven: an extended one stays so. */
export const provenState = ({ extended_from }: { extended_from: string | null }) =>
  extended_from === null ? 'recibida' : 'ampliada'

/** Days until the last day to answer; negative: overdue. */
export const daysLeft = (dueOn: string, now: DateLike): number => dayNumber(dueOn) - dayNumber(now)

interface AskedIdentity {
  state: RequestState
  identity_asked_at: Date | null
  due_on: string
}

/** DAT-13: whether a request can be refused for want of identity: after IDENTITY_DAYS, or on its last day if that is before. */
export const hasLapsed = ({ state, identity_asked_at, due_on }: AskedIdentity, now: Date): boolean =>
  state === 'identidad' &&
  identity_asked_at !== null &&
  (now.getTime() - identity_asked_at.getTime() >= IDENTITY_DAYS * 86_400_000 || daysLeft(due_on, now) <= 0)

/** DAT-13: until when somebody can send the proof of identity. */
export const identityText = (dueOn: string, asked: DateLike): string => {
  const until =
    daysLeft(dueOn, asked) < IDENTITY_DAYS
      ? `Adjúntala antes del ${formatLongDate(dueOn)}.`
      : 'Tienes 10 días.'
  return `${MESSAGES.identityText} ${until}`
}

export interface Deadline {
  received: DateLike
  dueOn: string
  /** The last day before it was extended; null: it never was. */
  extendedFrom: string | null
  isBlock: boolean
}

/** DAT-15: the new last day. Refusals (409): extended before, past due, or a deadline that no law lets be extended. */
export function extendedDay(
  { received, dueOn, extendedFrom, isBlock }: Deadline,
  now: DateLike,
): Result<string> {
  const conflict = (message: string) => refuse({ code: 'CONFLICT', message })
  if (extendedFrom !== null) return conflict(MESSAGES.alreadyExtended)
  if (daysLeft(dueOn, now) < 0) return conflict(MESSAGES.pastDue)
  if (isBlock || !isUnderNewLaw(received)) return conflict(MESSAGES.notExtendable)
  return accept(addDays(dueOn, ANSWER_DAYS))
}

/** DAT-16: the last prudent day to complain about an answer. */
export const complaintDay = (answered: DateLike): string => addBusinessDays(answered, COMPLAINT_BUSINESS_DAYS)

/** DAT-16: what every refusal ends with, by the law on the day of receipt. */
export const complaintText = (received: DateLike, answered: DateLike): string =>
  isUnderNewLaw(received)
    ? `Si no estás de acuerdo, puedes reclamar gratis ante la Agencia de Protección de Datos Personales dentro de 30 días hábiles (hasta el ${formatLongDate(complaintDay(answered))}).`
    : 'Si no estás de acuerdo, puedes reclamar ante el juez de letras en lo civil del domicilio de Amparo.'

/** DAT-14: what a request says that was not answered in time. */
export const overdueText = (received: DateLike): string =>
  isUnderNewLaw(received) ? MESSAGES.overdue : MESSAGES.overdueOldLaw

/** DAT-60: the days before the last one on which administrators are reminded; after it, every day. */
const REMINDER_DAYS_LEFT = [10, 5, 2]

/** DAT-60: whether administrators are mailed today: at day 20, 25 and 28 of 30, then daily. */
export const isReminderDay = (dueOn: string, now: DateLike): boolean => {
  const left = daysLeft(dueOn, now)
  return left < 2 || REMINDER_DAYS_LEFT.includes(left)
}

/** «Vence hoy», «Vence en 3 días», «Vencida hace 1 día». */
export function dueText(dueOn: string, now: DateLike): string {
  const left = daysLeft(dueOn, now)
  const days = `${Math.abs(left)} ${Math.abs(left) === 1 ? 'día' : 'días'}`
  if (left === 0) return 'Vence hoy'
  return left > 0 ? `Vence en ${days}` : `Vencida hace ${days}`
}

/** The year of the number of a request. */
export const requestYear = (received: DateLike): number => Number(isoDay(received).slice(0, 4))

/** Where a person changes it without a request. */
export interface OwnPlace {
  label: string
  to: string
}

export interface RequestSubject {
  value: string
  label: string
  /** Default: of every role. */
  role?: Role
  place?: OwnPlace
}

const EDIT_PROFILE = { label: 'Editar perfil', to: '/edit-profile' }
const OTHER = { value: 'otro', label: 'Otro dato' }

/** DAT-10: what a request of each kind can be about. A kind without a list asks only for words. */
export const REQUEST_SUBJECTS: Readonly<Partial<Record<RequestKind, readonly RequestSubject[]>>> = {
  corregir: [
    { value: 'nombre', label: 'Nombre completo', place: EDIT_PROFILE },
    { value: 'rut', label: 'RUT', role: 'lawyer' },
    { value: 'nacimiento', label: 'Fecha de nacimiento', role: 'lawyer' },
    {
      value: 'perfil',
      label: 'Otro dato de mi perfil profesional',
      role: 'lawyer',
      place: { label: 'Editar perfil profesional', to: '/edit-lawyer-profile' },
    },
    OTHER,
  ],
  borrar: [
    { value: 'causa', label: 'Una causa mía', role: 'client', place: { label: 'Panel', to: '/dashboard' } },
    // Lawyers write none; one about them they can block or report.
    { value: 'resena', label: 'Una reseña que escribí', role: 'client' },
    { value: 'cuenta', label: 'Todo: mi cuenta completa', place: EDIT_PROFILE },
    OTHER,
  ],
  oponer: [
    {
      value: 'avisos',
      label: 'Los avisos y correos',
      place: { label: 'Preferencias de avisos', to: '/avisos/preferencias' },
    },
    { value: 'busqueda', label: 'Mi perfil en la búsqueda de abogados', role: 'lawyer' },
    { value: 'analisis', label: 'El análisis de lo que escribo en la búsqueda' },
    OTHER,
  ],
  bloquear: [
    { value: 'perfil', label: 'Mi perfil en la búsqueda y su dirección pública', role: 'lawyer' },
    { value: 'causa', label: 'Una causa abierta en el mercado', role: 'client' },
    { value: 'resena', label: 'Una reseña' },
  ],
}

/** What this role can choose. */
export const subjectsOf = (kind: RequestKind, role: Role | null): readonly RequestSubject[] =>
  (REQUEST_SUBJECTS[kind] ?? []).filter((subject) => subject.role === undefined || subject.role === role)

/** Words of a stored value. */
export const subjectLabel = (kind: RequestKind | 'acceso', about: string | null): string | null =>
  (kind === 'acceso' ? [] : (REQUEST_SUBJECTS[kind] ?? [])).find(({ value }) => value === about)?.label ??
  null

/** The kind of object that a request of this kind is about; null: it names none. A profile is the asker's. */
export const namedObject = (kind: RequestKind | null, about: string | null): 'causa' | 'resena' | null => {
  if (kind === 'bloquear' && about === 'causa') return 'causa'
  return (kind === 'bloquear' || kind === 'borrar') && about === 'resena' ? 'resena' : null
}

/** DAT-17: the column that a correction changes, by what it is about. */
export const CORRECTED_COLUMNS = { nombre: 'name', rut: 'rut', nacimiento: 'birth_date' } as const
export type CorrectedSubject = keyof typeof CORRECTED_COLUMNS
export const isCorrectable = (about: string | null): about is CorrectedSubject =>
  about !== null && Object.hasOwn(CORRECTED_COLUMNS, about)

/** Where a kind can be done without a request, for everything it can be about. */
export const OWN_PLACES: Readonly<Partial<Record<RequestKind, OwnPlace>>> = {
  corregir: EDIT_PROFILE,
  llevar: { label: 'Descargar', to: '/mis-datos#descargar' },
}

export interface RequestDraft extends Omit<SendRequestInput, 'requestId' | 'fileKeys' | 'objectId'> {
  objectId: string | null
}

/** DAT-11: what is missing in a request, by field. */
export function requestProblems(
  { kind, about, objectId, cause, newValue, details }: RequestDraft,
  role: Role | null,
): Record<string, string> {
  const problems: Record<string, string> = {}
  const subjects = subjectsOf(kind, role)
  const isKnown = subjects.some(({ value }) => value === about)
  if (kind === 'corregir') {
    if (!isKnown) problems.about = MESSAGES.correctionMissing
    else if (newValue === '' && isCorrectable(about)) problems.newValue = MESSAGES.correctionMissing
    else if (newValue === '' && details === '') problems.details = MESSAGES.correctionMissing
  } else if (subjects.length > 0 && !isKnown) problems.about = MESSAGES.aboutMissing
  if (!problems.about && namedObject(kind, about) !== null && !objectId)
    problems.objectId = MESSAGES.objectMissing
  if ((kind === 'borrar' || kind === 'oponer') && cause === null) problems.cause = MESSAGES.causeMissing
  if (kind !== 'corregir' && NEEDS_WORDS[kind] && details === '') problems.details = MESSAGES.detailsMissing
  return problems
}

export const outcomeEvent = { aceptada: 'grant', parcial: 'grant-partly', rechazada: 'refuse' } as const

type Asked = { kind: RequestKind | 'acceso'; about: string | null; object_id: string | null }

/** DAT-17: what the system does when a request is granted; null: nothing by itself. */
export function grantEffect({ kind, about, object_id }: Asked): string | null {
  if (kind === 'corregir' && isCorrectable(about)) return 'Al aceptar, el sistema cambia este dato.'
  if (kind === 'bloquear') return 'Al aceptar, el bloqueo se mantiene. Al rechazar, se levanta.'
  if (kind === 'borrar' && about === 'resena' && object_id !== null)
    return 'Al aceptar, el sistema borra esta reseña y vuelve a calcular el promedio del abogado.'
  if (kind === 'oponer' && about === 'busqueda')
    return 'Al aceptar, el perfil sale de la búsqueda y de su dirección pública. La persona puede volver a mostrarlo.'
  return null
}

/** Kinds whose answer changes something, so that a part of it needs words about what was done. */
export const CHANGING_KINDS: readonly Asked['kind'][] = ['corregir', 'borrar', 'oponer']

/** DAT-17: whether the answer must say what was done, because the system does nothing, or only a part was asked to. */
export const needsDone = (asked: Asked, outcome: 'aceptada' | 'parcial'): boolean =>
  CHANGING_KINDS.includes(asked.kind) && (outcome === 'parcial' || grantEffect(asked) === null)

/** DAT-16: whether a reason is long enough. */
export const isReason = (text: string): boolean => text.trim().length >= MIN_REASON

import { dayNumber } from '../../chile/dates.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { CaseStatus, Side } from '../cases/schema.ts'
import { type AnswerRequestInput, type DocumentRequest, MESSAGES, type RequestState } from './schema.ts'

/** Rate limit of uploads per user: enough for a whole folder of documents at once. */
export const DOCUMENT_UPLOAD_RATE_LIMIT: RateLimit = { max: 100, windowSeconds: 3_600 }
/** Rate limit of asking and answering per user: each of them notifies the other party. */
export const REQUEST_RATE_LIMIT: RateLimit = { max: 120, windowSeconds: 3_600 }
/** SEG-24. */
export const ARCHIVE_RATE_LIMIT: RateLimit = { max: 5, windowSeconds: 3_600 }

export type RequestEvent = AnswerRequestInput['event'] | 'deliver'

/** SEG-17: the state graph of a requested document. Everything not listed here is refused. */
export const REQUEST_TRANSITIONS: Record<
  RequestEvent,
  { by: Side; from: readonly RequestState[]; to: RequestState }
> = {
  deliver: { by: 'client', from: ['pendiente', 'por_corregir'], to: 'entregado' },
  /** The client does not have it. */
  lack: { by: 'client', from: ['pendiente'], to: 'no_lo_tengo' },
  /** The lawyer asks for it again. */
  ask: { by: 'lawyer', from: ['no_lo_tengo'], to: 'pendiente' },
  accept: { by: 'lawyer', from: ['entregado'], to: 'aceptado' },
  return: { by: 'lawyer', from: ['entregado'], to: 'por_corregir' },
  annul: { by: 'lawyer', from: ['pendiente', 'entregado', 'por_corregir', 'no_lo_tengo'], to: 'anulado' },
}

/** Events with a reason, which the other party reads. */
export const EVENTS_WITH_REASON: readonly RequestEvent[] = ['lack', 'return']

/** Requests with one of these states wait for the client. */
export const OPEN_STATES: readonly RequestState[] = ['pendiente', 'por_corregir']

export const isOpen = ({ state }: Pick<DocumentRequest, 'state'>) => OPEN_STATES.includes(state)

/** SEG-25: requests change only while the case is running. */
export const areRequestsFrozen = (status: CaseStatus) => status !== 'activo' && status !== 'en progreso'

/** The state after an event. Refused: the other side (403); a finished case or another state (409). */
export function nextRequestState(
  state: RequestState,
  event: RequestEvent,
  side: Side,
  status: CaseStatus,
): Result<RequestState> {
  const { by, from, to } = REQUEST_TRANSITIONS[event]
  if (by !== side)
    return refuse({
      code: 'FORBIDDEN',
      message: by === 'client' ? MESSAGES.onlyClientDelivers : MESSAGES.onlyLawyerAsks,
    })
  if (areRequestsFrozen(status)) return refuse({ code: 'CONFLICT', message: MESSAGES.finished })
  if (!from.includes(state)) return refuse({ code: 'CONFLICT', message: MESSAGES.requestChanged })
  return accept(to)
}

/** The events that this side may trigger now, for the buttons. */
export const eventsFor = (state: RequestState, side: Side, status: CaseStatus): RequestEvent[] =>
  (Object.keys(REQUEST_TRANSITIONS) as RequestEvent[]).filter(
    (event) => nextRequestState(state, event, side, status).ok,
  )

/** Days ahead that a due day may be. */
const MAX_DUE_DAYS = 365

/** SEG-15: whether a day may be the due day. Refused: 422. @param today YYYY-MM-DD */
export function checkDueDay(dueOn: string, today: string): Result<true> {
  const ahead = dayNumber(dueOn) - dayNumber(today)
  return ahead >= 0 && ahead <= MAX_DUE_DAYS
    ? accept(true)
    : refuse({ code: 'UNPROCESSABLE_CONTENT', message: MESSAGES.dueOn, fields: { dueOn: MESSAGES.dueOn } })
}

const SHOWN_ORDER: readonly RequestState[] = [
  'por_corregir',
  'pendiente',
  'entregado',
  'aceptado',
  'no_lo_tengo',
  'anulado',
]

/** What waits for the client first, then by due day. @param requests in the order in which they were asked for */
export const inShownOrder = <One extends Pick<DocumentRequest, 'state' | 'due_on'>>(
  requests: readonly One[],
): One[] =>
  requests.toSorted(
    (a, b) => SHOWN_ORDER.indexOf(a.state) - SHOWN_ORDER.indexOf(b.state) || a.due_on.localeCompare(b.due_on),
  )

/** «2 de 7 entregados»: annulled ones do not count. */
export function deliveredCount(requests: readonly Pick<DocumentRequest, 'state'>[]): [number, number] {
  const counted = requests.filter(({ state }) => state !== 'anulado')
  return [counted.filter(({ state }) => state === 'entregado' || state === 'aceptado').length, counted.length]
}

/** The folder of documents that nobody asked for. */
const OTHER_FOLDER = 'Otros documentos'

/** A name that every operating system accepts as a file or folder. */
const safeName = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, '_')
    .slice(0, 100)
    .replace(/^[. ]+|[. ]+$/gu, '')
    .replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '_$1') || 'documento'

/** SEG-24: paths in the ZIP: a folder for each requested document; equal names are numbered. */
export function archivePaths(files: readonly { file_name: string; request_name: string | null }[]): string[] {
  const taken = new Set<string>()
  return files.map(({ file_name, request_name }) => {
    const extension = /\.[a-z0-9]{1,5}$/i.exec(file_name)?.[0] ?? ''
    const stem = safeName(file_name.slice(0, file_name.length - extension.length))
    const folder = request_name === null ? OTHER_FOLDER : safeName(request_name)
    for (let number = 1; ; number++) {
      const path = `${folder}/${stem}${number === 1 ? '' : ` (${number})`}${extension}`
      // Windows does not distinguish capital letters.
      if (taken.has(path.toLowerCase())) continue
      taken.add(path.toLowerCase())
      return path
    }
  })
}

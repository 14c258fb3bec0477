import { formatClockTime } from '../../../chile/clock-time.ts'
import { formatLongDate } from '../../../chile/dates.ts'
import { REQUEST_STATES as DOCUMENT_STATES } from '../../documents/schema.ts'
import { DECISIONS, REPORT_OBJECTS, REPORT_REASONS } from '../../moderation/schema.ts'
import { STATUS_LABELS as PROPOSAL_STATES } from '../../proposals/schema.ts'
import { REQUEST_CAUSES, REQUEST_KINDS } from '../schema.ts'

/** Values of the product's own lists, by the words that its screens show. */
const WORDS: Readonly<Record<string, string>> = {
  ...PROPOSAL_STATES,
  ...DOCUMENT_STATES,
  ...REPORT_OBJECTS,
  ...REPORT_REASONS,
  ...DECISIONS,
  ...REQUEST_KINDS,
  ...REQUEST_CAUSES,
  client: 'Cliente',
  lawyer: 'Abogado',
  admin: 'Administración',
  email_pending: 'Falta confirmar el correo',
  profile_pending: 'Falta completar el perfil',
  admin_pending: 'En revisión',
  verified: 'Verificado',
  text: 'Texto',
  system: 'Aviso de Amparo',
  proposal: 'Propuesta',
  file: 'Archivo',
  todo: 'Por hacer',
  recibida: 'Recibida',
  identidad: 'Falta tu identidad',
  ampliada: 'Plazo ampliado',
  parcial: 'Aceptada en parte',
  retirada: 'Retirada',
  acceso: 'Saber qué guardan de mí',
  abierto: 'Abierto',
  en_revision: 'En revisión',
  esperando: 'Esperando',
  cerrado: 'Cerrado',
}

/** Columns with such a value; everywhere else stand a person's own words. */
const LISTED =
  /^(?:Tipo|Estado|Columna|A cargo de|De quién|Resultado|Motivo|Medida|Respuesta|Urgencia|Qué (?:es|reportaste|pediste|se bloquea))\b/

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/

function timeOf(text: string): string | null {
  const isTime = TIME.test(text)
  if (!isTime && !DAY.test(text)) return null
  const isReal = !Number.isNaN(new Date(text).getTime())
  if (!isReal) return null
  return isTime ? `${formatLongDate(text)}, ${formatClockTime(text)}` : formatLongDate(text)
}

/** DAT-06: a value of a copy for people: words, Chilean time, a list as lines. */
export function textOf(label: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value)) return value.map((one) => textOf(label, one)).join('\n') || '—'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${textOf(label, one)}`)
      .join('\n')
  const text = String(value)
  const words = LISTED.test(label) && Object.hasOwn(WORDS, text) ? WORDS[text] : undefined
  return words ?? timeOf(text) ?? text
}

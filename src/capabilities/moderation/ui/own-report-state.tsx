import { Badge } from '../../../ui/display/badge.tsx'
import { type ListedReport, type OwnReport, REPORT_OBJECTS, type ReportState } from '../schema.ts'

const STATES: Readonly<Record<ReportState, string>> = {
  abierto: 'Recibido',
  en_revision: 'En revisión',
  esperando: 'Espera tu respuesta',
  cerrado: 'Respondido',
}

/** The state of a report, for its reporter. */
export const StateBadge = ({ state }: { state: ReportState }) => (
  <Badge tone={state === 'cerrado' ? 'neutral' : 'accent'}>{STATES[state]}</Badge>
)

/** «Perfil de Rodrigo Fuentealba» */
export const aboutText = ({ object, about }: Pick<ListedReport | OwnReport, 'object' | 'about'>): string => {
  const preposition = object === 'conversation' ? 'con' : 'de'
  return `${REPORT_OBJECTS[object]} ${preposition} ${about ?? 'una cuenta eliminada'}`
}

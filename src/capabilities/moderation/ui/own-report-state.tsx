import { Badge } from '../../../ui/display/badge.tsx'
import { OWN_REPORT_STATES } from '../rules.ts'
import { type ListedReport, type OwnReport, REPORT_OBJECTS, type ReportState } from '../schema.ts'

/** The state of a report, for its reporter. */
export const StateBadge = ({ state }: { state: ReportState }) => (
  <Badge tone={state === 'cerrado' ? 'neutral' : 'accent'}>{OWN_REPORT_STATES[state]}</Badge>
)

/** «Perfil de Rodrigo Fuentealba» */
export const aboutText = ({ object, about }: Pick<ListedReport | OwnReport, 'object' | 'about'>): string => {
  const preposition = object === 'conversation' ? 'con' : 'de'
  return `${REPORT_OBJECTS[object]} ${preposition} ${about ?? 'una cuenta eliminada'}`
}

import { regionOf } from '../../chile/regions.ts'
import type { HelpEntry } from './catalogue.server.ts'
import type { HelpInput, HelpPlace } from './schema.ts'

const GROUP_ORDER = ['now', 'lawyer', 'procedure'] as const

/** PLZ-81: Ley 19.968 art. 106 (children), Ley 19.966 art. 43 (health). */
const MEDIATION_FIRST: ReadonlySet<string> = new Set([
  'Pensión de alimentos',
  'Tuición y régimen de visitas',
  'Salud y negligencias médicas',
])

/** Whether the law asks for mediation before a lawsuit (PLZ-81). */
export const needsMediation = (specialty: string | undefined): boolean =>
  specialty !== undefined && MEDIATION_FIRST.has(specialty)

/**
 * PLZ-76: the institutions for a specialty in the region of a commune; without a commune only those of the whole
 * country, without a specialty those of every one. Nothing but the directory's own order decides who is first (PLZ-82).
 * @param today YYYY-MM-DD in Chile
 */
export function findHelp(entries: readonly HelpEntry[], input: HelpInput, today: string): HelpPlace[] {
  const { specialty, commune } = input ?? {}
  const region = commune === undefined ? null : regionOf(commune)
  return entries
    .filter(
      ({ specialties, regions, validFrom }) =>
        (specialty === undefined || specialties.length === 0 || specialties.includes(specialty)) &&
        (regions === null || (region !== null && regions.includes(region.name))) &&
        (validFrom === null || validFrom <= today),
    )
    .toSorted(
      (a, b) =>
        GROUP_ORDER.indexOf(a.group) - GROUP_ORDER.indexOf(b.group) ||
        a.order - b.order ||
        a.name.localeCompare(b.name, 'es'),
    )
    .map((entry) => toPlace(entry, today))
}

/** What anyone may see of an entry on a day (PLZ-77 to PLZ-79). Not its id, in which an unconfirmed number may stand. */
function toPlace(entry: HelpEntry, today: string): HelpPlace {
  return {
    name: entry.name,
    group: entry.group,
    purpose: entry.purpose,
    specialties: [...entry.specialties],
    phone: entry.phone,
    isWhatsApp: entry.isWhatsApp,
    site: entry.site,
    hours: entry.hours,
    isEmergency: entry.isEmergency,
    state: stateOf(entry, today),
    checkedOn: entry.checkedOn,
    change: entry.change && entry.change.from <= today ? entry.change.text : null,
  }
}

/** PLZ-77, PLZ-78: an emergency line stays as it is, because a doubt must not keep anyone from calling. */
function stateOf({ isConfirmed, isEmergency, checkBefore }: HelpEntry, today: string): HelpPlace['state'] {
  if (!isConfirmed) return 'unconfirmed'
  return checkBefore < today && !isEmergency ? 'overdue' : 'checked'
}

import type { Role } from '../../../platform/session.ts'

export interface NavigationEntry {
  to: string
  label: string
  /** Where it leads on to, when that is another page. */
  leads?: string
}

const LOGIN = { to: '/login', label: 'Iniciar Sesión' }
const PANEL = { to: '/dashboard', label: 'Panel' }
const CHAT = { to: '/chat', label: 'Chat' }
const SEARCH = { to: '/buscar-abogados', label: 'Abogados' }
const NEW_CASE = { to: '/submit-case', label: 'Ingresar causa' }
const MARKET = { to: '/casos-recientes', label: 'Casos Recientes' }
const COLLEAGUES = { to: '/find-colleagues', label: 'Buscar Colegas' }
const HELP = { to: '/ayuda', label: 'Ayuda' }

/**
 * The links of the bar and of the phone's menu (NAV-02, NAV-09, NAV-11, NAV-13, NAV-14). A lawyer who is not verified yet has no
 * market; «Chat» and «Buscar Colegas», which stand for every lawyer (TRAP-32), say there why not yet (first-time 27).
 * @param role null: a visitor
 * @param panelLeads where «Panel» leads on to; null: it is the panel itself
 */
export function navigationEntries(role: Role | null, panelLeads: string | null): NavigationEntry[] {
  const panel = panelLeads === null ? PANEL : { ...PANEL, leads: panelLeads }
  switch (role) {
    case null:
      return [SEARCH, NEW_CASE, HELP, LOGIN]
    case 'client':
      return [panel, CHAT, SEARCH, NEW_CASE, HELP]
    case 'lawyer':
      return [panel, CHAT, ...(panelLeads === null ? [MARKET] : []), COLLEAGUES, HELP]
    case 'admin':
      return [panel, CHAT]
  }
}

/** NAV-15: the way to the AI search stands in the bar on the home page, for visitors and clients (TRAP-44). */
export const offersSearch = (role: Role | null, pathname: string) =>
  pathname === '/' && (role === null || role === 'client')

import type { Role } from '../../../platform/session/session.ts'

export interface NavigationEntry {
  to: string
  label: string
  /** Page that `to` redirects to, if any. */
  redirectsTo?: string
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
 * Links of the navigation bar and the phone menu (NAV-02, NAV-09, NAV-11, NAV-13, NAV-14). Lawyers who are
 * not verified get no market. «Chat» and «Buscar Colegas» are there for every lawyer (TRAP-32); their pages
 * explain to an unverified one why they are not available yet.
 * @param role null for a visitor
 * @param panelRedirect page that «Panel» redirects to; null if it opens the panel itself
 */
export function navigationEntries(role: Role | null, panelRedirect: string | null): NavigationEntry[] {
  const panel: NavigationEntry = panelRedirect === null ? PANEL : { ...PANEL, redirectsTo: panelRedirect }
  switch (role) {
    case null:
      return [SEARCH, NEW_CASE, HELP, LOGIN]
    case 'client':
      return [panel, CHAT, SEARCH, NEW_CASE, HELP]
    case 'lawyer':
      return [panel, CHAT, ...(panelRedirect === null ? [MARKET] : []), COLLEAGUES, HELP]
    case 'admin':
      return [panel, CHAT]
  }
}

/** NAV-15: the bar links to the AI search on the home page only, for visitors and clients (TRAP-44). */
export const showsAiSearch = (role: Role | null, pathname: string) =>
  pathname === '/' && (role === null || role === 'client')

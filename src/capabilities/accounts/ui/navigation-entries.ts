import type { Role } from '../../../platform/session.ts'

export interface NavigationEntry {
  to: string
  label: string
  /** Where it leads on to, when that is another page. */
  leads?: string
}

const LOGIN = { to: '/login', label: 'Iniciar Sesión' }
const PANEL = { to: '/dashboard', label: 'Panel' }
const ADMIN_PANEL = { ...PANEL, leads: '/admin-dashboard' }
const CHAT = { to: '/chat', label: 'Chat' }
const COLLEAGUES = { to: '/find-colleagues', label: 'Buscar Colegas' }

/** The links of the bar and of the phone's menu (NAV-02, NAV-09, NAV-11, NAV-13, NAV-14). @param role null: a visitor */
export function navigationEntries(role: Role | null): NavigationEntry[] {
  if (role === null) return [LOGIN]
  if (role === 'lawyer') return [PANEL, CHAT, COLLEAGUES]
  return [role === 'admin' ? ADMIN_PANEL : PANEL, CHAT]
}

/** NAV-15: the way to the AI search stands in the bar on the home page, for visitors and clients (TRAP-44). */
export const offersSearch = (role: Role | null, pathname: string) =>
  pathname === '/' && (role === null || role === 'client')

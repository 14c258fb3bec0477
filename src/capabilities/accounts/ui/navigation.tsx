import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { SessionUser } from '../../../platform/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { iconButtonClass } from '../../../ui/button-style.ts'
import { Icon } from '../../../ui/icon.tsx'
import { BarLink, NavigationBar } from '../../../ui/navigation-bar.tsx'
import { softLazy } from '../../../ui/soft-lazy.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { navigationEntries, offersSearch } from './navigation-entries.ts'
import { useFetchedDialog } from './use-fetched-dialog.ts'

// Without a boundary of its own: who is signed in has a bar that works, or none yet.
const SessionMenu = softLazy(
  () => import('./session-menu.tsx'),
  (module) => module.SessionMenu,
)
const loadRoles = () => import('./role-dialog.tsx')
const loadMenu = () => import('./phone-menu.tsx')

export interface NavigationProps {
  user: SessionUser | null
  /** Under the name in the phone's menu, instead of the role. */
  standing: string | null
  /** Where «Panel» leads on to; null: it is the panel itself. */
  panelLeads: string | null
  /** How many messages wait (NAV-10); the chat gives it. */
  chatCount?: ReactNode
}

/** The bar on top of every page, and on phones its menu (NAV-01 to NAV-15, OPEN-70). */
export function Navigation({ user, standing, panelLeads, chatCount }: NavigationProps) {
  const { pathname } = useLocation()
  const menu = useFetchedDialog(loadMenu, (module) => module.PhoneMenu)
  const roles = useFetchedDialog(loadRoles, (module) => module.NavigationRoleDialog)
  const role = user?.role ?? null
  const entries = navigationEntries(role, panelLeads)
  const search = offersSearch(role, pathname)
  return (
    <>
      <NavigationBar
        phone={
          <>
            {user && (
              <Link to="/chat" className={iconButtonClass('md', false, 'relative')}>
                <Icon name="message-circle" />
                <span className="sr-only">Chat</span>
                {chatCount && <span className="absolute top-0.5 right-0">{chatCount}</span>}
              </Link>
            )}
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={menu.open}
              onClick={menu.show}
              className={iconButtonClass('md', false)}
            >
              <span className="sr-only">Menú</span>
              {menu.pending ? <Spinner /> : <Icon name="menu" />}
            </button>
          </>
        }
      >
        {search && (
          <ButtonLink to="/buscar-ia" discover="none" variant="quiet">
            <Icon name="search" className="size-4.5" />
            Buscar con IA
          </ButtonLink>
        )}
        {entries.map(({ to, label, leads }) => (
          <BarLink key={to} to={to} leads={leads}>
            {label}
            {to === '/chat' && chatCount}
          </BarLink>
        ))}
        {user ? (
          <SessionMenu user={user} />
        ) : (
          <Button pending={roles.pending} onClick={roles.show}>
            Registrarse
          </Button>
        )}
      </NavigationBar>
      {menu.Part && (
        <menu.Part
          open={menu.open}
          onOpenChange={menu.setOpen}
          entries={search ? [{ to: '/buscar-ia', label: 'Buscar con IA' }, ...entries] : entries}
          user={user}
          standing={standing}
          chatCount={chatCount}
          onRegister={roles.show}
        />
      )}
      {roles.Part && <roles.Part open={roles.open} onOpenChange={roles.setOpen} />}
    </>
  )
}

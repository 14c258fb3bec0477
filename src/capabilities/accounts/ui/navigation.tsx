import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { SessionUser } from '../../../platform/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { iconButtonClass } from '../../../ui/button-style.ts'
import { Icon } from '../../../ui/icon.tsx'
import { BarLink, NavigationBar } from '../../../ui/navigation-bar.tsx'
import { navigationEntries, offersSearch } from './navigation-entries.ts'

// Without a boundary of its own: who is signed in has a bar that works, or none yet.
const SessionMenu = lazy(() =>
  import('./session-menu.tsx').then((module) => ({ default: module.SessionMenu })),
)
const RoleDialog = lazy(() =>
  import('./role-dialog.tsx').then((module) => ({ default: module.NavigationRoleDialog })),
)
const PhoneMenu = lazy(() => import('./phone-menu.tsx').then((module) => ({ default: module.PhoneMenu })))

export interface NavigationProps {
  user: SessionUser | null
  /** Under the name in the phone's menu. */
  standing: string | null
  /** How many messages wait (NAV-10); the chat gives it. */
  chatCount?: ReactNode
}

/** The bar on top of every page, and on phones its menu (NAV-01 to NAV-15, OPEN-70). */
export function Navigation({ user, standing, chatCount }: NavigationProps) {
  const { pathname } = useLocation()
  const menu = useLazyDialog()
  const roles = useLazyDialog()
  const role = user?.role ?? null
  const entries = navigationEntries(role)
  const search = offersSearch(role, pathname)
  return (
    <>
      <NavigationBar
        phone={
          <>
            {user && (
              <Link to="/chat" aria-label="Chat" className={iconButtonClass('md', false, 'relative')}>
                <Icon name="message-circle" />
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
              <Icon name="menu" />
            </button>
          </>
        }
      >
        {search && (
          <ButtonLink to="/buscar-ia" variant="quiet">
            <Icon name="search" className="size-4.5" />
            Buscar con IA
          </ButtonLink>
        )}
        {entries.map(({ to, label }) => (
          <BarLink key={to} to={to}>
            {label}
            {to === '/chat' && chatCount}
          </BarLink>
        ))}
        {user ? <SessionMenu user={user} /> : <Button onClick={roles.show}>Registrarse</Button>}
      </NavigationBar>
      {/* Kept mounted after the first time, so that closing gives the focus back. */}
      <Suspense>
        {menu.wanted && (
          <PhoneMenu
            open={menu.open}
            onOpenChange={menu.setOpen}
            entries={search ? [{ to: '/buscar-ia', label: 'Buscar con IA' }, ...entries] : entries}
            user={user}
            standing={standing}
            chatCount={chatCount}
            onRegister={roles.show}
          />
        )}
      </Suspense>
      <Suspense>{roles.wanted && <RoleDialog open={roles.open} onOpenChange={roles.setOpen} />}</Suspense>
    </>
  )
}

/** A dialog whose program is fetched with the first press. */
function useLazyDialog() {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return { open, setOpen, wanted, show }
}

import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { SessionUser } from '../../../platform/session/session.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { BarLink, NavigationBar } from '../../../site/navigation-bar.tsx'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { iconButtonClass } from '../../../ui/actions/button-style.ts'
import { optionalLazy } from '../../../ui/boot/optional-lazy.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { navigationEntries, showsAiSearch } from './navigation-entries.ts'

// No Suspense boundary of its own: for signed-in users, the bar renders and hydrates only as a whole.
const SessionMenu = optionalLazy(
  () => import('./session-menu.tsx'),
  (module) => module.SessionMenu,
)
const loadRoleDialog = () => import('./role-dialog.tsx')
const loadPhoneMenu = () => import('./phone-menu.tsx')

export interface NavigationProps {
  user: SessionUser | null
  /** Shown under the name in the phone menu, instead of the role. */
  statusText: string | null
  /** Page that «Panel» redirects to; null if it opens the panel itself. */
  panelRedirect: string | null
  /** Badge with the number of unread messages (NAV-10), provided by the chat slice. */
  chatCount?: ReactNode
  /** The bell of clients and lawyers (SEG-55), provided by the notices slice. */
  bell?: ReactNode
}

/** Navigation bar of every page, with a menu on phones (NAV-01 to NAV-15, OPEN-70). */
export function Navigation({ user, statusText, panelRedirect, chatCount, bell }: NavigationProps) {
  const { pathname } = useLocation()
  const phoneMenu = useLazyDialog(loadPhoneMenu, (module) => module.PhoneMenu)
  const roleDialog = useLazyDialog(loadRoleDialog, (module) => module.NavigationRoleDialog)
  const role = user?.role ?? null
  const entries = navigationEntries(role, panelRedirect)
  const showsSearch = showsAiSearch(role, pathname)
  return (
    <>
      <NavigationBar
        compact={
          <>
            {user && (
              <Link to="/chat" className={iconButtonClass('md', 'relative')}>
                <Icon name="message-circle" />
                <span className="sr-only">Chat</span>
                {chatCount && <span className="absolute top-0.5 right-0">{chatCount}</span>}
              </Link>
            )}
            {bell}
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={phoneMenu.open}
              onClick={phoneMenu.show}
              className={iconButtonClass('md')}
            >
              <span className="sr-only">Menú</span>
              {phoneMenu.pending ? <Spinner /> : <Icon name="menu" />}
            </button>
          </>
        }
      >
        {showsSearch && (
          <ButtonLink to="/buscar-ia" discover="none" variant="quiet">
            <Icon name="search" className="size-4.5" />
            Buscar con IA
          </ButtonLink>
        )}
        {entries.map(({ to, label, redirectsTo }) => (
          <BarLink key={to} to={to} redirectsTo={redirectsTo}>
            {label}
            {to === '/chat' && chatCount}
          </BarLink>
        ))}
        {bell}
        {user ? (
          <SessionMenu user={user} />
        ) : (
          <Button pending={roleDialog.pending} onClick={roleDialog.show}>
            Registrarse
          </Button>
        )}
      </NavigationBar>
      {phoneMenu.render({
        entries: showsSearch ? [{ to: '/buscar-ia', label: 'Buscar con IA' }, ...entries] : entries,
        user,
        statusText,
        chatCount,
        onRegister: roleDialog.show,
      })}
      {roleDialog.render({})}
    </>
  )
}

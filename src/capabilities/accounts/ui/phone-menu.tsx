import {
  CircleHelp,
  FilePen,
  Inbox,
  LayoutDashboard,
  LogIn,
  LogOut,
  MessageCircle,
  Search,
  UserSearch,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SessionUser } from '../../../platform/session/session.ts'
import { MenuLink, MenuPanel } from '../../../site/menu-panel.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { ROLE_NAMES } from '../rules.ts'
import type { NavigationEntry } from './navigation-entries.ts'
import { useLogout } from './use-logout.ts'

const icons: Record<string, ReactNode> = {
  '/buscar-ia': <Search />,
  '/buscar-abogados': <UserSearch />,
  '/submit-case': <FilePen />,
  '/casos-recientes': <Inbox />,
  '/ayuda': <CircleHelp />,
  '/login': <LogIn />,
  '/dashboard': <LayoutDashboard />,
  '/chat': <MessageCircle />,
  '/find-colleagues': <Users />,
}

export interface PhoneMenuProps {
  open: boolean
  onOpenChange(open: boolean): void
  entries: readonly NavigationEntry[]
  user: SessionUser | null
  statusText: string | null
  chatCount?: ReactNode
  onRegister(): void
}

/** OPEN-70: menu with the entries of the navigation bar, for narrow windows. */
export function PhoneMenu({
  open,
  onOpenChange,
  entries,
  user,
  statusText,
  chatCount,
  onRegister,
}: PhoneMenuProps) {
  const logoutState = useLogout()
  const register = () => {
    onOpenChange(false)
    onRegister()
  }
  const logout = async () => {
    await logoutState.logout()
    onOpenChange(false)
  }
  return (
    <MenuPanel
      open={open}
      onOpenChange={onOpenChange}
      footer={
        user ? (
          <>
            <Link
              to="/edit-profile"
              className="flex min-h-14 min-w-0 items-center gap-3 text-ink no-underline"
            >
              <Avatar name={user.name} src={user.avatar_url} size={44} />
              <span className="min-w-0">
                <b className="block truncate leading-5.5">{user.name}</b>
                <span className="text-small text-muted">{statusText ?? ROLE_NAMES[user.role]}</span>
              </span>
            </Link>
            <p className="-mt-3 flex gap-6 pl-14 text-ui *:flex *:min-h-11 *:items-center">
              <Link to="/mis-datos">Tus datos</Link>
              <Link to="/seguridad">Seguridad</Link>
            </p>
            <Button block pending={logoutState.pending} pendingLabel="Cerrando sesión…" onClick={logout}>
              <LogOut aria-hidden="true" className="size-4.5" />
              Salir
            </Button>
          </>
        ) : (
          <Button variant="primary" size="lg" block onClick={register}>
            Registrarse
          </Button>
        )
      }
    >
      {entries.map(({ to, label, redirectsTo }) => (
        <MenuLink
          key={to}
          to={to}
          redirectsTo={redirectsTo}
          icon={icons[to]}
          end={to === '/chat' ? chatCount : undefined}
        >
          {label}
        </MenuLink>
      ))}
    </MenuPanel>
  )
}

import { Link } from 'react-router'
import type { SessionUser } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { useLogout } from './use-logout.ts'

/** NAV-07, NAV-08, NAV-12: the signed-in user, with links to profile and log-out. */
export function SessionMenu({ user }: { user: SessionUser }) {
  const logoutState = useLogout()
  return (
    <div className="flex items-center">
      <Link
        to="/edit-profile"
        className="group flex min-h-11 items-center gap-2.5 border-l border-line pr-2.5 pl-4 text-ui font-semibold text-ink no-underline"
      >
        <Avatar name={user.name} src={user.avatar_url} size={32} />
        <span className="max-w-40 truncate group-hover:underline">{user.name}</span>
      </Link>
      <Button
        variant="plain"
        pending={logoutState.pending}
        pendingLabel="Cerrando sesión…"
        onClick={logoutState.logout}
      >
        <Icon name="log-out" className="size-4.5" />
        Salir
      </Button>
    </div>
  )
}

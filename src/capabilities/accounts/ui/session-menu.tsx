import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { sessionChanged } from '../../../platform/rpc/session-change.ts'
import type { SessionUser } from '../../../platform/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import type { AccountsContract } from '../contract.ts'

/** NAV-07, NAV-08, NAV-12: who is signed in, and the way out. */
export function SessionMenu({ user }: { user: SessionUser }) {
  const leave = useLogout()
  return (
    <div className="flex items-center gap-2">
      <span className="flex items-center gap-2.5 text-ui font-semibold md:ml-2 md:border-l md:border-line md:pl-4.5">
        <Avatar name={user.name} src={user.avatar_url} size={36} />
        <span className="max-w-44 truncate max-md:sr-only">{user.name}</span>
      </span>
      <Button variant="quiet" pending={leave.pending} pendingLabel="Cerrando sesión…" onClick={leave.logout}>
        <LogOut aria-hidden="true" className="size-4.5" />
        Salir
      </Button>
    </div>
  )
}

/** AUT-28, AUT-29. The client is fetched with the press: the landing page does not carry it. */
export function useLogout() {
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const logout = async () => {
    setPending(true)
    try {
      const { rpc } = await import('../../../platform/rpc/client.ts')
      const { forgetQueries } = await import('../../../platform/rpc/query-provider.tsx')
      await rpc<AccountsContract>('accounts').logout()
      forgetQueries()
      sessionChanged()
      toast({ kind: 'success', title: 'Sesión cerrada', text: 'Has cerrado sesión correctamente.' })
      await navigate('/')
    } catch (error) {
      const { failureOf } = await import('../../../platform/rpc/client.ts')
      const failure = failureOf(error)
      if (failure.status === 401) {
        // Already over, from another tab or after a week: the page only has to say so.
        sessionChanged()
        await navigate('/')
      } else toast({ kind: 'error', title: 'Error', text: `Error al cerrar sesión: ${failure.message}` })
    } finally {
      setPending(false)
    }
  }
  return { pending, logout }
}

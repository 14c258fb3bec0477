import { useState } from 'react'
import { useNavigate } from 'react-router'
import { OFFLINE } from '../../../platform/rpc/offline.ts'
import { sessionChanged } from '../../../platform/rpc/session-change.ts'
import { fetched } from '../../../ui/fetched.ts'
import { toast } from '../../../ui/toast.ts'
import type { AccountsContract } from '../contract.ts'

/** NAV-12, AUT-28, AUT-29: «Salir». The client is fetched with the press: not every page carries it. */
export function useLogout() {
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const logout = async () => {
    setPending(true)
    try {
      if (await endSession()) await navigate('/')
    } finally {
      setPending(false)
    }
  }
  return { pending, logout }
}

const clientParts = () =>
  Promise.all([
    fetched(() => import('../../../platform/rpc/client.ts')),
    fetched(() => import('../../../platform/rpc/query-provider.tsx')),
  ])

const failed = (message: string) =>
  toast({ kind: 'error', title: 'Error', text: `Error al cerrar sesión: ${message}` })

/** Ends the session here and in the other tabs. @returns whether it is over */
async function endSession(): Promise<boolean> {
  const parts = await clientParts().catch(() => null)
  if (!parts) {
    failed(OFFLINE)
    return false
  }
  const [{ failureOf, rpc }, { forgetQueries }] = parts
  try {
    await rpc<AccountsContract>('accounts').logout()
    toast({ kind: 'success', title: 'Sesión cerrada', text: 'Has cerrado sesión correctamente.' })
  } catch (error) {
    const failure = failureOf(error)
    // 401: already over, from another tab or after a week; the page only has to say so.
    if (failure.status !== 401) {
      failed(failure.message)
      return false
    }
  }
  forgetQueries()
  sessionChanged()
  return true
}

import { useState } from 'react'
import { useNavigate } from 'react-router'
import { OFFLINE_MESSAGE } from '../../../platform/errors/offline-message.ts'
import { announceSessionChange, whileEndingSession } from '../../../platform/session/session-events.ts'
import { importWithRetry } from '../../../ui/boot/import-with-retry.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { AccountsContract } from '../contract.ts'

/** NAV-12, AUT-28, AUT-29: «Salir». Loads the API client on demand, since not every page includes it. */
export function useLogout() {
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const logout = async () => {
    setPending(true)
    try {
      await whileEndingSession(async () => {
        if (await endSession()) await navigate('/')
      })
    } finally {
      setPending(false)
    }
  }
  return { pending, logout }
}

const loadClient = () =>
  Promise.all([
    importWithRetry(() => import('../../../platform/rpc/client.ts')),
    importWithRetry(() => import('../../../site/query-provider.tsx')),
  ])

const showFailure = (message: string) =>
  toast({ kind: 'error', title: 'Error', text: `Error al cerrar sesión: ${message}` })

/** Ends the session here and in the other tabs. @returns whether it has ended */
async function endSession(): Promise<boolean> {
  const client = await loadClient().catch(() => null)
  if (!client) {
    showFailure(OFFLINE_MESSAGE)
    return false
  }
  const [{ failureOf, rpc }, { clearUserData }] = client
  try {
    await rpc<AccountsContract>('accounts').logout()
    toast({ kind: 'success', title: 'Sesión cerrada', text: 'Has cerrado sesión correctamente.' })
  } catch (error) {
    const failure = failureOf(error)
    // 401: the session has already ended, in another tab or by expiry; only the page must be updated.
    if (failure.status !== 401) {
      showFailure(failure.message)
      return false
    }
  }
  clearUserData()
  announceSessionChange()
  return true
}

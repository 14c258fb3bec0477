import { useNavigate } from 'react-router'
import { announceSessionChange } from '../../../platform/session/session-events.ts'
import { clearUserData } from '../../../site/query-provider.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { removeInterviewsOf } from '../../interview/ui/interview-storage.ts'

/**
 * DEL-05, OPEN-58: what a page runs after the account was deleted: clear local data, show one toast (not also
 * «Sesión cerrada») and go to the home page.
 */
export function useOnAccountDeleted(userId: string): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    clearUserData()
    removeInterviewsOf(userId)
    announceSessionChange()
    toast({ kind: 'success', title: 'Cuenta eliminada', text: 'Tu cuenta ha sido eliminada.' })
    await navigate('/', { replace: true })
    // Requests still in flight get 401 and revalidate the session during this navigation. React Router then
    // keeps the old scroll position.
    scrollTo(0, 0)
  }
}

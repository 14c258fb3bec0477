import { useNavigate } from 'react-router'
import { forgetQueries } from '../../../platform/rpc/query-provider.tsx'
import { sessionChanged } from '../../../platform/rpc/session-change.ts'
import { toast } from '../../../ui/toast.ts'
import { forgetInterviewsOf } from '../../interview/ui/interview-storage.ts'

/**
 * DEL-05, OPEN-58: what a page does once the account is gone. Only this toast: not also «Sesión cerrada».
 * @param userId whose account it was
 */
export function useFarewell(userId: string): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    forgetQueries()
    forgetInterviewsOf(userId)
    sessionChanged()
    toast({ kind: 'success', title: 'Cuenta eliminada', text: 'Tu cuenta ha sido eliminada.' })
    await navigate('/', { replace: true })
    // The session is asked for again meanwhile (401s of what was under way), and a page that is read anew while it
    // comes keeps the old one's place (React Router: no scrolling for an uninterrupted revalidation).
    scrollTo(0, 0)
  }
}

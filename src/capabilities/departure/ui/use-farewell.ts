import { useNavigate } from 'react-router'
import { forgetQueries } from '../../../platform/rpc/query-provider.tsx'
import { sessionChanged } from '../../../platform/rpc/session-change.ts'
import { toast } from '../../../ui/toast.ts'
import { forgetInterviewsOf } from '../../interview/ui/interview-storage.ts'

/**
 * DEL-05, OPEN-58: what a page does once the account is gone. Only this toast: not also «Sesión cerrada».
 * @param userId whose account it was
 */
export function useFarewell(userId: string): () => void {
  const navigate = useNavigate()
  return () => {
    forgetQueries()
    forgetInterviewsOf(userId)
    sessionChanged()
    toast({ kind: 'success', title: 'Cuenta eliminada', text: 'Tu cuenta ha sido eliminada.' })
    void navigate('/', { replace: true })
  }
}

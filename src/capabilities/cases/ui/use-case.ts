import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { failureOf } from '../../../platform/rpc/client.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { casesQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'

/** A case, refetched on its events. Redirects to the dashboard when access is lost (ROU-35). */
export function useCase(caseId: string) {
  const navigate = useNavigate()
  const options = casesQueries().caseById.queryOptions({ input: { caseId } })
  const query = useQuery(options)
  useRefetchOn(['case'], options.queryKey, { isRelevant: ({ ref }) => ref === caseId })
  // Not while the user is deleting it.
  const isChanging = useIsMutating() > 0
  const isGone = query.error !== null && failureOf(query.error).status === 404 && !isChanging
  useEffect(() => {
    if (!isGone) return
    toast({ kind: 'error', text: MESSAGES.notFound })
    void navigate('/dashboard', { replace: true })
  }, [isGone, navigate])
  return query
}

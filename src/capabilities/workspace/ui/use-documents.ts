import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { type Failure, failureOf, rpc } from '../../../platform/rpc/client.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { WorkspaceContract } from '../contract.ts'
import { workspaceQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'

/** The documents of a case, refetched on events. */
export function useDocuments(caseId: string) {
  const client = useQueryClient()
  const api = rpc<WorkspaceContract>('workspace')
  const options = workspaceQueries(api).documents.queryOptions({ input: { caseId } })
  const query = useQuery(options)
  useEvents(['document'], ({ ref }) => {
    if (ref === null || ref === caseId) void refetchQueries(client, options)
  })
  return {
    ...query,
    /** @returns the failure, or null on success. 404 counts as success: the document is deleted already. */
    async remove(documentId: string): Promise<Failure | null> {
      try {
        client.setQueryData(options.queryKey, await api.deleteDocument({ caseId, documentId }))
      } catch (error) {
        const failure = failureOf(error)
        if (failure.status !== 404) return failure
      } finally {
        // A concurrent response may be newer.
        void refetchQueries(client, options)
      }
      toast({ kind: 'success', text: MESSAGES.deleted })
      return null
    },
  }
}

export type DocumentsState = ReturnType<typeof useDocuments>

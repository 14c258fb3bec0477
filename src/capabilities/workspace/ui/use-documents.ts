import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { WorkspaceContract } from '../contract.ts'
import { workspaceQueries } from '../queries.ts'

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
    async remove(documentId: string): Promise<void> {
      try {
        client.setQueryData(options.queryKey, await api.deleteDocument({ caseId, documentId }))
      } finally {
        // A concurrent response may be newer.
        void refetchQueries(client, options)
      }
    },
  }
}

export type DocumentsState = ReturnType<typeof useDocuments>

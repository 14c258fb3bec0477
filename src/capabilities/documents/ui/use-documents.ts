import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { DocumentsContract } from '../contract.ts'
import { documentsQueries } from '../queries.ts'

/** The documents of a case, refetched on events. */
export function useDocuments(caseId: string) {
  const client = useQueryClient()
  const api = rpc<DocumentsContract>('workspace')
  const options = documentsQueries(api).documents.queryOptions({ input: { caseId } })
  const query = useQuery(options)
  useRefetchOn(['document'], options.queryKey, { isRelevant: ({ ref }) => ref === caseId })
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

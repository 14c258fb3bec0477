import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { DocumentsContract } from '../contract.ts'
import { documentsQueries } from '../queries.ts'
import type { AnswerRequestInput, Documents, RequestDocumentsInput } from '../schema.ts'

/** The documents of a case and what its lawyer asked for, refetched on events. */
export function useDocuments(caseId: string) {
  const client = useQueryClient()
  const api = rpc<DocumentsContract>('workspace')
  const options = documentsQueries(api).documents.queryOptions({ input: { caseId } })
  const query = useQuery(options)
  useRefetchOn(['document'], options.queryKey, { isRelevant: ({ ref }) => ref === caseId })
  const change = async (call: Promise<Documents>): Promise<void> => {
    try {
      client.setQueryData(options.queryKey, await call)
    } finally {
      // A concurrent response may be newer.
      void refetchQueries(client, options)
    }
  }
  return {
    ...query,
    remove: (documentId: string) => change(api.deleteDocument({ caseId, documentId })),
    restore: (documentId: string) => change(api.restoreDocument({ caseId, documentId })),
    request: (input: Omit<RequestDocumentsInput, 'caseId'>) =>
      change(api.requestDocuments({ caseId, ...input })),
    answer: (input: Omit<AnswerRequestInput, 'caseId'>) => change(api.answerRequest({ caseId, ...input })),
  }
}

export type DocumentsState = ReturnType<typeof useDocuments>

import { useQueryClient } from '@tanstack/react-query'
import { uuidv4 } from '../../../input/ids.ts'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { DocumentsContract } from '../contract.ts'
import { documentsQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'
import { useUploads } from './use-uploads.ts'

/** What an upload is, if not a new document. */
export interface UploadTarget {
  requestId?: string
  /** The document of which it is a new version. */
  replaces?: string
  /** Of the delivery that it continues. */
  deliveryId?: string
}

/** CAS-17: uploads of documents of a case. */
export function useCaseUploads(caseId: string) {
  const client = useQueryClient()
  const { add, ...uploads } = useUploads<UploadTarget & { deliveryId: string }>({
    resourceOf: () => caseId,
    async add({ id, key, target }) {
      const api = rpc<DocumentsContract>('workspace')
      const documents = await api.addDocument({ caseId, id, key, ...target })
      const queryKey = documentsQueries(api).documents.queryKey({ input: { caseId } })
      client.setQueryData(queryKey, documents)
      // A concurrent response may be newer.
      void refetchQueries(client, { queryKey })
    },
    added: MESSAGES.uploaded,
  })
  return {
    ...uploads,
    add: (files: readonly File[], target: UploadTarget = {}) =>
      add(files, { ...target, deliveryId: target.deliveryId ?? uuidv4() }),
  }
}

export type CaseUploads = ReturnType<typeof useCaseUploads>

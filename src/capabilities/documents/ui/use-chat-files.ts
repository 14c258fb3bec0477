import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { DocumentsContract } from '../contract.ts'
import { documentsQueries } from '../queries.ts'
import type { ChatFiles } from '../schema.ts'

export const chatFilesOptions = (chatId: string) =>
  documentsQueries().chatFiles.queryOptions({ input: { chatId } })

/** SEG-71: the files of a chat, refetched on events: those of its case change them, too. */
export function useChatFiles(chatId: string) {
  const client = useQueryClient()
  const options = chatFilesOptions(chatId)
  const query = useQuery(options)
  const api = rpc<DocumentsContract>('workspace')
  const change = async (call: Promise<ChatFiles>): Promise<void> => {
    try {
      client.setQueryData(options.queryKey, await call)
    } finally {
      // A concurrent response may be newer.
      void refetchQueries(client, options)
    }
  }
  return {
    query,
    remove: (id: string) => change(api.deleteChatFile({ chatId, id })),
    restore: (id: string) => change(api.restoreChatFile({ chatId, id })),
  }
}

/** Refetches the files of the open chat on events; once a page, however many of its files are shown. */
export const useChatFileEvents = () => useRefetchOn(['document'], documentsQueries().chatFiles.key())

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { ChatContract } from '../../chat/contract.ts'
import { chatCache } from '../../chat/ui/chat-cache.ts'
import type { DocumentsContract } from '../contract.ts'
import { documentsQueries } from '../queries.ts'
import { type ChatFiles, chatResource } from '../schema.ts'
import { useUploads } from './use-uploads.ts'

const optionsOf = (chatId: string) => documentsQueries().chatFiles.queryOptions({ input: { chatId } })

/** SEG-71: the files of a chat, refetched on events: those of its case change them, too. */
export function useChatFiles(chatId: string) {
  const client = useQueryClient()
  const options = optionsOf(chatId)
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

/** SEG-71: uploads of files in chats; they continue while another chat is shown. */
export function useChatUploads() {
  const client = useQueryClient()
  return useUploads<{ chatId: string }>({
    resourceOf: ({ chatId }) => chatResource(chatId),
    async add({ id, key, target: { chatId } }) {
      const api = rpc<DocumentsContract>('workspace')
      const { message, files } = await api.addChatFile({ chatId, id, key })
      client.setQueryData(optionsOf(chatId).queryKey, { files })
      chatCache(client, rpc<ChatContract>('chat')).addMessage(message)
    },
    added: null,
  })
}

export type ChatUploads = ReturnType<typeof useChatUploads>

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import { rpc } from '../../../platform/rpc/client.ts'
import type { ChatContract } from '../../chat/contract.ts'
import { chatCache } from '../../chat/ui/chat-cache.ts'
import type { DocumentsContract } from '../contract.ts'
import { chatResource } from '../schema.ts'
import { UploadLine } from './file-line.tsx'
import { chatFilesOptions } from './use-chat-files.ts'
import { useUploads } from './use-uploads.ts'

/** Files that were chosen at once for a chat. */
export interface ChosenFiles {
  chatId: string
  files: readonly File[]
}

/** The chat that is shown, and where its uploads are. */
export interface ShownChat {
  chatId: string
  element: HTMLElement
}

/**
 * SEG-71: sends the chosen files, also while another chat is shown, and shows those of the shown chat (SEG-19).
 * @param chosen all choices so far; each rendering may have more
 */
export function SendingFiles({ chosen, shown }: { chosen: readonly ChosenFiles[]; shown: ShownChat | null }) {
  const client = useQueryClient()
  const uploads = useUploads<{ chatId: string }>({
    resourceOf: ({ chatId }) => chatResource(chatId),
    async add({ id, key, target: { chatId } }) {
      const api = rpc<DocumentsContract>('workspace')
      const { message, files } = await api.addChatFile({ chatId, id, key })
      client.setQueryData(chatFilesOptions(chatId).queryKey, { files })
      chatCache(client, rpc<ChatContract>('chat')).addMessage(message)
    },
    added: null,
  })
  const handled = useRef(0)
  const add = useEffectEvent(() => {
    for (const { chatId, files } of chosen.slice(handled.current)) uploads.add(files, { chatId })
    handled.current = chosen.length
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice
  useEffect(() => add(), [chosen])
  const list = useRef<HTMLUListElement>(null)
  const own = uploads.uploads.filter(({ target }) => target.chatId === shown?.chatId)
  if (!shown || own.length === 0) return null
  return createPortal(
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Archivos que se están enviando"
      className="grid max-h-[40dvh] justify-items-end gap-2 overflow-y-auto px-4 py-2 outline-none md:px-7"
    >
      {own.map((upload) => (
        <li
          key={upload.id}
          className="w-[min(26rem,100%)] rounded-[14px] rounded-br-[4px] border border-line bg-surface px-3 py-2"
        >
          <UploadLine
            upload={upload}
            onRetry={() => uploads.retry(upload)}
            onDrop={() => {
              uploads.drop(upload.id)
              // The pressed button disappears with its row.
              list.current?.focus()
            }}
          />
        </li>
      ))}
    </ul>,
    shown.element,
  )
}

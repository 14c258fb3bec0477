import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRefetchOn } from '../../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../../platform/rpc/client.ts'
import { useSubmit } from '../../../../site/forms/use-submit.ts'
import type { ChatContract } from '../../contract.ts'
import { chatQueries } from '../../queries.ts'
import type { Block } from '../../schema.ts'

/** DAT-68: whether the user blocked the partner of a chat; also on their other devices. */
export function useBlock(chatId: string) {
  const client = useQueryClient()
  const options = chatQueries().readBlock.queryOptions({ input: { chatId } })
  const { data } = useQuery(options)
  useRefetchOn(['chat', 'case'], options.queryKey)
  const write = (blocks: boolean) => rpc<ChatContract>('chat').writeBlock({ chatId, blocks })
  const keep = (written: Block) => client.setQueryData(options.queryKey, written)
  const unblock = useSubmit(() => write(false), { onDone: keep, toast: 'No se pudo desbloquear' })
  const { blocks = false, is_partner_suspended: isPartnerSuspended = false } = data ?? {}
  return { blocks, isPartnerSuspended, block: () => write(true), keep, unblock }
}

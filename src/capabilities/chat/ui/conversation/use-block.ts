import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRefetchOn } from '../../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../../platform/rpc/client.ts'
import { useSubmit } from '../../../../site/forms/use-submit.ts'
import type { ChatContract } from '../../contract.ts'
import { chatQueries } from '../../queries.ts'

/** DAT-68: whether the user blocked the partner of a chat; also on their other devices. */
export function useBlock(chatId: string) {
  const client = useQueryClient()
  const options = chatQueries().readBlock.queryOptions({ input: { chatId } })
  const { data } = useQuery(options)
  useRefetchOn(['chat'], options.queryKey)
  const write = (blocks: boolean) => rpc<ChatContract>('chat').writeBlock({ chatId, blocks })
  const keep = (written: { blocks: boolean }) => client.setQueryData(options.queryKey, written)
  const unblock = useSubmit(() => write(false), { onDone: keep, toast: 'No se pudo desbloquear' })
  return { blocks: data?.blocks ?? false, block: () => write(true), keep, unblock }
}

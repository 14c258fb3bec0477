import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import type { NoticesContract } from '../contract.ts'
import { noticesOptions, noticesQueries } from '../queries.ts'

/** SEG-56: «Marcar todo como leído». */
export function ReadAllButton() {
  const { data } = useInfiniteQuery(noticesOptions(undefined))
  const client = useQueryClient()
  const { submit, pending } = useSubmit(rpc<NoticesContract>('notices').readAll, {
    onDone: () => client.invalidateQueries({ queryKey: noticesQueries().list.key() }),
  })
  const hasUnread = data?.items.some(({ is_read }) => !is_read) ?? false
  return (
    <Button disabled={!hasUnread} pending={pending} pendingLabel="Marcando…" onClick={() => void submit({})}>
      Marcar todo como leído
    </Button>
  )
}

import { failureOf } from '../../../platform/rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** A part that could not be read: why, and another try. */
export function Retry({ error, pending, retry }: { error: unknown; pending: boolean; retry(): void }) {
  return (
    <Notice
      kind="danger"
      live
      action={
        <Button size="sm" pending={pending} onClick={retry}>
          Reintentar
        </Button>
      }
    >
      {failureOf(error).message}
    </Notice>
  )
}

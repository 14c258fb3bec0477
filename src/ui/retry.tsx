import { failureOf } from '../platform/rpc/client.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

export interface RetryProps {
  error: unknown
  pending: boolean
  retry(): void
  /** What could not be read, where the reason alone does not say it. */
  title?: string | undefined
}

/** A part that could not be read: why, and another try. */
export function Retry({ error, pending, retry, title }: RetryProps) {
  return (
    <Notice
      kind="danger"
      live
      title={title}
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

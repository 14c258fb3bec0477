import { failureOf } from '../platform/rpc/client.ts'
import { Button } from '../ui/actions/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

export interface RetryNoticeProps {
  error: unknown
  pending: boolean
  retry(): void
  /** What could not be loaded, where the error's message does not say it. */
  title?: string | undefined
}

/** Replaces a part of a page that could not be loaded: the reason, and a retry button. */
export function RetryNotice({ error, pending, retry, title }: RetryNoticeProps) {
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

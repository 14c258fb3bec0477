import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureOf } from '../platform/rpc/client.ts'
import { Button } from '../ui/actions/button.tsx'
import { EmptyState, type EmptyStateProps } from '../ui/feedback/empty-state.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { SkeletonRows } from '../ui/feedback/skeleton.tsx'

export interface LoadFailedProps extends Pick<EmptyStateProps, 'level'> {
  error?: unknown
  /** Why, in Spanish; by default the error's message. */
  message?: string
  retry(): unknown
  /** What could not be loaded, where the error's message does not say it. */
  title?: string | undefined
  /** Another action next to the retry button. */
  action?: ReactNode
}

/**
 * Replaces content that could not be loaded: what, why, and a retry button. With a heading `level` it stands
 * for the main content of a page or tab, otherwise it is a notice.
 */
export function LoadFailed({
  error,
  message = failureOf(error).message,
  retry,
  title,
  level,
  action,
}: LoadFailedProps) {
  const button = (
    <Button size={level ? 'md' : 'sm'} onClick={() => void retry()}>
      Reintentar
    </Button>
  )
  if (!level)
    return (
      <Notice kind="danger" live title={title} action={button}>
        {message}
      </Notice>
    )
  return (
    <div role="alert">
      <EmptyState
        level={level}
        icon={<CloudOff />}
        title={title ?? message}
        text={title && message}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {action}
            {button}
          </div>
        }
      />
    </div>
  )
}

/** What is needed of the result of a query. */
export interface LoadedQuery<Data> {
  data: Data | undefined
  error: unknown
  refetch(): unknown
}

export interface LoadedProps<Data> extends Pick<LoadFailedProps, 'level'> {
  query: LoadedQuery<Data>
  /** Title of the failure (`LoadFailed`). */
  failed?: string | undefined
  /** What is loading, for screen readers. */
  label?: string | undefined
  /** Of the box around skeleton and failure. */
  className?: string | undefined
  children(data: Data): ReactNode
}

/** The data of a query, or a skeleton while it loads, or its failure with a retry button. */
export function Loaded<Data>({ query, failed, label, level, className, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return (
    <div className={className}>
      {error ? (
        <LoadFailed error={error} retry={refetch} title={failed} level={level} />
      ) : (
        <SkeletonRows label={label} />
      )}
    </div>
  )
}

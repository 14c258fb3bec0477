import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'

export interface LoadFailedProps extends Pick<EmptyStateProps, 'title' | 'level' | 'text'> {
  pending?: boolean | undefined
  retry(): void
  /** Only where retrying is the page's one next step. */
  primary?: boolean
  /** Another action next to the retry button. */
  secondaryAction?: ReactNode
}

/** Replaces content that could not be loaded: what, why, and a retry button. */
export function LoadFailed({ pending, retry, primary, secondaryAction, ...state }: LoadFailedProps) {
  const retryButton = (
    <Button variant={primary ? 'primary' : 'secondary'} pending={pending} onClick={retry}>
      Reintentar
    </Button>
  )
  return (
    <EmptyState
      {...state}
      icon={<CloudOff />}
      action={
        secondaryAction ? (
          <div className="flex flex-wrap justify-center gap-3">
            {secondaryAction}
            {retryButton}
          </div>
        ) : (
          retryButton
        )
      }
    />
  )
}

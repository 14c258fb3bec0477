import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'

export interface LoadFailedProps extends Pick<EmptyStateProps, 'title' | 'level' | 'text'> {
  pending?: boolean | undefined
  retry(): void
  /** Only where trying again is the page's one next step. */
  primary?: boolean
  /** A way out beside it. */
  otherwise?: ReactNode
}

/** A place whose content could not be read: what, why, and another try. */
export function LoadFailed({ pending, retry, primary, otherwise, ...state }: LoadFailedProps) {
  const again = (
    <Button variant={primary ? 'primary' : 'secondary'} pending={pending} onClick={retry}>
      Reintentar
    </Button>
  )
  return (
    <EmptyState
      {...state}
      icon={<CloudOff />}
      action={
        otherwise ? (
          <div className="flex flex-wrap justify-center gap-3">
            {otherwise}
            {again}
          </div>
        ) : (
          again
        )
      }
    />
  )
}

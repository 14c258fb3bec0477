import type { ReactNode } from 'react'

export interface EmptyStateProps {
  /** A lucide icon; its size and colour are set by this component. */
  icon: ReactNode
  title: string
  level?: 'h1' | 'h2' | 'h3' | undefined
  text?: ReactNode
  /** The one next step. */
  action?: ReactNode
}

/** An empty list or page: what will be here, and the one next step. */
export function EmptyState({ icon, title, level: Heading = 'h3', text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-10 text-center">
      <span aria-hidden="true" className="mb-1 text-muted *:size-8">
        {icon}
      </span>
      <Heading className="text-h3">{title}</Heading>
      {text && <p className="max-w-[38ch] text-ui text-muted">{text}</p>}
      {action && <div className="mt-2.5">{action}</div>}
    </div>
  )
}

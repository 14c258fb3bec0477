import type { ReactNode } from 'react'

export interface PageHeadingProps {
  title: ReactNode
  text?: ReactNode
  /** Actions for the whole page, on the right; on phones below. */
  actions?: ReactNode
}

/** The page's h1, a short description and its actions. */
export function PageHeading({ title, text, actions }: PageHeadingProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 pt-8 pb-6">
      <div className="min-w-0 wrap-anywhere">
        <h1>{title}</h1>
        {text && <p className="mt-2 max-w-[60ch] text-muted">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}

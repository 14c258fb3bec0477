import type { ReactNode } from 'react'

/** A key of the keyboard, in a line about shortcuts. */
export const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="rounded-[4px] border border-line-strong bg-surface px-1.5 font-sans text-[0.75rem]/4.5 font-semibold text-ink">
    {children}
  </kbd>
)

import type { ReactNode } from 'react'

/** Centres an administrator's page: at most 1312 px wide, plus gutters. */
export const AdminContainer = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto grid w-full max-w-[85rem] grid-cols-[minmax(0,1fr)] gap-6 px-5 pb-14 md:px-6 md:pb-18">
    {children}
  </div>
)

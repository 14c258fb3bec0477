import type { ReactNode } from 'react'

/** Pairs of a label and a value, in lines. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] text-ui md:grid-cols-[8.25rem_minmax(0,1fr)] [&>*]:border-line [&>*]:py-2.25 [&>*:nth-child(n+3)]:border-t [&>dd]:wrap-anywhere [&>dt]:text-muted">
      {children}
    </dl>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="whitespace-pre-line">{children}</dd>
    </>
  )
}

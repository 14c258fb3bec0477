import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Card } from '../layout/card.tsx'

/** A row of numbers, each a link to what it counts. Its children are `StatLink`s. */
export function StatLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <Card flush className="overflow-clip">
        <ul className="divide-y divide-line md:grid md:auto-cols-fr md:grid-flow-col md:divide-x md:divide-y-0">
          {children}
        </ul>
      </Card>
    </nav>
  )
}

/** A larger number is shown as «+1000». */
const MAX_SHOWN = 1_000

export interface StatLinkProps extends Omit<LinkProps, 'className' | 'children'> {
  /** Undefined while unknown: the link works anyway. */
  value: number | undefined
  /** Shown after the number: «mensajes sin leer». */
  text: string
}

export function StatLink({ value, text, ...link }: StatLinkProps) {
  const shown = value !== undefined && value > MAX_SHOWN ? `+${MAX_SHOWN}` : value
  return (
    <li>
      <Link
        {...link}
        className="flex min-h-15 items-center gap-3.5 px-5 py-3 text-ui text-ink no-underline -outline-offset-2 hover:bg-sunken md:min-h-17.5 md:px-6"
      >
        <b className="min-w-3.5 text-[1.5rem]/7 font-semibold tabular-nums">
          {shown ?? <span aria-hidden="true">–</span>}
        </b>
        <span className="min-w-0 flex-1">{text}</span>
        <ChevronRight aria-hidden="true" className="size-4.5 text-muted" />
      </Link>
    </li>
  )
}

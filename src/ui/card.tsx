import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A surface with a hairline and no shadow. `flush` leaves the padding to its rows. */
export function Card({ flush, className, ...rest }: ComponentProps<'div'> & { flush?: boolean | undefined }) {
  return (
    <div
      {...rest}
      className={classNames('rounded-l border border-line bg-surface', !flush && 'p-5 md:p-6', className)}
    />
  )
}

/** The head of a flush card: its title, and at the right what belongs to all of it. */
export function CardHead({
  title,
  level: Heading = 'h2',
  end,
}: {
  title: ReactNode
  level?: 'h2' | 'h3' | undefined
  end?: ReactNode
}) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-4 md:px-6 md:py-4.5">
      <Heading className="text-h4">{title}</Heading>
      {end}
    </div>
  )
}

/** A sunken place for what is said and not done. */
export function Well({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames('rounded-l bg-sunken px-4 py-3', className)} />
}

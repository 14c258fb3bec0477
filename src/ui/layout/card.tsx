import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'

export interface CardProps extends ComponentProps<'div'> {
  /** No padding: its rows bring their own. */
  flush?: boolean | undefined
  /** For irreversible actions. */
  tone?: 'danger' | undefined
}

/** A surface with a thin border and no shadow. */
export function Card({ flush, tone, className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={classNames(
        'rounded-l border bg-surface',
        tone === 'danger' ? 'border-danger' : 'border-line',
        !flush && 'p-5 md:p-6',
        className,
      )}
    />
  )
}

/** Header of a flush card: the title, and on the right what applies to the whole card. */
export function CardHead({ title, end }: { title: ReactNode; end?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-b border-line px-5 py-4 md:px-6 md:py-4.5">
      <h2 className="text-h4">{title}</h2>
      {end}
    </div>
  )
}

/** A sunken box for information without actions. */
export function SunkenBox({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames('rounded-l bg-sunken px-4 py-3', className)} />
}

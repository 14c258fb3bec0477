import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'

const tones = {
  neutral: 'bg-sunken text-muted',
  verified: 'bg-verified-soft text-verified-ink',
  gold: 'bg-gold-soft text-gold-ink',
  primary: 'bg-primary-soft text-primary-ink',
  accent: 'bg-accent-soft text-accent-ink',
  danger: 'bg-danger-soft text-danger-ink',
} as const

export type BadgeTone = keyof typeof tones

export interface BadgeProps {
  tone?: BadgeTone | undefined
  /** A lucide icon; its size is set by the badge. */
  icon?: ReactNode
  /** For statuses that the specification writes in capitals. */
  caps?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A status label. Colour is never the only signal: the text says the same. */
export function Badge({ tone = 'neutral', icon, caps, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 items-center gap-1.25 rounded-s px-2 font-semibold whitespace-nowrap [&>svg]:size-3.75',
        caps ? 'text-[0.75rem]/4.5 tracking-[0.05em]' : 'text-micro',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}

/**
 * A count: red for unread, primary colour with `calm`. `label` tells screen readers what is counted; more than `max`
 * is «99+».
 */
export function CountBadge({
  value,
  label,
  calm,
  max = 99,
}: {
  value: number
  label: string
  max?: number
  calm?: boolean | undefined
}) {
  const countText = value > max ? `${max}+` : value
  return (
    <span
      className={classNames(
        'inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-[0.75rem]/none font-semibold tabular-nums',
        calm ? 'bg-primary text-on-primary' : 'bg-danger text-on-danger',
      )}
    >
      <span aria-hidden="true">{countText}</span>
      <span className="sr-only">{`${countText} ${label}`}</span>
    </span>
  )
}

import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'

const looks = {
  info: { Icon: Info, box: 'bg-primary-soft', tone: 'text-primary-ink' },
  accent: { Icon: TriangleAlert, box: 'bg-accent-soft', tone: 'text-accent-ink' },
  danger: { Icon: CircleAlert, box: 'bg-danger-soft', tone: 'text-danger-ink' },
} as const

export interface NoticeProps {
  kind?: keyof typeof looks | undefined
  title?: string | undefined
  children: ReactNode
  /** For a notice that appears later: screen readers announce it, a danger immediately. */
  live?: boolean | undefined
  /** At the bottom: what to do about it. */
  action?: ReactNode
  className?: string | undefined
}

/** A permanent notice in the page. */
export function Notice({ kind = 'info', title, children, live, action, className }: NoticeProps) {
  const { Icon, box, tone } = looks[kind]
  return (
    <div
      role={live ? (kind === 'danger' ? 'alert' : 'status') : undefined}
      className={classNames('flex gap-3 rounded-l px-4 py-3.5 text-ui text-ink', box, className)}
    >
      <Icon aria-hidden="true" className={classNames('mt-px size-5', tone)} />
      <div className="min-w-0 flex-1">
        {title && <b className="block">{title}</b>}
        <div>{children}</div>
        {action && <div className="mt-2.5">{action}</div>}
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'

/** A grey bar in place of content that is loading. Set width and height by class; `round` for avatars. */
export function Skeleton({
  round,
  className,
}: {
  round?: boolean | undefined
  className?: string | undefined
}) {
  return (
    <span
      className={classNames(
        'block bg-line/60',
        round ? 'rounded-full' : 'rounded-s',
        className ?? 'h-3.5 w-full',
      )}
    />
  )
}

/** Groups the skeletons of one part of a page. Appears after 200 ms: fast responses do not flicker. */
export function SkeletonGroup({
  label = 'Cargando…',
  className,
  children,
}: {
  label?: string
  className?: string
  children: ReactNode
}) {
  return (
    <div role="status" className={classNames('animate-appear', className)}>
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className="contents">
        {children}
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A grey bar in the place of what comes. Give width and height by class; `round` for avatars. */
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

/** The shape of what is being loaded. It appears after 200 ms, so that quick answers do not flicker. */
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

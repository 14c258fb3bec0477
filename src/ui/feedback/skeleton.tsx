import { classNames } from '../theme/class-names.ts'

/** A grey bar in place of content that is loading; its size is given by class. */
export const Skeleton = ({ className }: { className: string }) => (
  <span className={classNames('block rounded-s bg-line/60', className)} />
)

/**
 * Three rows with a title and a text, in place of any content that is loading. They appear after 200 ms, so
 * that fast responses do not flicker.
 */
export function SkeletonRows({ label = 'Cargando…' }: { label?: string | undefined }) {
  return (
    <div role="status" className="grid animate-appear gap-5">
      <span className="sr-only">{label}</span>
      {[1, 2, 3].map((one) => (
        <div key={one} aria-hidden="true" className="grid gap-2.5">
          <Skeleton className="h-4.5 w-3/5" />
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      ))}
    </div>
  )
}

import { classNames } from '../theme/class-names.ts'

/** A spinner. Decorative: the caller says in text what is loading. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-block size-5 animate-spin rounded-full border-2 border-current border-r-transparent opacity-80',
        className,
      )}
    />
  )
}

/** Loading state of a whole page or card: a spinner with a text. */
export function LoadingIndicator({ label = 'Cargando…' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-60 place-content-center justify-items-center gap-3 text-muted">
      <Spinner className="size-8 text-primary-ink" />
      <span className="text-ui">{label}</span>
    </div>
  )
}

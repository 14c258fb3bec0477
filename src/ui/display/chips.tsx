import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'

/** A label for one item of a set, e.g. a specialty on a card. */
export function Chip({ small, children }: { small?: boolean | undefined; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center rounded-[1rem] border border-line py-0.5 font-medium wrap-anywhere',
        small ? 'min-h-7 bg-paper px-2.5 text-micro' : 'min-h-7.5 bg-surface px-3 text-small',
      )}
    >
      {children}
    </span>
  )
}

/** Classes of a removable chip, without its colours and right padding. */
export const chipClass =
  'inline-flex min-w-0 max-w-full items-center gap-1.5 rounded-full pl-3 text-small font-medium'

export interface FilterChipProps {
  /** The filter's value, part of the button's accessible name: «Quitar filtro Maipú». */
  label: string
  onRemove: () => void
}

/** An active filter. The whole chip is the button that removes it; its touch target is 44 px high. */
export function FilterChip({ label, onRemove }: FilterChipProps) {
  return (
    <button
      type="button"
      aria-label={`Quitar filtro ${label}`}
      onClick={onRemove}
      className={classNames(
        chipClass,
        'relative min-h-7.5 bg-primary-soft pr-2.5 text-primary-ink before:absolute before:-inset-x-1 before:-inset-y-1.75 hover:bg-primary hover:text-on-primary',
      )}
    >
      <span className="truncate">{label}</span>
      <X aria-hidden="true" className="size-4" />
    </button>
  )
}

/** A row of chips; with a label, a list for screen readers. */
export function ChipList({
  label,
  children,
}: {
  label?: string | undefined
  children: readonly ReactNode[]
}) {
  if (!label) return <div className="flex flex-wrap gap-2">{children}</div>
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-2 gap-y-3.5">
      {children.map((chip, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the chip in it has the key
        <li key={index} className="max-w-full min-w-0">
          {chip}
        </li>
      ))}
    </ul>
  )
}

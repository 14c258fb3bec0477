import { classNames } from './class-names.ts'
import drawings from './icons.svg?no-inline'

/** What icons.svg holds beside the roof: lucide's drawings (ISC), in the 24 by 24 of whoever uses them. */
export type IconName =
  | 'arrow-right'
  | 'badge-check'
  | 'check'
  | 'file-check'
  | 'info'
  | 'list-checks'
  | 'log-out'
  | 'menu'
  | 'message-circle'
  | 'messages-square'
  | 'search'
  | 'shield-check'
  | 'timer'
  | 'user-round-check'

/** The address of the drawings. */
export const drawingsUrl = drawings

/**
 * An icon of the frame or the home page, drawn from one cached file: their first visit has no bytes to spare for
 * icons in the program. Every other screen takes them from lucide-react. Decorative; give the size by class.
 */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={classNames('lucide', className ?? 'size-6')}
    >
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}

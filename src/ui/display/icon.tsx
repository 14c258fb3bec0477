import { classNames } from '../theme/class-names.ts'
import sprite from './icons.svg?no-inline'

/** Symbols in icons.svg, apart from the roof: lucide's icons (ISC), for a 24 by 24 viewBox. */
export type IconName =
  | 'arrow-right'
  | 'badge-check'
  | 'bell'
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

export const spriteUrl = sprite

/**
 * An icon of the root layout or the home page, from one cached sprite: a first visit must not load icons as
 * JavaScript. Other pages take them from lucide-react. Decorative; set the size by class.
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
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}

import { Check, Minus } from 'lucide-react'
import { classNames } from '../theme/class-names.ts'

/** Drawing of a checkbox in an option. Decorative: the option's `aria-selected` has the state. */
export function TickBox({ state }: { state: 'on' | 'off' | 'some' }) {
  const Icon = state === 'some' ? Minus : Check
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-5 flex-none place-items-center rounded-s border-[1.5px]',
        state === 'off' ? 'border-control bg-surface' : 'border-primary bg-primary text-on-primary',
      )}
    >
      {state !== 'off' && <Icon strokeWidth={3} className="size-3.5" />}
    </span>
  )
}

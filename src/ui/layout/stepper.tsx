import { Check } from 'lucide-react'
import { classNames } from '../theme/class-names.ts'

export interface StepperProps {
  /** Accessible name: «Pasos para activar tu perfil». */
  label: string
  steps: readonly string[]
  /** Index of the current step, from 0; the number of steps when all are done. */
  current: number
  /** False where the screen has a step counter of its own: two counters confuse. */
  numbered?: boolean | undefined
}

const states = {
  done: { item: 'text-ink', dot: 'border-primary text-primary-ink', prefix: 'Listo: ' },
  now: {
    item: 'font-semibold text-ink',
    dot: 'border-primary bg-primary text-on-primary',
    prefix: 'Ahora: ',
  },
  later: { item: 'text-muted', dot: 'border-control', prefix: '' },
}

/** Progress through several screens. On phones only the current step shows its name. */
export function Stepper({ label, steps, current, numbered = true }: StepperProps) {
  return (
    <ol aria-label={label} className="flex items-center gap-2 text-ui/5 font-medium md:gap-3">
      {steps.map((step, index) => {
        const state = index < current ? 'done' : index === current ? 'now' : 'later'
        const { item, dot, prefix } = states[state]
        return (
          <li
            key={step}
            aria-current={state === 'now' ? 'step' : undefined}
            className={classNames(
              'flex min-w-0 items-center gap-2.5',
              index > 0 &&
                'before:h-px before:w-2.5 before:flex-none before:bg-line-strong md:before:mr-0.5 md:before:w-10 md:before:flex-auto',
              state !== 'now' && 'flex-none',
              item,
            )}
          >
            <span
              aria-hidden="true"
              className={classNames(
                'grid size-7 flex-none place-items-center rounded-full border-[1.5px] text-micro font-semibold',
                dot,
              )}
            >
              {state === 'done' ? <Check className="size-4" /> : numbered && index + 1}
            </span>
            <span className={state === 'now' ? 'min-w-0' : 'max-md:sr-only'}>
              <span className="sr-only">{prefix}</span>
              {step}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

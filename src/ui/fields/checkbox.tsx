import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../theme/class-names.ts'
import { FieldError } from './field.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'children'> {
  /** May contain links: pressing one does not tick the box. */
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
}

/** A checkbox. Takes all of react-hook-form's `register()`. */
export function Checkbox({ label, hint, error, className, id: given, ...input }: CheckboxProps) {
  const generated = useId()
  const id = given ?? generated
  const described = classNames(!!hint && `${id}-hint`, error && `${id}-error`)
  return (
    <div className={classNames('grid grid-cols-[minmax(0,1fr)] content-start gap-1', className)}>
      <div className="flex items-start gap-2.5">
        <span className="relative grid h-11 w-5 flex-none place-items-center">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-describedby={described || undefined}
            aria-invalid={error ? true : undefined}
            className={classNames(
              // The press target is 44 px, the box 20 px.
              'peer relative size-5 cursor-pointer appearance-none rounded-s border-[1.5px] border-control bg-surface before:absolute before:-inset-3.25',
              'checked:border-primary checked:bg-primary hover:not-disabled:not-checked:border-ink disabled:cursor-not-allowed',
              'aria-invalid:not-checked:border-2 aria-invalid:not-checked:border-danger',
              'disabled:border-line-strong disabled:bg-sunken disabled:checked:bg-line-strong forced-colors:appearance-auto',
            )}
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute size-3.5 text-on-primary opacity-0 peer-checked:opacity-100 peer-disabled:text-muted"
          />
        </span>
        <label
          htmlFor={id}
          className={classNames(
            'min-w-0 py-2.25 text-body/6.5',
            input.disabled && 'cursor-not-allowed text-muted',
          )}
        >
          {label}
        </label>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="-mt-2 pl-7.5 text-small text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

import type { ComponentProps } from 'react'
import { classNames } from '../theme/class-names.ts'
import { Field, type FieldTextProps } from './field.tsx'
import { controlClass } from './field-style.ts'

export interface DateFieldProps extends FieldTextProps, Omit<ComponentProps<'input'>, 'className' | 'type'> {
  /** ISO dates, e.g. `2008-11-21`. */
  min?: string | undefined
  max?: string | undefined
}

/**
 * A date, with the browser's own field and calendar: they are localised and accessible by keyboard. The value
 * is an ISO date (`2008-11-21`) or empty. Takes all of react-hook-form's `register()`.
 */
export function DateField({ label, hint, error, optional, action, className, id, ...input }: DateFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, action, className, id }}>
      {(control) => (
        <input
          {...input}
          {...control}
          type="date"
          className={classNames(
            controlClass,
            // The calendar button is a tab stop of its own: while it has the focus, the field has not.
            'focus-within:border-primary focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-primary',
            // iOS draws an empty one narrower, centred and without height.
            'h-12 min-w-0 appearance-none tabular-nums [&::-webkit-date-and-time-value]:text-left',
            '[&::-webkit-calendar-picker-indicator]:cursor-pointer [&::-webkit-calendar-picker-indicator]:p-1 [&::-webkit-calendar-picker-indicator]:opacity-60',
          )}
        />
      )}
    </Field>
  )
}

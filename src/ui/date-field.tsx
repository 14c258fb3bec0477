import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldText } from './field.tsx'
import { controlClass } from './field-style.ts'

export interface DateFieldProps extends FieldText, Omit<ComponentProps<'input'>, 'className' | 'type'> {
  /** Days as `2008-11-21`. */
  min?: string | undefined
  max?: string | undefined
}

/**
 * A day, by the browser's own field and calendar: it speaks the user's language and every keyboard knows it. Its
 * value is `2008-11-21` or empty. Takes all of react-hook-form's `register()`.
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
            // Its calendar button is a stop of Tab inside of it, for which the field itself is not focused.
            'focus-within:border-primary focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-primary',
            // iOS draws it narrower, centred and without height when empty.
            'h-12 min-w-0 appearance-none tabular-nums [&::-webkit-date-and-time-value]:text-left',
            '[&::-webkit-calendar-picker-indicator]:cursor-pointer [&::-webkit-calendar-picker-indicator]:p-1 [&::-webkit-calendar-picker-indicator]:opacity-60',
          )}
        />
      )}
    </Field>
  )
}

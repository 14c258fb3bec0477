import type { ComponentProps, CSSProperties } from 'react'
import { classNames } from '../theme/class-names.ts'
import { DigitInput } from './digit-input.tsx'
import { Field, type FieldTextProps, splitFieldProps } from './field.tsx'

export interface OtpFieldProps
  extends FieldTextProps,
    Omit<ComponentProps<'input'>, 'className' | 'type' | 'value' | 'defaultValue' | 'onChange'> {
  value: string
  onChange: (value: string) => void
  length?: number | undefined
}

const ungrouped = (digits: string) => digits

/**
 * A six-digit code from an e-mail. One input over six drawn boxes, so that paste, autofill, undo and screen
 * readers deal with one field. Letter spacing puts each digit into its box. Takes the `field` of a
 * Controller.
 */
export function OtpField(props: OtpFieldProps) {
  const [field, { value, onChange, length = 6, ...input }] = splitFieldProps(props)
  return (
    <Field {...field}>
      {(control) => (
        <div className="@container" style={{ '--places': length } as CSSProperties}>
          {/* --pitch: the width of a box and its gap, less on narrow phones. */}
          <div className="group relative w-max overflow-clip p-1 -m-1 [--gap:0.5rem] [--pitch:min(3.5rem,calc((100cqi+0.5rem)/var(--places)))]">
            <div aria-hidden="true" className="flex gap-(--gap)">
              {Array.from({ length }, (_, index) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no other identity
                  key={index}
                  data-now={index === Math.min(value.length, length - 1) ? '' : undefined}
                  className={classNames(
                    'h-14 w-[calc(var(--pitch)-var(--gap))] rounded-m border bg-surface',
                    'group-has-focus-visible:data-now:border-primary group-has-focus-visible:data-now:outline-2 group-has-focus-visible:data-now:-outline-offset-1 group-has-focus-visible:data-now:outline-primary',
                    'group-has-disabled:border-line group-has-disabled:bg-sunken',
                    field.error ? 'border-danger inset-ring inset-ring-danger' : 'border-control',
                  )}
                />
              ))}
            </div>
            <DigitInput
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              {...input}
              {...control}
              digits={value}
              onDigits={onChange}
              group={ungrouped}
              limit={length}
              overwrites
              className="absolute inset-y-1 left-1 w-[calc(var(--pitch)*(var(--places)+1))] bg-transparent pl-[calc((var(--pitch)-var(--gap)-1ch)/2)] text-[1.5rem] font-semibold tracking-[calc(var(--pitch)-1ch)] text-ink tabular-nums outline-none disabled:text-muted"
            />
          </div>
        </div>
      )}
    </Field>
  )
}

import { type ComponentProps, useId } from 'react'
import { classNames } from '../theme/class-names.ts'
import { DigitInput } from './digit-input.tsx'
import { groupPhone, parsePhoneDigits } from './digits.ts'
import { Field, type FieldTextProps, splitFieldProps } from './field.tsx'
import { frameClass, inputClass } from './text-field.tsx'

export interface PhoneFieldProps
  extends FieldTextProps,
    Omit<ComponentProps<'input'>, 'className' | 'prefix' | 'type' | 'value' | 'defaultValue' | 'onChange'> {
  /** The eight digits after +56 9, without spaces. */
  value: string | null | undefined
  onChange: (value: string) => void
}

/** A Chilean mobile number: «+56 9», then eight digits as 4+4. Takes the `field` of a Controller. */
export function PhoneField(props: PhoneFieldProps) {
  const [field, { value, onChange, ...input }] = splitFieldProps(props)
  const prefix = useId()
  return (
    <Field {...field} describedBy={prefix}>
      {(control) => (
        <div className={frameClass}>
          <span id={prefix} className="ml-3.5 border-r border-line pr-2.5 text-muted tabular-nums">
            +56 9
          </span>
          <DigitInput
            autoComplete="tel"
            placeholder="1234 5678"
            {...input}
            {...control}
            digits={value ?? ''}
            onDigits={onChange}
            group={groupPhone}
            limit={8}
            parse={(text) => groupPhone(parsePhoneDigits(text))}
            className={classNames(inputClass, 'pl-2.5 tabular-nums')}
          />
        </div>
      )}
    </Field>
  )
}

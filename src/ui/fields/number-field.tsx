import { type ComponentProps, type ComponentType, type KeyboardEvent, useId, useState } from 'react'
import { groupThousands } from '../../chile/numbers.ts'
import { classNames } from '../theme/class-names.ts'
import { AmountInput, type AmountInputProps } from './amount-input.tsx'
import { DigitInput } from './digit-input.tsx'
import { Field, type FieldTextProps, splitFieldProps } from './field.tsx'
import { frameClass, inputClass } from './text-field.tsx'

export interface NumberFieldProps
  extends FieldTextProps,
    Pick<AmountInputProps, 'decimals' | 'onDecimals'>,
    Omit<
      ComponentProps<'input'>,
      'className' | 'prefix' | 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'step'
    > {
  /** A whole number; null or undefined when empty. */
  value: number | null | undefined
  onChange: (value: number | null) => void
  /** The arrow keys move to its next multiple, within `min` and `max`. */
  step?: number | undefined
  /** Not enforced while typing: the schema refuses such numbers with its own message. */
  min?: number | undefined
  max?: number | undefined
  /** A year: four digits, no dots. */
  year?: boolean | undefined
  /** Before the number: «$». */
  prefix?: string | undefined
  /** After the number: «CLP», «años», «días». */
  suffix?: string | undefined
}

const ungrouped = (digits: string) => digits

/** Shown after letters were typed and ignored, or decimals dropped. */
const NO_LETTERS = 'Escríbelo con números, sin letras.'
const NO_DECIMALS = 'Escríbelo sin decimales ni comas.'

/** A whole number from 0, with dots between thousands while typing. Takes the `field` of a Controller. */
export function NumberField(props: NumberFieldProps) {
  const [field, own] = splitFieldProps(props)
  const {
    value,
    onChange,
    step = 1,
    min = 0,
    max = Number.MAX_SAFE_INTEGER,
    year,
    prefix,
    suffix,
    onKeyDown,
    ...input
  } = own
  const Input: ComponentType<AmountInputProps> = year ? DigitInput : AmountInput
  const unit = useId()
  const [ignored, setIgnored] = useState<string>()
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (!direction || event.defaultPrevented || input.disabled || input.readOnly) return
    event.preventDefault()
    const steps = value == null ? min / step : value / step
    const next = direction > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1
    onChange(Math.min(max, Math.max(min, value == null ? min : next * step)))
  }
  return (
    <Field
      {...field}
      error={ignored ?? field.error}
      describedBy={classNames(prefix && `${unit}-prefix`, suffix && `${unit}-suffix`) || undefined}
    >
      {(control) => (
        <div className={frameClass}>
          {prefix && (
            <span id={`${unit}-prefix`} className="ml-3.5 border-r border-line pr-2.5 text-muted">
              {prefix}
            </span>
          )}
          <Input
            {...input}
            {...control}
            digits={value == null ? '' : String(value)}
            onDigits={(digits) => onChange(digits === '' ? null : Number(digits))}
            group={year ? ungrouped : groupThousands}
            limit={year ? 4 : 12}
            trim
            onLetters={(refused) => setIgnored(refused ? NO_LETTERS : undefined)}
            {...(!year && { onDecimalsDropped: () => setIgnored(NO_DECIMALS) })}
            onKeyDown={move}
            className={classNames(inputClass, 'tabular-nums', prefix && 'pl-2.5')}
          />
          {suffix && (
            <span id={`${unit}-suffix`} className="pr-3.5 text-muted">
              {suffix}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}

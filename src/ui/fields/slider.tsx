import type { ComponentProps } from 'react'
import { Field, type FieldTextProps, splitFieldProps } from './field.tsx'

export interface SliderProps
  extends FieldTextProps,
    Omit<ComponentProps<'input'>, 'className' | 'type' | 'value' | 'defaultValue' | 'onChange'> {
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step: number
  /** The value as text, shown on the right and read out: «1,5 veces», «90 grados». */
  valueText: string
}

/** A number by slider: the browser's own, so that the keyboard and touch work. */
export function Slider(props: SliderProps) {
  const [field, { value, onChange, valueText, ...input }] = splitFieldProps(props)
  return (
    <Field
      {...field}
      action={
        <span aria-hidden="true" className="font-normal text-muted tabular-nums">
          {valueText}
        </span>
      }
    >
      {(control) => (
        <input
          {...input}
          {...control}
          type="range"
          value={value}
          aria-valuetext={valueText}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className="h-11 w-full min-w-0 cursor-pointer rounded-m accent-primary disabled:cursor-not-allowed md:pointer-fine:h-7"
        />
      )}
    </Field>
  )
}

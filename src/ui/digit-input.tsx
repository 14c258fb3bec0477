import type { ChangeEvent, ComponentProps } from 'react'
import { digitsOf, editDigits } from './digits.ts'

export interface DigitInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  digits: string
  onDigits: (digits: string) => void
  group: (digits: string) => string
  limit: number
  /** No zeros in front. */
  trim?: boolean | undefined
  /** Reads the whole text when it came at once (pasted, filled in by the browser), or outgrew the limit at its end. */
  read?: ((text: string) => string) | undefined
  /** After each edit: whether it was letters, of which no number came. */
  onLetters?: ((refused: boolean) => void) | undefined
  /** What AmountInput begins with behind the number, and is told of: «,50». */
  decimals?: string | undefined
  onDecimals?: ((decimals: string) => void) | undefined
}

/** An input that takes digits alone and shows them in groups, with the caret where it belongs. */
export function DigitInput(props: DigitInputProps) {
  const {
    digits,
    onDigits,
    group,
    limit,
    trim,
    read,
    onLetters,
    decimals: _,
    onDecimals: __,
    ...input
  } = props
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const element = event.target
    const kind = event.nativeEvent instanceof InputEvent ? event.nativeEvent.inputType : ''
    const caret = element.selectionStart ?? element.value.length
    const cameAtOnce = kind === 'insertFromPaste' || element.value.length - group(digits).length > 1
    const outgrew = caret === element.value.length && digitsOf(element.value).length > limit
    const whole = read && (cameAtOnce || outgrew) ? read(element.value) : element.value
    const letters = /\p{L}/u.test(element.value)
    const edit = editDigits(
      digits,
      {
        text: whole,
        caret: whole === element.value ? caret : whole.length,
        forward: kind === 'deleteContentForward',
      },
      { group, limit, trim },
    )
    if (element.value !== edit.text) element.value = edit.text
    element.setSelectionRange(edit.caret, edit.caret)
    if (edit.digits !== digits) onDigits(edit.digits)
    onLetters?.(letters && edit.digits === digits)
  }
  return (
    <input
      inputMode="numeric"
      autoComplete="off"
      {...input}
      type="text"
      value={group(digits)}
      onChange={change}
    />
  )
}

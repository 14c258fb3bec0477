import type { ChangeEvent, ComponentProps } from 'react'
import { editDigits, onlyDigits } from './digits.ts'

export interface DigitInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  digits: string
  onDigits: (digits: string) => void
  group: (digits: string) => string
  limit: number
  /** Removes leading zeros. */
  trim?: boolean | undefined
  /** Typing into a full input replaces the digits at the caret. */
  overwrites?: boolean | undefined
  /** Parses text that was inserted at once (paste, autofill) or exceeds the limit at its end. */
  parse?: ((text: string) => string) | undefined
  /** Called after each edit with whether it was letters that changed no digit. */
  onLetters?: ((refused: boolean) => void) | undefined
}

/** An input that accepts digits only, shows them in groups and keeps the caret in place. */
export function DigitInput({
  digits,
  onDigits,
  group,
  limit,
  trim,
  overwrites,
  parse,
  onLetters,
  ...input
}: DigitInputProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const element = event.target
    const inputType = event.nativeEvent instanceof InputEvent ? event.nativeEvent.inputType : ''
    const caret = element.selectionStart ?? element.value.length
    const isBulkInsert = inputType === 'insertFromPaste' || element.value.length - group(digits).length > 1
    const outgrew = caret === element.value.length && onlyDigits(element.value).length > limit
    const text = parse && (isBulkInsert || outgrew) ? parse(element.value) : element.value
    const letters = /\p{L}/u.test(element.value)
    const edit = editDigits(
      digits,
      {
        text,
        caret: text === element.value ? caret : text.length,
        forward: inputType === 'deleteContentForward',
      },
      { group, limit, trim, overwrites },
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

import { type ChangeEvent, type ComponentProps, useRef, useState } from 'react'
import { amountDigits, editAmount } from './amount.ts'
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
  /** A whole amount: a decimal part never joins it. It is shown while it is typed, and gone when the field is left. */
  amount?: boolean | undefined
}

/** An input that takes digits alone and shows them in groups, with the caret where it belongs. */
export function DigitInput(props: DigitInputProps) {
  const { digits, onDigits, group, limit, trim, read, amount, onBlur, onPaste, ...input } = props
  const [typed, setTyped] = useState({ digits, tail: '' })
  const tail = typed.digits === digits ? typed.tail : ''
  const shown = group(digits) + tail
  const pastedAt = useRef(0)

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const element = event.target
    const { inputType = '', data = null } = event.nativeEvent instanceof InputEvent ? event.nativeEvent : {}
    let text = element.value
    let caret = element.selectionStart ?? text.length
    const grown = text.length - shown.length
    const pasted = inputType === 'insertFromPaste'
    const inserted = inputType === 'insertText' ? (data?.length ?? 0) : 0
    const cameAtOnce =
      pasted || inputType === '' || inputType === 'insertReplacementText' || inserted > 1 || grown > 1
    if (read && (cameAtOnce || (caret === text.length && digitsOf(text).length > limit))) {
      text = read(text)
      caret = text.length
    } else if (amount && cameAtOnce) {
      // Only what came is read: around it stands a number in groups that it may have torn.
      const added = grown > 1 && shown === text.slice(0, caret - grown) + text.slice(caret)
      const from = pasted ? pastedAt.current : inserted > 1 ? caret - inserted : added ? caret - grown : 0
      const came = amountDigits(text.slice(from, caret))
      text = text.slice(0, from) + came + text.slice(caret)
      caret = from + came.length
    }
    // The same number without its dots, filled in over itself, is no deletion of a dot.
    const before = cameAtOnce && digitsOf(text) === digits ? '' : digits
    const raw = { text, caret, forward: inputType === 'deleteContentForward' }
    const form = { group, limit, trim }
    const edit = amount
      ? editAmount({ digits: before, tail }, { ...raw, undone: inputType.startsWith('history') }, form)
      : { ...editDigits(before, raw, form), tail: '' }
    if (element.value !== edit.text) element.value = edit.text
    element.setSelectionRange(edit.caret, edit.caret)
    if (edit.tail || typed.tail) setTyped({ digits: edit.digits, tail: edit.tail })
    if (edit.digits !== digits) onDigits(edit.digits)
  }

  return (
    <input
      inputMode="numeric"
      autoComplete="off"
      {...input}
      type="text"
      value={shown}
      onChange={change}
      onPaste={(event) => {
        pastedAt.current = event.currentTarget.selectionStart ?? 0
        onPaste?.(event)
      }}
      onBlur={(event) => {
        if (typed.tail) setTyped({ digits, tail: '' })
        onBlur?.(event)
      }}
    />
  )
}

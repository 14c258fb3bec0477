import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { editAmount, parseAmount } from './amount.ts'
import type { DigitInputProps } from './digit-input.tsx'
import { onlyDigits } from './digits.ts'

export interface AmountInputProps extends Omit<DigitInputProps, 'parse'> {
  /** Decimals after the number at the start: «,50». */
  decimals?: string | undefined
  /** Keeps decimals in the field, so that they can be refused (H-11), and reports their changes. */
  onDecimals?: ((decimals: string) => void) | undefined
  /** Called when the field is left with decimals, which are dropped. */
  onDecimalsDropped?: (() => void) | undefined
}

/**
 * A DigitInput for whole amounts (PRP-02): decimals never become part of the number. They are shown while
 * typing and dropped when the field is left, unless the caller wants to reject them (`onDecimals`): then they
 * stay, also pasted ones.
 */
export function AmountInput(props: AmountInputProps) {
  const { digits, onDigits, group, limit, trim, onLetters, onBlur, onPaste, ...rest } = props
  const { decimals, onDecimals, onDecimalsDropped, ...input } = rest
  const [typed, setTyped] = useState({ digits, tail: decimals ?? '' })
  const tail = typed.digits === digits ? typed.tail : ''
  const shown = group(digits) + tail
  const reportDecimals = useEffectEvent((shownDecimals: string) => onDecimals?.(shownDecimals))
  useEffect(() => reportDecimals(tail), [tail])
  const pasteStart = useRef(0)

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const element = event.target
    const { inputType = '', data = null } = event.nativeEvent instanceof InputEvent ? event.nativeEvent : {}
    let text = element.value
    let caret = element.selectionStart ?? text.length
    const grown = text.length - shown.length
    const pasted = inputType === 'insertFromPaste'
    const inserted = inputType === 'insertText' ? (data?.length ?? 0) : 0
    const isBulkInsert =
      pasted || inputType === '' || inputType === 'insertReplacementText' || inserted > 1 || grown > 1
    if (isBulkInsert) {
      // Parse only the inserted text: it may have split the digit groups of the number around it.
      const added = grown > 1 && shown === text.slice(0, caret - grown) + text.slice(caret)
      const from = pasted ? pasteStart.current : inserted > 1 ? caret - inserted : added ? caret - grown : 0
      const amount = parseAmount(text.slice(from, caret))
      const replacement = amount.digits + (onDecimals ? amount.tail : '')
      text = text.slice(0, from) + replacement + text.slice(caret)
      caret = from + replacement.length
    }
    // Autofill of the same number without dots must not count as deleting a dot.
    const before = isBulkInsert && onlyDigits(text) === digits ? '' : digits
    const raw = { text, caret, forward: inputType === 'deleteContentForward' }
    const form = { group, limit, trim }
    const letters = /\p{L}/u.test(element.value)
    const undone = inputType.startsWith('history')
    const edit = editAmount({ digits: before, tail }, { ...raw, undone }, form)
    if (element.value !== edit.text) element.value = edit.text
    element.setSelectionRange(edit.caret, edit.caret)
    if (edit.tail || typed.tail) setTyped({ digits: edit.digits, tail: edit.tail })
    if (edit.digits !== digits) onDigits(edit.digits)
    onLetters?.(letters && edit.digits === digits)
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
        pasteStart.current = event.currentTarget.selectionStart ?? 0
        onPaste?.(event)
      }}
      onBlur={(event) => {
        const hasDecimals = /\d/.test(tail)
        if (typed.tail && !(onDecimals && hasDecimals)) setTyped({ digits, tail: '' })
        if (hasDecimals && !onDecimals) onDecimalsDropped?.()
        onBlur?.(event)
      }}
    />
  )
}

import { type DigitFormat, type Edit, type EditInput, editDigits, onlyDigits } from './digits.ts'

const UNITS = /^\s*(mil|lucas?|mill[oó]n(?:es)?)(?:\s+de)?(?:\s+(?:pesos|clp))?[^\p{L}\d]*$/iu

/**
 * Parses the first amount of a pasted or autofilled text (PRP-02): the whole part as digits, the decimals as
 * they would be typed («,50»). «$ 1.500.000,50» gives «1500000», «12.5» gives «12», «2 o 3» gives «2», «1,5
 * millones» gives «1500000»; without a whole number the digits are ''. Thousands are groups of three with the
 * same separator; what follows them is a decimal part or other text.
 */
export function parseAmount(text: string): Amount {
  const from = text.search(/\d/)
  const bare = /^\s*[.,](\d{1,2}(?!\d)|(?<=,)\d+)/.exec(text)
  if (from < 0 || bare) return { digits: '', tail: bare ? `,${bare[1]}` : '' }
  const number = text.slice(from)
  const grouped = /^(?!0[.,])\d{1,3}(?:([.,'’ \u00a0\u2009\u202f])\d{3}(?:\1\d{3})*)(?!\d)/.exec(number)
  const shown = (grouped ?? /^\d+/.exec(number))?.[0] ?? ''
  const decimals = /^[.,](\d+)/.exec(number.slice(shown.length))
  const unit = UNITS.exec(number.slice(shown.length + (decimals?.[0].length ?? 0)))?.[1]
  if (!unit) return { digits: onlyDigits(shown), tail: decimals ? `,${decimals[1]}` : '' }
  const zeros = /^mill/i.test(unit) ? 6 : 3
  return { digits: onlyDigits(shown) + (decimals?.[1] ?? '').slice(0, zeros).padEnd(zeros, '0'), tail: '' }
}

/** The digits that count, and as `tail` what was typed from the decimal sign on: «,», «,5», «.50». */
export interface Amount {
  digits: string
  tail: string
}

/** Index of the decimal sign in the text; Infinity without one. */
function tailIndex(
  before: Amount,
  whole: string,
  { text, caret, undone }: EditInput & { undone?: boolean },
): number {
  const shown = whole + before.tail
  const found = [text.indexOf(',')]
  const dotTyped = text[caret - 1] === '.' && text.slice(0, caret - 1) + text.slice(caret) === shown
  if (dotTyped && caret - 1 <= whole.length) {
    const digitsAfter = onlyDigits(whole.slice(caret - 1)).length
    // With a multiple of three digits after it, the dot is a thousands dot that was there already.
    if (digitsAfter === 0 || digitsAfter % 3 > 0) found.push(caret - 1)
  }
  if (before.tail.startsWith('.')) {
    if (text.startsWith(`${whole}.`)) found.push(whole.length)
    else if (text.endsWith(before.tail)) found.push(text.length - before.tail.length)
  }
  if (undone) found.push(text.search(/\.\d{0,2}$/))
  return Math.min(...found.map((at) => (at < 0 ? Number.POSITIVE_INFINITY : at)))
}

/**
 * Applies an edit to a whole amount (PRP-02). Digits after a typed comma or dot never join the number: they
 * are its `tail`, which the field drops when it is left. The third digit after a dot makes it a thousands
 * dot: «12.50» is 12, «12.500» is 12500.
 * @param raw `undone`: the browser restored an earlier text (undo or redo)
 */
export function editAmount(
  before: Amount,
  raw: EditInput & { undone?: boolean },
  form: DigitFormat,
): Edit & Amount {
  const { text, caret, forward } = raw
  const previous = form.group(before.digits)
  const at = tailIndex(before, previous, raw)
  if (at === Number.POSITIVE_INFINITY) return { ...editDigits(before.digits, raw, form), tail: '' }
  const decimals = onlyDigits(text.slice(at))
  const whole = editDigits(
    before.digits,
    { text: text.slice(0, at), caret: Math.min(caret, at), forward },
    form,
  )
  const passed = onlyDigits(text.slice(at, Math.max(at, caret))).length
  if (text[at] === '.' && decimals.length === 3 && Number(whole.digits) > 0) {
    const joined = whole.text + decimals
    const joinedCaret = caret > at ? whole.text.length + passed : whole.caret
    return { ...editDigits('', { text: joined, caret: joinedCaret }, form), tail: '' }
  }
  const had = before.tail.length - 1
  const shown = previous + before.tail
  // Refuse a third decimal. Only a comma or dot typed inside the number may leave more, so that deleting it
  // restores the number.
  if (had >= 0 && whole.digits === before.digits && decimals.length > Math.max(2, had))
    return { ...before, text: shown, caret: Math.max(0, caret - (text.length - shown.length)) }
  const tail = text[at] + decimals
  return {
    digits: whole.digits,
    tail,
    text: whole.text + tail,
    caret: caret > at ? whole.text.length + 1 + passed : whole.caret,
  }
}

import { digitsOf, type Edit, type EditForm, editDigits, type RawEdit } from './digits.ts'

const UNITS = /^\s*(mil|lucas?|mill[oó]n(?:es)?)(?:\s+de)?(?:\s+(?:pesos|clp))?[^\p{L}\d]*$/iu

/**
 * A text's first amount, as it is pasted or filled in (PRP-02): its whole part as digits, its decimal part as it would be
 * typed («,50»). «$ 1.500.000,50» gives «1500000», «12.5» gives «12», «2 o 3» gives «2», «1,5 millones» gives «1500000»; no
 * whole number gives ''. Thousands stand apart in threes by one and the same sign; what follows otherwise is a decimal part or other text.
 */
export function amountIn(text: string): Amount {
  const from = text.search(/\d/)
  const bare = /^\s*[.,](\d{1,2}(?!\d)|(?<=,)\d+)/.exec(text)
  if (from < 0 || bare) return { digits: '', tail: bare ? `,${bare[1]}` : '' }
  const number = text.slice(from)
  const grouped = /^(?!0[.,])\d{1,3}(?:([.,'’ \u00a0\u2009\u202f])\d{3}(?:\1\d{3})*)(?!\d)/.exec(number)
  const shown = (grouped ?? /^\d+/.exec(number))?.[0] ?? ''
  const decimals = /^[.,](\d+)/.exec(number.slice(shown.length))
  const unit = UNITS.exec(number.slice(shown.length + (decimals?.[0].length ?? 0)))?.[1]
  if (!unit) return { digits: digitsOf(shown), tail: decimals ? `,${decimals[1]}` : '' }
  const zeros = /^mill/i.test(unit) ? 6 : 3
  return { digits: digitsOf(shown) + (decimals?.[1] ?? '').slice(0, zeros).padEnd(zeros, '0'), tail: '' }
}

/** The number that counts, and behind it what was typed from a decimal sign on: «,», «,5», «.50». */
export interface Amount {
  digits: string
  tail: string
}

/** Where the part begins that does not count; -1 without one. */
function tailAt(
  before: Amount,
  whole: string,
  { text, caret, undone }: RawEdit & { undone?: boolean },
): number {
  const shown = whole + before.tail
  const found = [text.indexOf(',')]
  const dotTyped = text[caret - 1] === '.' && text.slice(0, caret - 1) + text.slice(caret) === shown
  if (dotTyped && caret - 1 <= whole.length) {
    const behind = digitsOf(whole.slice(caret - 1)).length
    // With threes behind it, it is a thousands dot, and stands there already.
    if (behind === 0 || behind % 3 > 0) found.push(caret - 1)
  }
  if (before.tail.startsWith('.')) {
    if (text.startsWith(`${whole}.`)) found.push(whole.length)
    else if (text.endsWith(before.tail)) found.push(text.length - before.tail.length)
  }
  if (undone) found.push(text.search(/\.\d{0,2}$/))
  return Math.min(...found.map((at) => (at < 0 ? Number.POSITIVE_INFINITY : at)))
}

/**
 * What an edit of a whole amount comes to (PRP-02). Digits behind a typed comma, or behind a dot, never join the
 * number: they are shown as its tail, which the field drops when it is left. A dot's third digit makes it a
 * thousands dot: «12.50» is 12, «12.500» is 12500. `undone`: the browser brought back a text shown before.
 */
export function editAmount(
  before: Amount,
  raw: RawEdit & { undone?: boolean },
  form: EditForm,
): Edit & Amount {
  const { text, caret, forward } = raw
  const previous = form.group(before.digits)
  const at = tailAt(before, previous, raw)
  if (at === Number.POSITIVE_INFINITY) return { ...editDigits(before.digits, raw, form), tail: '' }
  const decimals = digitsOf(text.slice(at))
  const whole = editDigits(
    before.digits,
    { text: text.slice(0, at), caret: Math.min(caret, at), forward },
    form,
  )
  const passed = digitsOf(text.slice(at, Math.max(at, caret))).length
  if (text[at] === '.' && decimals.length === 3 && Number(whole.digits) > 0) {
    const joined = whole.text + decimals
    const behind = caret > at ? whole.text.length + passed : whole.caret
    return { ...editDigits('', { text: joined, caret: behind }, form), tail: '' }
  }
  const had = before.tail.length - 1
  const shown = previous + before.tail
  // More than two decimals come only of a sign put into the number, so that taking it out again gives it back.
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

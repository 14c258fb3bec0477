/** The digits of a text, at most `limit`. */
export function onlyDigits(text: string, limit = Number.POSITIVE_INFINITY): string {
  return text.replace(/\D/g, '').slice(0, limit)
}

/** Groups a mobile number's eight digits 4+4: «12345678» gives «1234 5678» (ONP-13). */
export function groupPhone(digits: string): string {
  return digits.length > 4 ? `${digits.slice(0, 4)} ${digits.slice(4)}` : digits
}

export interface Edit {
  digits: string
  text: string
  caret: number
}

/** The input's text and caret after a key, before any correction. `forward`: the key deleted forward. */
export interface EditInput {
  text: string
  caret: number
  forward?: boolean | undefined
}

/**
 * How a number is shown: its groups, at most `limit` digits, without leading zeros (`trim`). `overwrites`: of a full number,
 * new digits replace those at the caret; else they are refused.
 */
export interface DigitFormat {
  group: (digits: string) => string
  limit: number
  trim?: boolean | undefined
  overwrites?: boolean | undefined
}

/**
 * Applies an edit to a grouped number: the caret stays after the same digit, however the groups move.
 * Deleting a separator deletes the digit next to it, or the key would seem to do nothing.
 */
export function editDigits(
  before: string,
  raw: EditInput,
  { group, limit, trim, overwrites }: DigitFormat,
): Edit {
  let digits = onlyDigits(raw.text)
  let passed = onlyDigits(raw.text.slice(0, raw.caret)).length
  const previous = group(before)
  if (digits === before && raw.text.length === previous.length - 1) {
    const at = raw.forward ? passed : passed - 1
    if (at >= 0) digits = digits.slice(0, at) + digits.slice(at + 1)
    if (!raw.forward) passed = Math.max(0, passed - 1)
  }
  if (trim) {
    const zeros = /^0+(?=\d)/.exec(digits)?.[0].length ?? 0
    digits = digits.slice(zeros)
    passed = Math.max(0, passed - zeros)
  }
  const tooMany = digits.length - limit
  if (tooMany > 0 && overwrites && (passed <= limit || tooMany === limit)) {
    // A whole code replaces the old one.
    digits =
      tooMany === limit
        ? digits.slice(passed - limit, passed)
        : digits.slice(0, passed) + digits.slice(passed + tooMany)
    passed = Math.min(passed, limit)
  } else if (tooMany > 0) {
    // Over the limit, refuse the new digits and keep the old ones.
    const start = Math.max(0, passed - tooMany)
    digits = before.length >= limit ? digits.slice(0, start) + digits.slice(passed) : digits
    passed = before.length >= limit ? start : passed
    digits = digits.slice(0, limit)
  }
  const text = group(digits)
  let caret = 0
  for (let seen = 0; caret < text.length && seen < passed; caret += 1)
    if (/\d/.test(text[caret] ?? '')) seen += 1
  return { digits, text, caret }
}

/**
 * The eight digits of a mobile number in a pasted, autofilled or typed text: «+56 9 1234 5678» gives
 * «12345678». A prefix is removed only when there are more than eight digits with it: the eight may begin
 * with 9 or 569 themselves.
 */
export function parsePhoneDigits(text: string): string {
  return onlyDigits(text)
    .replace(/^(?:00569(?=\d{4})|569(?=\d{6})|9(?=\d{8}))/, '')
    .slice(0, 8)
}

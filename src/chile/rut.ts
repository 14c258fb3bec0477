/** Maximum number of digits before the hyphen. */
const MAX_BODY_DIGITS = 9

/** The check digit (0 to 9 or K) of a RUT's number, modulo 11. */
export function checkDigit(body: string): string {
  let sum = 0
  let factor = 2
  for (let at = body.length - 1; at >= 0; at -= 1) {
    sum += Number(body[at]) * factor
    factor = factor === 7 ? 2 : factor + 1
  }
  const rest = 11 - (sum % 11)
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
}

/**
 * Normalises a RUT to its stored form, 12345678-5 (OPEN-62): removes dots and spaces, makes k upper case. The
 * hyphen is required (ONP-11): without it, a truncated number could pass for another person's RUT.
 * @returns null when it is not a RUT or the check digit is wrong (ONP-11)
 */
export function normaliseRut(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s.]/gu, '')
    .replace(/[‐-―−]/gu, '-')
    .toUpperCase()
  const parts = /^0*([1-9]\d*)-([\dK])$/.exec(plain)
  const [, body = '', digit = ''] = parts ?? []
  if (!parts || body.length > MAX_BODY_DIGITS || checkDigit(body) !== digit) return null
  return `${body}-${digit}`
}

/**
 * Normalises a typed RUT that may lack its hyphen: «123456785» gives 12345678-5 if the check digit is right
 * (H-09).
 * @returns its stored form; null when it is not a RUT
 */
export function completeRut(text: string): string | null {
  const plain = text.normalize('NFKC').trim()
  return normaliseRut(plain) ?? normaliseRut(plain.replace(/[\dkK]$/, '-$&'))
}

/** Formats a RUT in its stored form for display: «12.345.678-5». Returns anything else unchanged. */
export function formatRut(rut: string): string {
  const [body = '', digit] = rut.split('-')
  return digit === undefined ? rut : `${body.replace(/\B(?=(\d{3})+$)/g, '.')}-${digit}`
}

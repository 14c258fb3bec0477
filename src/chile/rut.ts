/** Digits of a RUT before the hyphen, most. */
const BODY_MAX = 9

/**
 * The check digit of a RUT's number (modulo 11).
 * @param body digits without the check digit
 * @returns 0 to 9 or K
 */
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
 * A RUT in its one stored spelling, 12345678-5 (OPEN-62): dots and spaces go, k becomes K. The hyphen
 * must be there (ONP-11): without it a number that was cut short could pass for another person's RUT.
 * @returns null when it is no RUT or its check digit is another (ONP-11)
 */
export function normaliseRut(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s.]/gu, '')
    .replace(/[‐-―−]/gu, '-')
    .toUpperCase()
  const parts = /^0*([1-9]\d*)-([\dK])$/.exec(plain)
  const [, body = '', digit = ''] = parts ?? []
  if (!parts || body.length > BODY_MAX || checkDigit(body) !== digit) return null
  return `${body}-${digit}`
}

/**
 * A RUT that may lack its hyphen, as somebody typed it: «123456785» gives 12345678-5 where the check digit is right (H-09).
 * @returns its stored spelling; null when it is no RUT
 */
export function completeRut(text: string): string | null {
  const plain = text.normalize('NFKC').trim()
  return normaliseRut(plain) ?? normaliseRut(plain.replace(/[\dkK]$/, '-$&'))
}

/**
 * As people read it: «12.345.678-5».
 * @param rut in its stored spelling; anything else is given back as it is
 */
export function formatRut(rut: string): string {
  const [body = '', digit] = rut.split('-')
  return digit === undefined ? rut : `${body.replace(/\B(?=(\d{3})+$)/g, '.')}-${digit}`
}

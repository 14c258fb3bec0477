/** Prefix of every Chilean mobile number, before its eight digits (TRAP-39). */
const PREFIX = '+569'

/** The form in the database and in the API: +569 and eight digits (ONP-12). */
export const STORED_PHONE = /^\+569\d{8}$/

/**
 * The stored form of a phone field's digits: «12345678» gives «+56912345678». An incomplete number stays
 * incomplete, so that the schema refuses it; an empty one stays empty.
 */
export const toStoredPhone = (digits: string) => (digits === '' ? '' : `${PREFIX}${digits}`)

/** The digits for a phone field: «+56912345678» gives «12345678». */
export const toPhoneDigits = (phone: string) =>
  phone.startsWith(PREFIX) ? phone.slice(PREFIX.length) : phone

/** Formats a stored number for display: «+56 9 1234 5678». */
export function formatPhone(phone: string): string {
  const digits = toPhoneDigits(phone)
  return `+56 9 ${digits.slice(0, 4)} ${digits.slice(4)}`
}

/** Every Chilean mobile number begins so; eight digits of its own follow (TRAP-39). */
const PREFIX = '+569'
/** Digits a person types after «+56 9» (ONP-13). */
export const PHONE_DIGITS = 8

/** As it is stored and sent: +569 and eight digits (ONP-12). */
export const STORED_PHONE = /^\+569\d{8}$/

/**
 * The stored form of what a phone field holds: «12345678» gives «+56912345678». Unfinished digits stay unfinished, so
 * that the schema says so; an empty field stays empty.
 */
export const phoneOf = (digits: string) => (digits === '' ? '' : `${PREFIX}${digits}`)

/** The digits a phone field shows: «+56912345678» gives «12345678». */
export const digitsOfPhone = (phone: string) =>
  phone.startsWith(PREFIX) ? phone.slice(PREFIX.length) : phone

/** «+56 9 1234 5678». */
export function formatPhone(phone: string): string {
  const digits = digitsOfPhone(phone)
  return `+56 9 ${digits.slice(0, 4)} ${digits.slice(4)}`
}

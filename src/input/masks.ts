/** «Ma••• S•••»: the first letters of each word, for people who only have to recognise a name. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word, at) => `${[...word].slice(0, at === 0 ? 2 : 1).join('')}•••`)
    .join(' ')

/** «m•••@correo.cl» */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}

/** DAT-60: «Ma••• S••• · m•••@correo.cl» */
export const maskPerson = (name: string, email: string): string => `${maskName(name)} · ${maskEmail(email)}`

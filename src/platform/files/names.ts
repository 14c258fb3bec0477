/** Longest name that is kept, characters. */
const LONGEST = 120

// Control characters, what turns the direction of writing, and what nobody sees.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu

/**
 * What a person called their file, for showing: without folders, invisible characters and excess length. It is never
 * part of a path, so no name is refused; what nobody can read is left out.
 * @param header x-file-name, percent-encoded UTF-8
 */
export function shownName(header: unknown): string {
  if (typeof header !== 'string') return ''
  let name: string
  try {
    name = decodeURIComponent(header)
  } catch {
    return ''
  }
  name = name.normalize('NFC').replace(HIDDEN, '')
  name = (name.split(/[/\\]/).at(-1) ?? '').trim()
  const letters = [...name]
  if (letters.length <= LONGEST) return /^\.*$/.test(name) ? '' : name
  const end = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ''
  return letters.slice(0, LONGEST - end.length).join('') + end
}

/** Content-Disposition for showing a file in the browser under its name (RFC 6266, RFC 8187). */
export function inlineAs(name: string): string {
  if (!name) return 'inline'
  const plain = name.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}

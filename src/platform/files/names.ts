import { EXTENSIONS, type FileType } from './buckets.ts'

/** Longest name that is kept, characters. */
const LONGEST = 120

// Control characters, what turns the direction of writing, and what nobody sees.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu

// More marks on one letter than any script piles up: they would be drawn over what stands above.
const TOWER = /(\p{M}{8})\p{M}+/gu

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
  name = name.normalize('NFC').replace(HIDDEN, '').replace(TOWER, '$1')
  name = (name.split(/[/\\]/).at(-1) ?? '').trim()
  const letters = [...name]
  if (letters.length <= LONGEST) return /^\.*$/.test(name) ? '' : name
  const end = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ''
  return letters.slice(0, LONGEST - end.length).join('') + end
}

/** Ends of names that a type goes by, beside that of its key. */
const ALSO: Partial<Record<FileType, string>> = { 'image/jpeg': 'jpeg' }

/** What a name says that its file is, in small letters and without the dot; '' when it does not say. */
export const endOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * A shown name whose end tells the truth, so that a computer that saves the file opens it as what it is: a PDF that
 * came as «acta.html» is «acta.html.pdf».
 */
export function trueName(name: string, type: FileType): string {
  if (!name) return ''
  const end = endOf(name)
  return end === EXTENSIONS[type] || end === ALSO[type] ? name : `${name}.${EXTENSIONS[type]}`
}

/** Longest name inside a key, characters, without its end. */
const LONGEST_IN_KEY = 60

/** A name for the inside of a key (CAS-25): plain letters, figures, - and _, and the end of its type. */
export function keyName(name: string, type: FileType): string {
  const end = EXTENSIONS[type]
  const stem = trueName(name, type)
    .replace(/\.[^.]*$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, LONGEST_IN_KEY)
    .replace(/^-+|-+$/g, '')
  return `${stem || 'documento'}.${end}`
}

/** Content-Disposition for showing a file in the browser under its name (RFC 6266, RFC 8187). */
export const inlineAs = (name: string): string => disposition('inline', name)

/** The same for a file that is kept, never shown. */
export const attachmentAs = (name: string): string => disposition('attachment', name)

function disposition(how: 'inline' | 'attachment', name: string): string {
  if (!name) return how
  const plain = name.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

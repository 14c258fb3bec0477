import { limitCombiningMarks } from '../../input/text.ts'
import { EXTENSIONS, type FileType } from './buckets.ts'

/** Characters of a display name at most. */
const MAX_NAME_LENGTH = 120

// Control characters, bidirectional overrides and other characters without a glyph.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu

/**
 * The user's file name, cleaned for display: without folders, unprintable characters and excess length. It is
 * never used as a path, so no name is rejected.
 * @param header x-file-name, percent-encoded UTF-8
 * @returns '' when there is no readable name
 */
export function displayName(header: unknown): string {
  if (typeof header !== 'string') return ''
  let name: string
  try {
    name = decodeURIComponent(header)
  } catch {
    return ''
  }
  name = limitCombiningMarks(name.normalize('NFC').replace(UNPRINTABLE, ''))
  name = (name.split(/[/\\]/).at(-1) ?? '').trim()
  const letters = [...name]
  if (letters.length <= MAX_NAME_LENGTH) return /^\.*$/.test(name) ? '' : name
  const extension = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ''
  return letters.slice(0, MAX_NAME_LENGTH - extension.length).join('') + extension
}

/** Extensions accepted for a type in addition to that of its key. */
const OTHER_EXTENSIONS: Partial<Record<FileType, string>> = { 'image/jpeg': 'jpeg' }

/** Extension of a name, in lower case without the dot; '' when it has none. */
export const extensionOf = (name: string): string =>
  /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * Appends the extension of the real type if the name has another, so that a saved file opens as what it is: a
 * PDF named «acta.html» becomes «acta.html.pdf».
 */
export function withRealExtension(name: string, type: FileType): string {
  if (!name) return ''
  const extension = extensionOf(name)
  return extension === EXTENSIONS[type] || extension === OTHER_EXTENSIONS[type]
    ? name
    : `${name}.${EXTENSIONS[type]}`
}

/** Characters of a name inside a key at most, without extension. */
const MAX_KEY_NAME_LENGTH = 60

/** Name for use inside a key (CAS-25): ASCII letters, digits, - and _, and the extension of its type. */
export function nameInKey(name: string, type: FileType): string {
  const extension = EXTENSIONS[type]
  const stem = withRealExtension(name, type)
    .replace(/\.[^.]*$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, MAX_KEY_NAME_LENGTH)
    .replace(/^-+|-+$/g, '')
  return `${stem || 'documento'}.${extension}`
}

/** Content-Disposition (RFC 6266, RFC 8187) for a file that opens in the browser, or is downloaded. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  if (!name) return kind
  const ascii = name.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** For the log: a file's key or URL path up to its id, without the name that a person gave the file. */
export const withoutFileName = (key: string): string =>
  key.replace(/(\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[^/]*$/, '$1')

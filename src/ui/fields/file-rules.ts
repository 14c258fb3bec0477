/** Which files an input accepts. */
export interface FileRules {
  /** File extensions with their dot, and MIME types: `['.pdf', 'application/pdf']`. */
  types: readonly string[]
  maxBytes: number
}

export type FileRefusal = 'type' | 'size'

interface FileFacts {
  name: string
  type: string
  size: number
}

/** Why a file is refused, or null. Where the browser knows no MIME type, the extension decides. */
export function fileRefusal(file: FileFacts, { types, maxBytes }: FileRules): FileRefusal | null {
  const name = file.name.toLowerCase()
  const mime = file.type.toLowerCase()
  const fits = types.some((type) => (type.startsWith('.') ? name.endsWith(type) : mime === type))
  if (!fits) return 'type'
  return file.size > maxBytes ? 'size' : null
}

const formatDecimal = (value: number, decimals: number) => value.toFixed(decimals).replace('.', ',')

/** Formats bytes in decimal units, as file managers do: «412 kB», «2,4 MB». */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${formatDecimal(bytes / 1000, 0)} kB`
  const mega = bytes / 1_000_000
  return `${formatDecimal(mega, mega < 99.95 ? 1 : 0).replace(/,0$/, '')} MB`
}

/** What a place for files takes. */
export interface FileRules {
  /** Ends of names with their dot, and MIME types: `['.pdf', 'application/pdf']`. */
  types: readonly string[]
  maxBytes: number
}

export type FileRefusal = 'type' | 'size'

interface FileFacts {
  name: string
  type: string
  size: number
}

/** Why a file is not taken, or null. Browsers do not know every type: then the name decides. */
export function fileRefusal(file: FileFacts, { types, maxBytes }: FileRules): FileRefusal | null {
  const name = file.name.toLowerCase()
  const mime = file.type.toLowerCase()
  const fits = types.some((type) => (type.startsWith('.') ? name.endsWith(type) : mime === type))
  if (!fits) return 'type'
  return file.size > maxBytes ? 'size' : null
}

const number = (value: number, decimals: number) => value.toFixed(decimals).replace('.', ',')

/** «412 kB», «2,4 MB»: as people see it in their own folders, in thousands. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${number(bytes / 1000, 0)} kB`
  const mega = bytes / 1_000_000
  return `${number(mega, mega < 99.95 ? 1 : 0).replace(/,0$/, '')} MB`
}

/** The storage buckets (CAL-28 to CAL-30); copies of a person's data, and files of requests and reports (DAT-56). */
export const BUCKETS = ['avatars', 'identidad', 'certificados', 'copias', 'evidencia'] as const

export type Bucket = (typeof BUCKETS)[number]

/** DAT-56: the buckets whose files are encrypted at rest: all but the public one. */
export const ENCRYPTED_BUCKETS = [
  'identidad',
  'certificados',
  'copias',
  'evidencia',
] as const satisfies Bucket[]

export const isEncryptedBucket = (bucket: Bucket): boolean => bucket !== 'avatars'

/** Accepted file types and the extensions of their keys. The type comes from the content, never the name. */
export const EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
} as const

export type FileType = keyof typeof EXTENSIONS

/** Accepted file types by the extension of their keys. */
export const TYPE_BY_EXTENSION: ReadonlyMap<string, FileType> = new Map(
  Object.entries(EXTENSIONS).map(([type, extension]) => [extension, type as FileType]),
)

/** Bytes of one megabyte in the limits that users read («5MB»). */
export const MB = 1024 * 1024

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const KEY_PATTERN = new RegExp(`^[a-z_]+/${UUID}/${UUID}\\.[a-z]{3,4}$`)
/** CAS-25, SEG-71. The name has only letters, digits, - and _, with single dots between: no path traversal. */
const DOCUMENT_KEY_PATTERN = new RegExp(
  `^certificados/(?:case_documents|chats)/${UUID}/${UUID}-[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*$`,
)
const MAX_KEY_LENGTH = 200

/**
 * Whether this is a valid file key: bucket/{user}/{uuid}.{extension}, or for a case's or a chat's
 * document certificados/{case_documents or chats}/{id}/{uuid}-{name}.
 */
export const isFileKey = (key: string): boolean =>
  key.length <= MAX_KEY_LENGTH && (KEY_PATTERN.test(key) || DOCUMENT_KEY_PATTERN.test(key))

/** URL path of a stored file, without signature. */
export const fileAddress = (key: string): string => `/archivos/${key}`

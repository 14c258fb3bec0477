/** CAL-28 to CAL-30. */
export const BUCKETS = ['avatars', 'identidad', 'certificados'] as const

export type Bucket = (typeof BUCKETS)[number]

/** What a file may be, and the end of its key. Found in its content, never in its name. */
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

/** One megabyte of the limits that people read («5MB»), in bytes. */
export const MB = 1024 * 1024

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const KEY = new RegExp(`^[a-z_]+/${UUID}/${UUID}\\.[a-z]{3,4}$`)
/** CAS-25. Of the name only letters, figures, - and _ are left, with single dots between: it leads nowhere. */
const DOCUMENT = new RegExp(
  `^certificados/case_documents/${UUID}/${UUID}-[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*$`,
)
const LONGEST = 200

/**
 * Whether this can be a file's key: bucket/{user}/{uuid}.{extension}, or a case's document,
 * certificados/case_documents/{case}/{uuid}-{name}. Nothing else is looked for.
 */
export const isFileKey = (key: string): boolean =>
  key.length <= LONGEST && (KEY.test(key) || DOCUMENT.test(key))

/** Address of a stored file without its signature. */
export const fileAddress = (key: string): string => `/archivos/${key}`

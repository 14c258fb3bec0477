/** Text for a refused upload: a toast's title and message. */
export interface FileText {
  title: string
  message: string
}

const NOT_UPLOADED = 'No se pudo subir el archivo'

/** Texts common to all buckets; those on size and type are in each bucket's policy. */
export const FILE_TEXTS = {
  /** Truncated or damaged. */
  unreadable: { title: NOT_UPLOADED, message: 'No se pudo leer el archivo. Elige otro.' },
  /** Too many pixels, whatever its size in bytes. */
  tooLarge: {
    title: NOT_UPLOADED,
    message: 'La imagen es demasiado grande. Elige otra de menor tamaño.',
  },
  oneAtATime: {
    title: NOT_UPLOADED,
    message: 'Todavía estamos revisando tu imagen anterior. Inténtalo de nuevo en unos segundos.',
  },
  infected: { title: NOT_UPLOADED, message: 'El archivo no pasó la revisión de seguridad.' },
  notScanned: { title: NOT_UPLOADED, message: 'No pudimos revisar el archivo. Inténtalo de nuevo.' },
  notStored: {
    title: NOT_UPLOADED,
    message: 'No se pudo guardar el archivo. Inténtalo de nuevo en unos minutos.',
  },
  busy: {
    title: NOT_UPLOADED,
    message: 'Se están revisando muchos archivos. Inténtalo de nuevo en unos segundos.',
  },
  tooMany: {
    title: NOT_UPLOADED,
    message: 'Has subido muchos archivos. Espera un momento antes de subir otro.',
  },
  connection: {
    title: NOT_UPLOADED,
    message: 'No se pudo subir el archivo. Revisa tu conexión e inténtalo de nuevo.',
  },
} as const satisfies Record<string, FileText>

export { NOT_UPLOADED }

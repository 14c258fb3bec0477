/** Text for a refused upload: a toast's title and message. */
export interface FileText {
  title: string
  message: string
}

export const NOT_UPLOADED = 'No se pudo subir el archivo'

/** A message with the title of most refusals. */
export const notUploaded = (message: string): FileText => ({ title: NOT_UPLOADED, message })

/** Texts common to all buckets; those on size and type are in each bucket's policy. */
export const FILE_TEXTS = {
  /** Truncated or damaged. */
  unreadable: notUploaded('No se pudo leer el archivo. Elige otro.'),
  /** Too many pixels, whatever its size in bytes. */
  tooLarge: notUploaded('La imagen es demasiado grande. Elige otra de menor tamaño.'),
  oneAtATime: notUploaded(
    'Todavía estamos revisando tu imagen anterior. Inténtalo de nuevo en unos segundos.',
  ),
  infected: notUploaded('El archivo no pasó la revisión de seguridad.'),
  notScanned: notUploaded('No pudimos revisar el archivo. Inténtalo de nuevo.'),
  notStored: notUploaded('No se pudo guardar el archivo. Inténtalo de nuevo en unos minutos.'),
  busy: notUploaded('Se están revisando muchos archivos. Inténtalo de nuevo en unos segundos.'),
  tooMany: notUploaded('Has subido muchos archivos. Espera un momento antes de subir otro.'),
  connection: notUploaded('No se pudo subir el archivo. Revisa tu conexión e inténtalo de nuevo.'),
}

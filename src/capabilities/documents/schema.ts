import * as z from 'zod/mini'
import { idField } from '../../input/fields.ts'
import { MESSAGES as CASE_MESSAGES } from '../cases/schema.ts'

/** Per case. */
export const MAX_DOCUMENTS = 100

export const MESSAGES = {
  /** CAS-22. */
  failed: 'No se pudieron cargar los documentos.',
  /** CAS-21. */
  none: 'No hay documentos compartidos.',
  /** CAS-24. */
  uploaded: 'Documento subido correctamente.',
  deleted: 'Documento eliminado.',
  gone: 'Este documento ya no existe.',
  full: 'Una causa puede tener hasta 100 documentos.',
  fileGone: 'El archivo no llegó completo. Súbelo de nuevo.',
  /** OPEN-45: the document stays. */
  notDeleted: 'No se pudo eliminar el documento. Inténtalo de nuevo en unos minutos.',
} as const

/** OPEN-45: errors for a file, shown when it is chosen and sent when it is uploaded. */
export const DOCUMENT_ERRORS = {
  tooLarge: { title: 'Archivo muy grande', message: 'El archivo no debe superar los 20MB.' },
  wrongType: {
    title: 'Formato incorrecto',
    message: 'Solo se admiten archivos PDF, Word, Excel, JPG o PNG.',
  },
} as const

/** CAS-25: storage folder of the documents of a case. */
export const documentFolder = (caseId: string): string =>
  `certificados/case_documents/${caseId.toLowerCase()}`

const caseId = idField(CASE_MESSAGES.notFound)

export const caseIdInput = z.strictObject({ caseId })

/** ENT-14: a document of a case. */
export const caseDocument = z.object({
  id: z.uuid(),
  /** Null once the account is deleted (OPEN-58). */
  uploader_id: z.nullable(z.uuid()),
  /** «Usuario eliminado» once the account is deleted. */
  uploader_name: z.string(),
  file_name: z.string(),
  /** URL of the file; it opens only for the parties of the case. */
  file_url: z.string(),
  /** File type by content, not by name: pdf, docx… */
  kind: z.string(),
  bytes: z.int(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
})
export type CaseDocument = z.infer<typeof caseDocument>

/** Newest first. */
export const documentsOutput = z.object({ documents: z.array(caseDocument) })
export type Documents = z.infer<typeof documentsOutput>

/** `key` is the one that the upload returned. Repeating the call adds no second document. */
export const addDocumentInput = z.strictObject({
  caseId,
  key: z.string(MESSAGES.fileGone).check(z.maxLength(200, MESSAGES.fileGone)),
})
export type AddDocumentInput = z.infer<typeof addDocumentInput>

export const deleteDocumentInput = z.strictObject({ caseId, documentId: idField(MESSAGES.gone) })
export type DeleteDocumentInput = z.infer<typeof deleteDocumentInput>

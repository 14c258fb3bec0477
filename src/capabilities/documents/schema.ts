import * as z from 'zod/mini'
import { idField, textField } from '../../input/fields.ts'
import { cleanLine, cleanParagraphs } from '../../input/text.ts'
import { MESSAGES as CASE_MESSAGES } from '../cases/schema.ts'
import { MESSAGES as CHAT_MESSAGES, messageOutput } from '../chat/schema.ts'

/** Per case: documents that are shown, and rows with older versions and deleted documents. */
export const MAX_DOCUMENTS = 100
export const MAX_STORED = 400
/** SEG-71: per chat without a case: files that are shown, and rows with deleted ones. Then its case's limits apply. */
export const MAX_CHAT_FILES = 20
export const MAX_CHAT_STORED = 80
/** SEG-21: versions of a document. */
export const MAX_VERSIONS = 20
/** SEG-18: files of one delivery. */
export const MAX_DELIVERED = 10
/** SEG-15: open requests of a case. */
export const MAX_OPEN_REQUESTS = 30
/** SEG-23: how long a deletion can be undone. */
export const RESTORE_DAYS = 30

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
  /** SEG-71. */
  chatFull: 'Una conversación sin causa puede tener hasta 20 archivos.',
  tooManyInChat: 'Esta conversación guarda demasiados archivos. Los eliminados se borran a los 30 días.',
  fileDeleted: 'Archivo eliminado',
  deletedInChat: 'Archivo eliminado.',
  restoredInChat: 'Archivo restaurado.',
  fileGone: 'El archivo no llegó completo. Súbelo de nuevo.',
  tooManyVersions: 'Un documento puede tener hasta 20 versiones.',
  tooManyStored: 'Esta causa guarda demasiados archivos. Los eliminados se borran a los 30 días.',
  tooManyDelivered: 'Puedes entregar hasta 10 archivos por documento solicitado.',
  idTaken: 'Ya existe otro documento con este identificador.',
  restored: 'Documento restaurado.',
  /** SEG-17. */
  onlyLawyerAsks: 'Solo el abogado de la causa puede pedir y revisar documentos.',
  onlyClientDelivers: 'Solo el cliente puede entregar los documentos solicitados.',
  requestChanged: 'Este documento solicitado ya cambió y no permite esa acción.',
  requestGone: 'Este documento solicitado ya no existe.',
  tooManyRequests: 'Una causa puede tener hasta 30 documentos por entregar.',
  /** SEG-25. */
  finished: 'La causa está finalizada.',
  requestsTaken: 'Esta solicitud ya se envió con otro contenido.',
  slowDown: 'Espera un momento antes de seguir.',
  noNames: 'Agrega al menos un documento.',
  name: 'Escribe qué documento necesitas.',
  nameLong: 'El nombre puede tener hasta 120 caracteres.',
  noteLong: 'La nota puede tener hasta 500 caracteres.',
  dueOn: 'Elige un día desde hoy hasta un año más.',
  event: 'Esta acción no existe.',
  reason: 'Escribe por qué, en 1 a 300 caracteres.',
  /** SEG-15, SEG-16. */
  orientation: 'Lista orientadora: quita o agrega lo que corresponda a este caso.',
  noTemplate: 'Agrega los documentos que necesitas.',
  /** SEG-18. */
  asSent:
    'Guardamos el archivo tal como lo envías; una foto puede llevar fecha y lugar, que a veces sirven de prueba.',
  /** SEG-19. */
  notSent: 'Sin conexión. El archivo no se envió.',
  /** SEG-24. */
  tooManyArchives: 'Ya descargaste todo varias veces. Espera un momento antes de hacerlo de nuevo.',
} as const

/** OPEN-45: errors for a file, shown when it is chosen and sent when it is uploaded. */
export const DOCUMENT_ERRORS = {
  tooLarge: { title: 'Archivo muy grande', message: 'El archivo no debe superar los 20MB.' },
  wrongType: {
    title: 'Formato incorrecto',
    message: 'Solo se admiten archivos PDF, Word, Excel, JPG o PNG.',
  },
  /** SEG-18. */
  heic: {
    title: 'Formato incorrecto',
    message: 'Tu teléfono envió un formato que no se puede abrir aquí. Elige JPG o PNG.',
  },
} as const

/** SEG-17: the states of a requested document, with their texts. */
export const REQUEST_STATES = {
  pendiente: 'Pendiente',
  entregado: 'Entregado',
  aceptado: 'Aceptado',
  por_corregir: 'Por corregir',
  no_lo_tengo: 'No lo tengo',
  anulado: 'Anulado',
} as const
export type RequestState = keyof typeof REQUEST_STATES

/** CAS-25: storage folder of the documents of a case. */
export const documentFolder = (caseId: string): string =>
  `certificados/case_documents/${caseId.toLowerCase()}`

/** SEG-71: storage folder of the files of a chat. */
export const chatFolder = (chatId: string): string => `certificados/chats/${chatId.toLowerCase()}`

const CHAT_PREFIX = 'chat-'
/** A chat in the URL of an upload, where a case is only its id. */
export const chatResource = (chatId: string): string => `${CHAT_PREFIX}${chatId}`
/** @returns the id of the chat, or null: the upload is for a case */
export const chatOfResource = (resource: string): string | null =>
  resource.startsWith(CHAT_PREFIX) ? resource.slice(CHAT_PREFIX.length) : null

const caseId = idField(CASE_MESSAGES.notFound)
const chatId = idField(CHAT_MESSAGES.notFound)

export const caseIdInput = z.strictObject({ caseId })

const documentVersion = z.object({
  version: z.int(),
  file_name: z.string(),
  /** URL of the file; it opens only for the parties of the case. */
  file_url: z.string(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
})

/** ENT-14: a document of a case: its newest version. */
export const caseDocument = z.extend(documentVersion, {
  id: z.uuid(),
  /** Null once the account is deleted (OPEN-58). */
  uploader_id: z.nullable(z.uuid()),
  /** «Usuario eliminado» once the account is deleted. */
  uploader_name: z.string(),
  /** File type by content, not by name: pdf, docx… */
  kind: z.string(),
  bytes: z.int(),
  request_id: z.nullable(z.uuid()),
  /** SEG-22: the other party, who has opened it. */
  seen: z.nullable(z.object({ name: z.string(), at: z.string() })),
  /** SEG-21: newest first, this one included. */
  versions: z.array(documentVersion),
})
export type CaseDocument = z.infer<typeof caseDocument>

/** SEG-23: a deleted document, which can be restored until `purge_at`. */
export const deletedDocument = z.object({
  id: z.uuid(),
  file_name: z.string(),
  kind: z.string(),
  purge_at: z.string(),
})

/** SEG-17: a document that the lawyer asked for. */
export const documentRequest = z.object({
  id: z.uuid(),
  batch_id: z.uuid(),
  name: z.string(),
  /** The note of its batch. */
  note: z.nullable(z.string()),
  asked_by: z.string(),
  /** A day of Chile: YYYY-MM-DD. */
  due_on: z.string(),
  state: z.enum(Object.keys(REQUEST_STATES) as RequestState[]),
  reason: z.nullable(z.string()),
  /** Of the last delivery: more files may be added to it until it is answered. */
  delivery_id: z.nullable(z.uuid()),
  created_at: z.string(),
})
export type DocumentRequest = z.infer<typeof documentRequest>

/** Documents and deleted ones newest first; requests in the order in which they are shown. */
export const documentsOutput = z.object({
  documents: z.array(caseDocument),
  deleted: z.array(deletedDocument),
  requests: z.array(documentRequest),
})
export type Documents = z.infer<typeof documentsOutput>

/** Ids are the browser's, so that a repeated call adds nothing (SEG-19). `key` is the one that the upload returned. */
export const addDocumentInput = z.strictObject({
  caseId,
  key: z.string(MESSAGES.fileGone).check(z.maxLength(200, MESSAGES.fileGone)),
  id: z.optional(idField(MESSAGES.fileGone)),
  /** The files that were chosen at once: the other party gets one notice of them. */
  deliveryId: z.optional(idField(MESSAGES.fileGone)),
  /** The requested document that this delivers. */
  requestId: z.optional(idField(MESSAGES.requestGone)),
  /** The document of which this is a new version. */
  replaces: z.optional(idField(MESSAGES.gone)),
})
export type AddDocumentInput = z.infer<typeof addDocumentInput>

/** SEG-71. */
export const chatFilesInput = z.strictObject({ chatId })

/** The file of a message, which has its id. */
export const chatFile = z.object({
  id: z.uuid(),
  /** Null: it is deleted. */
  file: z.nullable(
    z.object({ file_name: z.string(), file_url: z.string(), kind: z.string(), bytes: z.int() }),
  ),
  can_restore: z.boolean(),
})
export type ChatFile = z.infer<typeof chatFile>

export const chatFilesOutput = z.object({ files: z.array(chatFile) })
export type ChatFiles = z.infer<typeof chatFilesOutput>

/** `id`: the browser's, of the message and of the document; `key`: the one that the upload returned. */
export const addChatFileInput = z.strictObject({
  chatId,
  id: idField(MESSAGES.fileGone),
  key: z.string(MESSAGES.fileGone).check(z.maxLength(200, MESSAGES.fileGone)),
})
export type AddChatFileInput = z.infer<typeof addChatFileInput>

export const addChatFileOutput = z.object({ message: messageOutput, files: z.array(chatFile) })

export const changeChatFileInput = z.strictObject({ chatId, id: idField(MESSAGES.gone) })
export type ChangeChatFileInput = z.infer<typeof changeChatFileInput>

export const deleteDocumentInput = z.strictObject({ caseId, documentId: idField(MESSAGES.gone) })
export type DeleteDocumentInput = z.infer<typeof deleteDocumentInput>

/** SEG-15: what the lawyer asks for at once. */
export const requestDocumentsInput = z.strictObject({
  caseId,
  /** The browser's. */
  batchId: idField(MESSAGES.requestsTaken),
  names: z
    .array(textField(120, MESSAGES.name, MESSAGES.nameLong, cleanLine), MESSAGES.noNames)
    .check(z.minLength(1, MESSAGES.noNames), z.maxLength(MAX_OPEN_REQUESTS, MESSAGES.tooManyRequests)),
  note: z.optional(textField(500, MESSAGES.noteLong, MESSAGES.noteLong, cleanParagraphs)),
  dueOn: z.iso.date(MESSAGES.dueOn),
})
export type RequestDocumentsInput = z.infer<typeof requestDocumentsInput>

/** SEG-17: what may happen to a requested document, except its delivery. */
export const REQUEST_EVENTS = ['accept', 'return', 'annul', 'lack', 'ask'] as const

export const reasonField = textField(300, MESSAGES.reason, MESSAGES.reason, cleanLine)

/** `reason`: only for «lack» and «return», which require it. */
export const answerRequestInput = z.strictObject({
  caseId,
  requestId: idField(MESSAGES.requestGone),
  event: z.enum(REQUEST_EVENTS, MESSAGES.event),
  reason: z.optional(reasonField),
})
export type AnswerRequestInput = z.infer<typeof answerRequestInput>

import type { BucketPolicy } from '../../platform/files/bucket-policy.server.ts'
import { MB } from '../../platform/files/buckets.ts'
import { canUploadChatFile } from './chat-files.server.ts'
import { canReadDocument, canUploadDocument, recordDocumentRead } from './commands.server.ts'
import { DOCUMENT_UPLOAD_RATE_LIMIT } from './rules.ts'
import { chatFolder, chatOfResource, DOCUMENT_ERRORS, documentFolder } from './schema.ts'

/**
 * Policy of the bucket «certificados» (CAS-17 to CAS-26, CAL-30, OPEN-45): only the two parties of a case,
 * or of a chat (SEG-71), upload and open its documents; administrators do not. Access is checked on every request (TRAP-21), so the
 * URLs need no signature and do not expire.
 */
export const documentsPolicy: BucketPolicy = {
  bucket: 'certificados',
  maxBytes: 20 * MB,
  types: [
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'image/jpeg',
    'image/png',
  ],
  tooLarge: DOCUMENT_ERRORS.tooLarge,
  wrongType: DOCUMENT_ERRORS.wrongType,
  unopenedPhoto: DOCUMENT_ERRORS.heic,
  authorizeUpload(context, resource) {
    const chatId = chatOfResource(resource)
    return chatId === null ? canUploadDocument(context, resource) : canUploadChatFile(context, chatId)
  },
  resourceFolder(resource) {
    const chatId = chatOfResource(resource)
    return chatId === null ? documentFolder(resource) : chatFolder(chatId)
  },
  uploadLimit: DOCUMENT_UPLOAD_RATE_LIMIT,
  readers: {
    mayRead: (context, { key }) => canReadDocument(context, key),
    allowsUnsigned: true,
    recordRead: (context, { key }) => recordDocumentRead(context, [key]),
    auditAs: null,
  },
  faultName: 'document-upload',
}

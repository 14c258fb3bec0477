import { MB } from '../../platform/files/buckets.ts'
import type { BucketPolicy } from '../../platform/files/door.server.ts'
import { mayBringDocument, mayOpenDocument } from './commands.server.ts'
import { UPLOADS } from './rules.ts'
import { DOCUMENT_TEXTS, documentFolder } from './schema.ts'

/**
 * Policy of the bucket «certificados» (CAS-17 to CAS-26, CAL-30, OPEN-45): only the two parties of a case
 * upload and open its documents; administrators do not. Access is checked on every request (TRAP-21), so the
 * URLs need no signature and do not expire.
 */
export const documentsDoor: BucketPolicy = {
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
  ...DOCUMENT_TEXTS,
  authorizeUpload: mayBringDocument,
  resourceFolder: documentFolder,
  uploadLimit: UPLOADS,
  readers: {
    mayRead: (context, { key }) => mayOpenDocument(context, key),
    allowsUnsigned: true,
    auditAs: null,
  },
  faultName: 'document-upload',
}

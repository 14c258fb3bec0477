import { MB } from '../../platform/files/buckets.ts'
import type { FileDoor } from '../../platform/files/door.server.ts'
import { mayBringDocument, mayOpenDocument } from './commands.server.ts'
import { UPLOADS } from './rules.ts'
import { DOCUMENT_TEXTS, documentFolder } from './schema.ts'

/**
 * Bucket certificados (CAS-17 to CAS-26, CAL-30, OPEN-45): the two parties of a case bring and open its documents, nobody
 * else, administrators included. Who asks is looked at each time the address is opened (TRAP-21), so that it needs no
 * signature and does not go stale in an open page.
 */
export const documentsDoor: FileDoor = {
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
  mayUpload: mayBringDocument,
  folderOf: documentFolder,
  uploads: UPLOADS,
  readers: {
    mayRead: (context, { key }) => mayOpenDocument(context, key),
    bySession: true,
    auditAs: null,
  },
  fault: 'document-upload',
}

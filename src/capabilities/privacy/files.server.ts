import { accept } from '../../platform/errors/refusal.ts'
import type { BucketPolicy } from '../../platform/files/bucket-policy.server.ts'
import { MB } from '../../platform/files/buckets.ts'
import { canReadEvidence } from './requests/request-queue.server.ts'
import { MAX_EVIDENCE_MB } from './schema.ts'
import { uploadFolderOf } from './visitor-requests/visitor-requests.server.ts'

/** Bucket evidencia: evidence for a request (DAT-11). Its owner and administrators open it; each look is recorded. */
export const evidencePolicy: BucketPolicy = {
  bucket: 'evidencia',
  maxBytes: MAX_EVIDENCE_MB * MB,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  tooLarge: { title: 'Archivo muy grande', message: 'El archivo no debe superar los 10MB.' },
  wrongType: { title: 'Formato incorrecto', message: 'Solo se admiten archivos PDF, JPG o PNG.' },
  isOpenToSuspended: true,
  // The mailed secret of a request without an account (DAT-25).
  visitorFolder: uploadFolderOf,
  authorizeUpload: async () => accept(true),
  readers: {
    mayRead: (context, { key }) => canReadEvidence(context, key),
    allowsUnsigned: true,
    auditAs: { action: 'request.viewed', purpose: 'data_request' },
  },
}

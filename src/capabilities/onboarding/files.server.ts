import type { BucketPolicy } from '../../platform/files/bucket-policy.server.ts'
import { MB } from '../../platform/files/buckets.ts'
import { canSubmitProfile } from './rules.ts'

/**
 * Bucket identidad (ONP-29, ONP-30, ONP-41, CAL-29): lawyers upload their ID card while they fill in the
 * form. The owner and administrators may open it; access by an administrator is recorded in the audit log.
 */
export const idCardPolicy: BucketPolicy = {
  bucket: 'identidad',
  maxBytes: 10 * MB,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  tooLarge: { title: 'Archivo muy grande', message: 'El archivo no debe superar los 10MB.' },
  wrongType: { title: 'Formato incorrecto', message: 'Solo se admiten archivos PDF, JPG o PNG.' },
  authorizeUpload: async ({ session }) => canSubmitProfile(session),
  readers: {
    mayRead: async ({ session }, { ownerId }) => session.role === 'admin' || session.userId === ownerId,
    auditAs: { action: 'id_document.viewed', purpose: 'verification' },
  },
  faultName: 'id-card-upload',
}

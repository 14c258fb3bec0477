import type { BucketPolicy } from '../../platform/files/bucket-policy.server.ts'
import { MB } from '../../platform/files/buckets.ts'
import { squareJpeg } from '../../platform/files/picture.server.ts'
import { canUploadPhoto } from './rules.ts'

/**
 * Bucket avatars (ONP-15, ONP-16, ONP-40, PRO-08, CAL-28): lawyers with a confirmed e-mail address upload a
 * picture. It is stored as a square jpeg and is public once it is in use as a photo.
 */
export const avatarsPolicy: BucketPolicy = {
  bucket: 'avatars',
  maxBytes: 5 * MB,
  types: ['image/png', 'image/jpeg'],
  tooLarge: { title: 'Archivo muy grande', message: 'La imagen no debe superar los 5MB.' },
  wrongType: { title: 'Formato incorrecto', message: 'Solo se admiten imágenes PNG o JPG.' },
  authorizeUpload: async ({ session }) => canUploadPhoto(session),
  transform: squareJpeg,
  readers: 'everyone',
  faultName: 'avatar-upload',
}

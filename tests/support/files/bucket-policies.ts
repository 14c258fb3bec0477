/**
 * Bucket policies for tests of uploads and downloads in general. The tests of each slice cover its real
 * policy.
 */

import type { BucketPolicy } from '../../../src/platform/files/bucket-policy.server.ts'
import { MB } from '../../../src/platform/files/buckets.ts'
import { squareJpeg } from '../../../src/platform/files/picture.server.ts'

const anyRole: BucketPolicy['authorizeUpload'] = async ({ session }) =>
  session.role === null
    ? { ok: false, refusal: { code: 'FORBIDDEN', message: 'No tienes permiso para hacer esto.' } }
    : { ok: true, value: null }

export const photoPolicy: BucketPolicy = {
  bucket: 'avatars',
  maxBytes: 5 * MB,
  types: ['image/png', 'image/jpeg'],
  tooLarge: { title: 'Archivo muy grande', message: 'La imagen no debe superar los 5MB.' },
  wrongType: { title: 'Formato incorrecto', message: 'Solo se admiten imágenes PNG o JPG.' },
  authorizeUpload: anyRole,
  transform: squareJpeg,
  readers: 'everyone',
  faultName: 'avatar-upload',
}

export const cardPolicy: BucketPolicy = {
  bucket: 'identidad',
  maxBytes: 10 * MB,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  tooLarge: { title: 'Archivo muy grande', message: 'El archivo no debe superar los 10MB.' },
  wrongType: { title: 'Formato incorrecto', message: 'Solo se admiten archivos PDF, JPG o PNG.' },
  authorizeUpload: anyRole,
  readers: {
    mayRead: async ({ session }, { ownerId }) => session.role === 'admin' || session.userId === ownerId,
    auditAs: { action: 'id_document.viewed', purpose: 'verification' },
  },
  faultName: 'id-card-upload',
}

import { UNEXPECTED_MESSAGE } from '../errors/refusal.ts'
import { announceSessionStale } from '../session/session-events.ts'
import type { Bucket } from './buckets.ts'
import { FILE_TEXTS, NOT_UPLOADED } from './texts.ts'

/** A failed upload; both texts are Spanish and ready to show. */
export class UploadFailure extends Error {
  readonly title: string
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** Text per form field. */
  readonly fields: Record<string, string>
  constructor(title: string, message: string, status: number, fields = {}) {
    super(message)
    this.name = 'UploadFailure'
    this.title = title
    this.status = status
    this.fields = fields
  }
}

export interface UploadOptions {
  /** Id of the resource that the file belongs to (a case), for buckets that need one. */
  resourceId?: string
  /** File name, for display. */
  name?: string
  /** What opens a folder to somebody without an account. */
  grant?: string
  /** Aborting rejects the promise with the signal's reason. */
  signal?: AbortSignal
  /** Fraction of the file sent, 0 to 1. */
  onProgress?: (fraction: number) => void
}

/** Uploads a file; a command then claims its key. @throws UploadFailure, or the signal's reason */
export function uploadFile(
  bucket: Bucket,
  file: Blob,
  { resourceId, name, grant, signal, onProgress }: UploadOptions = {},
): Promise<{ key: string; url: string }> {
  // XMLHttpRequest, because fetch reports no upload progress.
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<{ key: string; url: string }>()
  const abort = () => request.abort()
  if (signal?.aborted) return Promise.reject(signal.reason)
  signal?.addEventListener('abort', abort, { once: true })
  request.open('PUT', `/api/files/${bucket}${resourceId ? `/${resourceId}` : ''}`)
  request.responseType = 'json'
  // The server detects the type; the browser's guess may not even be a valid media type.
  request.setRequestHeader('content-type', 'application/octet-stream')
  if (name) request.setRequestHeader('x-file-name', encodeURIComponent(name.toWellFormed()))
  if (grant) request.setRequestHeader('x-upload-grant', grant)
  request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
    if (lengthComputable && total > 0) onProgress?.(loaded / total)
  }
  request.onload = () => {
    // null when it is not JSON: a proxy's page.
    const response = (request.response ?? {}) as UploadResponse
    if (request.status === 201 && response.key && response.url) {
      resolve({ key: response.key, url: response.url })
      return
    }
    if (request.status === 401) announceSessionStale()
    // Only our own responses have a code and a Spanish text.
    const message = response.code && response.message ? response.message : UNEXPECTED_MESSAGE
    reject(new UploadFailure(response.title ?? NOT_UPLOADED, message, request.status))
  }
  const onConnectionError = () =>
    reject(new UploadFailure(FILE_TEXTS.connection.title, FILE_TEXTS.connection.message, 0))
  request.onerror = onConnectionError
  request.ontimeout = onConnectionError
  request.onabort = () => (signal?.aborted ? reject(signal.reason) : onConnectionError())
  request.onloadend = () => signal?.removeEventListener('abort', abort)
  request.send(file)
  return promise
}

type UploadResponse = Partial<Record<'key' | 'url' | 'code' | 'message' | 'title', string>>

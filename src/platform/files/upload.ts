import { UNEXPECTED } from '../errors/refusal.ts'
import { sessionRefused } from '../rpc/session-change.ts'
import type { Bucket } from './buckets.ts'
import { FILE_TEXTS, NOT_UPLOADED } from './texts.ts'

/** Why a file did not arrive: both texts are Spanish and ready to show. */
export class UploadFailure extends Error {
  readonly title: string
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  constructor(title: string, message: string, status: number) {
    super(message)
    this.name = 'UploadFailure'
    this.title = title
    this.status = status
  }
}

export interface UploadOptions {
  /** What it belongs to, where a bucket's files belong to a thing: a case's id. */
  thing?: string
  /** What the person's file is called; kept for showing. */
  name?: string
  /** Aborting makes the promise fail with the signal's reason. */
  signal?: AbortSignal
  /** Share of the file that has left this browser, 0 to 1. */
  onProgress?: (share: number) => void
}

/**
 * Sends a file to its bucket.
 * @returns its key, which a command then claims, and the address it will have
 * @throws UploadFailure; or the signal's reason
 */
export function uploadFile(
  bucket: Bucket,
  file: Blob,
  { thing, name, signal, onProgress }: UploadOptions = {},
): Promise<{ key: string; url: string }> {
  // fetch says nothing about how much has been sent.
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<{ key: string; url: string }>()
  const abort = () => request.abort()
  if (signal?.aborted) return Promise.reject(signal.reason)
  signal?.addEventListener('abort', abort, { once: true })
  request.open('PUT', `/api/files/${bucket}${thing ? `/${thing}` : ''}`)
  request.responseType = 'text'
  // What it is the server finds out by itself; what a computer believes it to be may not even be a media type.
  request.setRequestHeader('content-type', 'application/octet-stream')
  if (name) request.setRequestHeader('x-file-name', encodeURIComponent(name.toWellFormed()))
  request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
    if (lengthComputable && total > 0) onProgress?.(loaded / total)
  }
  request.onload = () => {
    const answer = read(request.responseText)
    if (request.status === 201 && answer.key && answer.url) {
      resolve({ key: answer.key, url: answer.url })
      return
    }
    if (request.status === 401) sessionRefused()
    // Only answers of ours carry a code and their text in Spanish; a proxy's page does not.
    const message = answer.code && answer.message ? answer.message : UNEXPECTED
    reject(new UploadFailure(answer.title ?? NOT_UPLOADED, message, request.status))
  }
  const lost = () => reject(new UploadFailure(FILE_TEXTS.connection.title, FILE_TEXTS.connection.message, 0))
  request.onerror = lost
  request.ontimeout = lost
  request.onabort = () => (signal?.aborted ? reject(signal.reason) : lost())
  request.onloadend = () => signal?.removeEventListener('abort', abort)
  request.send(file)
  return promise
}

type Answer = Partial<Record<'key' | 'url' | 'code' | 'message' | 'title', string>>

function read(text: string): Answer {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

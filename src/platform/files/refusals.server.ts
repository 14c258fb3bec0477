import type { FileText } from './texts.ts'

/** Why an upload was refused. An exception, because it aborts a stream. */
export class FileRefused extends Error {
  readonly status: number
  readonly title: string
  /** Seconds before a retry makes sense. */
  readonly retryAfter: number | null
  constructor(status: number, { title, message }: FileText, retryAfter: number | null = null) {
    super(message)
    this.name = 'FileRefused'
    this.status = status
    this.title = title
    this.retryAfter = retryAfter
  }
}

/** The file is fine, but the server cannot accept it now (503). */
export class TryLater extends FileRefused {
  constructor(text: FileText, retryAfter = 5) {
    super(503, text, retryAfter)
  }
}

import type { FileText } from './texts.ts'

/** Why a file was not taken. Thrown, because it ends a stream in the middle. */
export class FileRefused extends Error {
  readonly status: number
  readonly title: string
  /** Seconds until another try makes sense. */
  readonly retryAfter: number | null
  constructor(status: number, { title, message }: FileText, retryAfter: number | null = null) {
    super(message)
    this.name = 'FileRefused'
    this.status = status
    this.title = title
    this.retryAfter = retryAfter
  }
}

/** Nothing is wrong with the file: the house cannot take it now. */
export class TryLater extends FileRefused {
  constructor(text: FileText, retryAfter = 5) {
    super(503, text, retryAfter)
  }
}

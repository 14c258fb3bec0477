/** An error whose message is one line in Spanish for the person who started Amparo. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Whether it is a Node.js error with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** The text of an error or of a program's output, as one line. */
export function toOneLine(text: unknown): string {
  const message = text instanceof Error ? text.message : String(text ?? '')
  return message.trim().replace(/\s*\n\s*/g, ' | ')
}

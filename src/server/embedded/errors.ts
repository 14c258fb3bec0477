/** A refusal whose message is one line in Spanish, ready to be shown to whoever started Amparo. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** Text of an error or of a program's output, on one line. */
export function oneLine(text: unknown): string {
  const message = text instanceof Error ? text.message : String(text ?? '')
  return message.trim().replace(/\s*\n\s*/g, ' | ')
}

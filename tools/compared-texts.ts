/** A comparison with the Spanish text of a failure, or a test how it begins or ends. */
const COMPARISON =
  /\bmessage\s*[!=]==(?!\s*'string')|\w*MESSAGES\.\w+\s*[!=]==|[!=]==\s*\w*MESSAGES\.|\.(?:starts|ends)With\((?!')/

/**
 * The line of a browser file that compares the text of a failure, or null. Screens tell failures apart by
 * status and reason, because a text may be reworded (src/platform/errors/reasons.ts).
 */
export function comparedTextLine(text: string): number | null {
  if (!/\b(?:failureOf|Failure|useSubmit|useFormSubmit|SubmitDialog)\b/.test(text)) return null
  const at = text.search(COMPARISON)
  return at < 0 ? null : text.slice(0, at).split('\n').length
}

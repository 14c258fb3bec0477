/** Canaries: unique texts of one person that must not occur in responses to others. */
import type { Actor } from './actors.ts'

export interface Canary {
  /** Description for failure messages. */
  label: string
  text: string
  readers: readonly Actor[]
}

export function canary(label: string, text: string, readers: readonly Actor[]): Canary {
  // A short text could occur by chance.
  if (text.length < 8) throw new Error(`«${text}» is too short for a canary (${label})`)
  return { label, text, readers }
}

/**
 * Returns the labels of the canaries in a text that this actor may not see.
 * @param actor null: an account that owns nothing of the world
 */
export function findLeaks(canaries: readonly Canary[], actor: Actor | null, text: string): string[] {
  return canaries
    .filter((one) => text.includes(one.text) && !(actor && one.readers.includes(actor)))
    .map(({ label }) => label)
}

/** Headers and body of a response as one text. */
export const responseText = (answer: { text: string; headers: object; cookies?: string[] }): string =>
  `${JSON.stringify(answer.headers)}\n${answer.text}`

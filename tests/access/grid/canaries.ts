/** Words of one person in an answer to another. */
import type { Actor } from './actors.ts'

export interface Canary {
  /** What it is, for whoever reads a failure. */
  label: string
  text: string
  readers: readonly Actor[]
}

export function canary(label: string, text: string, readers: readonly Actor[]): Canary {
  // A short one would be found by chance.
  if (text.length < 8) throw new Error(`«${text}» is no canary (${label})`)
  return { label, text, readers }
}

/**
 * Which words stand in a text that this reader may not see.
 * @param who null: somebody who is as an actor, and owns nothing of the world
 */
export function singing(canaries: readonly Canary[], who: Actor | null, text: string): string[] {
  return canaries
    .filter((one) => text.includes(one.text) && !(who && one.readers.includes(who)))
    .map(({ label }) => label)
}

/** Everything of an answer that leaves the house, as one text. */
export const heardOf = (answer: { text: string; headers: object; cookies?: string[] }): string =>
  `${JSON.stringify(answer.headers)}\n${answer.text}`

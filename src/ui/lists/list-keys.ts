import { fold } from './fold.ts'

const PAGE_STEP = 8

/**
 * The index that a navigation key moves to, or undefined for other keys.
 * @param index of the active option; -1 for none
 * @param edges whether Home and End move in the list; in a text field they move the caret
 */
export function nextIndex(key: string, index: number, count: number, edges: boolean): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return index >= count - 1 ? 0 : index + 1
    case 'ArrowUp':
      return index <= 0 ? count - 1 : index - 1
    case 'PageDown':
      return Math.min(count - 1, Math.max(0, index) + PAGE_STEP)
    case 'PageUp':
      return Math.max(0, index - PAGE_STEP)
    case 'Home':
      return edges ? 0 : undefined
    case 'End':
      return edges ? count - 1 : undefined
    default:
      return undefined
  }
}

export interface TypeaheadText {
  text: string
  /** Time of the last character, in ms. */
  at: number
}

export const TYPEAHEAD_RESET_MS = 700

/** Adds a character to the typeahead text of a list without a text field; after a pause it starts over. */
export function addToTypeahead(
  before: TypeaheadText | undefined,
  character: string,
  at: number,
): TypeaheadText {
  return { text: before && at - before.at < TYPEAHEAD_RESET_MS ? before.text + character : character, at }
}

/** Index of the next label that begins with the text; a repeated letter cycles through its labels. */
export function typeaheadIndex(
  labels: readonly string[],
  typed: string,
  current: number,
): number | undefined {
  const wanted = fold(typed)
  const [first = ''] = wanted
  const repeated = wanted.length > 1 && [...wanted].every((character) => character === first)
  const search = (start: string, from: number) => {
    for (let step = 0; step < labels.length; step += 1) {
      const index = (from + step) % labels.length
      if (fold(labels[index] ?? '').startsWith(start)) return index
    }
    return undefined
  }
  const here = Math.max(0, current)
  const found = search(wanted, wanted.length === 1 ? current + 1 : here)
  return found ?? (repeated ? search(first, current + 1) : undefined)
}

/** Whether the key writes a character. */
export function isPrintableKey(event: {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}): boolean {
  return [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
}

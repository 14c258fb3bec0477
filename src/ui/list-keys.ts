import { fold } from './fold.ts'

const page = 8

/**
 * Where a key leads in a list; undefined when it leads nowhere. Nothing is marked at -1.
 * @param edges whether Home and End are the list's: in a text they move the caret
 */
export function movedIndex(key: string, index: number, count: number, edges: boolean): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return index >= count - 1 ? 0 : index + 1
    case 'ArrowUp':
      return index <= 0 ? count - 1 : index - 1
    case 'PageDown':
      return Math.min(count - 1, Math.max(0, index) + page)
    case 'PageUp':
      return Math.max(0, index - page)
    case 'Home':
      return edges ? 0 : undefined
    case 'End':
      return edges ? count - 1 : undefined
    default:
      return undefined
  }
}

export interface Typed {
  text: string
  /** When the last sign came, in milliseconds. */
  at: number
}

const pause = 700

/** What was typed at a list without a text field, one sign more: after a pause it begins anew. */
export function typedMore(before: Typed | undefined, sign: string, at: number): Typed {
  return { text: before && at - before.at < pause ? before.text + sign : sign, at }
}

/** The next label that begins with what was typed; one letter again and again goes through its labels. */
export function typeaheadIndex(
  labels: readonly string[],
  typed: string,
  current: number,
): number | undefined {
  const wanted = fold(typed)
  const [first = ''] = wanted
  const repeated = wanted.length > 1 && [...wanted].every((sign) => sign === first)
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

/** A key that writes a sign. */
export function isSign(event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }): boolean {
  return [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
}

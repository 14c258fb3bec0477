import { highlight } from './fold.ts'

/** A label with the matches of the query in bold. */
export function Highlighted({ text, query }: { text: string; query: string }) {
  return highlight(text, query).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
    part.hit ? <b key={index}>{part.text}</b> : part.text,
  )
}

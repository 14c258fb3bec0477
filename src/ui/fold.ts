/** One sign without accents and capitals: «Ñ» gives «n». Marks alone give nothing. */
const foldSign = (sign: string) =>
  sign.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').normalize('NFKD').replace(/\p{M}/gu, '')

/** Text as search sees it: without accents, without capitals. «Ñuñoa» and «nunoa» are the same. */
export function fold(text: string): string {
  return [...text].map(foldSign).join('')
}

const wordsOf = (query: string) => fold(query).split(/\s+/).filter(Boolean)

/** Where each word of a folded text begins. */
const isWordStart = (folded: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(folded[at - 1] ?? '')

function placeOf(folded: string, word: string): number {
  let first = -1
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    if (isWordStart(folded, at)) return at
    if (first < 0) first = at
  }
  return first
}

/** Whether every word of the query is somewhere in the text, in any order. An empty query finds everything. */
export function matches(text: string, query: string): boolean {
  const folded = fold(text)
  return wordsOf(query).every((word) => folded.includes(word))
}

export interface TextPart {
  text: string
  /** The query is here. */
  hit: boolean
}

/**
 * A text cut where the query's words are found, for highlighting; a word's beginning goes before its middle.
 * The parts joined are the text. Without a match, or without a query, it is one part.
 */
export function highlight(text: string, query: string): TextPart[] {
  const signs = [...text]
  const foldedSigns = signs.map(foldSign)
  const folded = foldedSigns.join('')
  const hits = new Set<number>()
  for (const word of wordsOf(query)) {
    const at = placeOf(folded, word)
    if (at < 0) return text === '' ? [] : [{ text, hit: false }]
    for (let index = at; index < at + word.length; index += 1) hits.add(index)
  }
  const parts: TextPart[] = []
  let position = 0
  signs.forEach((sign, index) => {
    const width = foldedSigns[index]?.length ?? 0
    const last = parts.at(-1)
    // A mark alone belongs to the sign before it.
    const hit = width === 0 ? (last?.hit ?? false) : hits.has(position)
    position += width
    if (last?.hit === hit) last.text += sign
    else parts.push({ text: sign, hit })
  })
  return parts
}

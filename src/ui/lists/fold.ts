/** One character without accents, in lower case: «Ñ» gives «n». A combining mark alone gives ''. */
const foldCharacter = (character: string) =>
  character.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').normalize('NFKD').replace(/\p{M}/gu, '')

/** Folds a text for search: no accents, lower case. «Ñuñoa» and «nunoa» are the same. */
export function fold(text: string): string {
  return [...text].map(foldCharacter).join('')
}

const wordsOf = (query: string) => fold(query).split(/\s+/).filter(Boolean)

/** Whether a word of the folded text begins at this index. */
const isWordStart = (folded: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(folded[at - 1] ?? '')

/** Index of a word in a folded text, preferably at the start of a word; -1 without one. */
function indexOfWord(folded: string, word: string): number {
  let first = -1
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    if (isWordStart(folded, at)) return at
    if (first < 0) first = at
  }
  return first
}

/** Whether the text contains every word of the query, in any order. An empty query matches everything. */
export function matchesQuery(text: string, query: string): boolean {
  const folded = fold(text)
  return wordsOf(query).every((word) => folded.includes(word))
}

export interface TextPart {
  text: string
  hit: boolean
}

/**
 * Splits a text at the query's words, for highlighting; the start of a word is preferred to its middle. The
 * joined parts are the text. Without a match, or without a query, there is one part.
 */
export function highlight(text: string, query: string): TextPart[] {
  const folded = fold(text)
  const hits = new Set<number>()
  for (const word of wordsOf(query)) {
    const at = indexOfWord(folded, word)
    if (at < 0) return text === '' ? [] : [{ text, hit: false }]
    for (let index = at; index < at + word.length; index += 1) hits.add(index)
  }
  return splitAt(text, hits)
}

/** Splits a text at every occurrence of a phrase, for highlighting. The joined parts are the text. */
export function occurrences(text: string, phrase: string): TextPart[] {
  const folded = fold(text)
  const wanted = fold(phrase)
  const hits = new Set<number>()
  for (
    let at = wanted === '' ? -1 : folded.indexOf(wanted);
    at >= 0;
    at = folded.indexOf(wanted, at + wanted.length)
  )
    for (let index = at; index < at + wanted.length; index += 1) hits.add(index)
  return splitAt(text, hits)
}

/** @param hits indexes in the folded text */
function splitAt(text: string, hits: ReadonlySet<number>): TextPart[] {
  const characters = [...text]
  const foldedCharacters = characters.map(foldCharacter)
  const parts: TextPart[] = []
  let position = 0
  characters.forEach((character, index) => {
    const width = foldedCharacters[index]?.length ?? 0
    const last = parts.at(-1)
    // A combining mark belongs to the character before it.
    const hit = width === 0 ? (last?.hit ?? false) : hits.has(position)
    position += width
    if (last?.hit === hit) last.text += character
    else parts.push({ text: character, hit })
  })
  return parts
}

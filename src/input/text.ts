/**
 * Keeps at most eight consecutive combining marks («Zalgo» text would be drawn over the lines above and
 * below). No script needs more; the joiners inside an emoji count as marks.
 */
export const limitCombiningMarks = (text: string): string =>
  text.replace(/([\p{M}\u200C\u200D]{8})[\p{M}\u200C\u200D]+/gu, '$1')

/**
 * Cleans a text to one line of visible text: no control, bidi or line-break characters, no lone surrogates.
 */
export const cleanLine = (text: string) =>
  limitCombiningMarks(text.normalize('NFC'))
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()

/**
 * Cleans multi-line text and its spacing: no control or bidi characters, no lone surrogates, at most one
 * empty line in a row.
 */
export const cleanParagraphs = (text: string) =>
  limitCombiningMarks(text.normalize('NFC'))
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replace(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, ' ')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim()

/** Bidirectional control characters: they could make an amount read differently from how it is stored. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Cleans multi-line text and keeps its spacing: NFC, LF line ends, no control or bidi characters, lone
 * surrogates replaced by U+FFFD, limited combining marks, trimmed.
 */
export const cleanText = (text: string): string =>
  limitCombiningMarks(
    text
      .replace(/\r\n?/g, '\n')
      .replace(/\p{Cs}/gu, '\uFFFD')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .replace(BIDI_CONTROLS, '')
      .normalize('NFC'),
  ).trim()

/** Same as the database's `folded`: lower case without accents. NUL and lone surrogates become U+FFFD. */
export const foldText = (text: string) =>
  text
    .replace(/\p{Cs}|\0/gu, '\uFFFD')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .toLowerCase()

/** Whether a text has at least one printable character; the blank braille pattern U+2800 is none. */
export const hasVisibleText = (text: string): boolean =>
  /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** The length of a text in grapheme clusters. */
export function graphemeCount(text: string): number {
  let count = 0
  for (const _ of segmenter.segment(text)) count++
  return count
}

/**
 * Whether a text has at most `max` grapheme clusters and at most `max * 4` code points, the database's limit.
 * Segmenting is slow, so only texts with more than `max` code units are segmented.
 */
export const fitsLength = (text: string, max: number): boolean =>
  text.length <= max || ([...text].length <= max * 4 && graphemeCount(text) <= max)

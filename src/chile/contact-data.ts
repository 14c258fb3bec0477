import { handleSpans, linkSpans, type Span } from './contact-links.ts'
import { letteredSpans, numberSpans } from './contact-numbers.ts'
import { addressSpans } from './street-addresses.ts'

/** Replacement for contact data. */
export const HIDDEN_PLACEHOLDER = '[dato oculto]'

/**
 * Replaces RUTs, telephone numbers, e-mail addresses, links, social network names and street addresses, in
 * any spelling, by `HIDDEN_PLACEHOLDER` (OPEN-50). Amounts, dates, laws and case numbers stay. The time is linear in the
 * length of the text.
 * @param keep.addresses keeps street addresses: a lawyer's office is public
 */
export function hideContactData(text: string, keep: { addresses?: boolean } = {}): string {
  const { folded, offsets } = foldWithOffsets(text)
  const found = [
    ...mailSpans(folded),
    ...numberSpans(folded),
    ...letteredSpans(folded),
    ...linkSpans(folded),
    ...handleSpans(folded),
    ...(keep.addresses ? [] : addressSpans(folded)),
  ]
  const spans = mergeSpans(found, folded)
  let shown = ''
  let from = 0
  for (const [start, end] of spans) {
    shown += text.slice(from, offsets[start]) + HIDDEN_PLACEHOLDER
    from = offsets[end] ?? text.length
  }
  return shown + text.slice(from)
}

const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/u

/**
 * Folds a text for the searches: ASCII digits, no accents, lower case, no ignorable code points. `offsets`
 * has, for each folded character and for the end, its index in the text.
 */
function foldWithOffsets(text: string): { folded: string; offsets: number[] } {
  let folded = ''
  const offsets: number[] = []
  let at = 0
  for (const character of text) {
    const plain = isPrintableAscii(character) ? character.toLowerCase() : foldCharacter(character)
    for (let index = 0; index < plain.length; index += 1) offsets.push(at)
    folded += plain
    at += character.length
  }
  offsets.push(text.length)
  return { folded, offsets }
}

const isPrintableAscii = (character: string) => character === '\n' || (character >= ' ' && character <= '~')

function foldCharacter(character: string): string {
  if (/\s/u.test(character)) return /[\r\u2028\u2029]/.test(character) ? '\n' : ' '
  let plain = ''
  for (const part of character.normalize('NFKD').toLowerCase()) {
    if (IGNORED.test(part)) continue
    if (/\p{Pd}|\u2212/u.test(part)) plain += '-'
    else plain += /\p{Nd}/u.test(part) ? digitOf(part) : part
  }
  return plain
}

/** The value of a decimal digit: every script's digits are ten consecutive code points from 0 to 9. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (before < 10 && /\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/** Sorts spans and merges those with at most three separators between them. */
function mergeSpans(spans: Span[], folded: string): Span[] {
  const merged: [number, number][] = []
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && (start <= last[1] || /^[ ()+.-]{1,3}$/.test(folded.slice(last[1], start))))
      last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

const AT =
  /[([{<] ?(?:at|arroba|a|@) ?[)\]}>]|@|(?<![a-z0-9])arroba(?![a-z0-9])|gmail|hotmail|outlook|(?<![a-z0-9])(?:at|yahoo|icloud|live)(?![a-z0-9])/g
const PROVIDER = '(?:gmail|hotmail|outlook|yahoo|icloud|live|msn|protonmail|proton)'
const SPELLED_DOT = '(?: {0,2}[([{<] ?(?:[.]|punto|dot) ?[)\\]}>] {0,2}| {0,3}(?:punto|dot) {0,3})'
/** A comma, or a dot with spaces, mostly ends a sentence: only these endings make it part of an address. */
const LOOSE_ENDING = ' {0,3}[.,] {0,3}(?:com|cl|net|org|edu)(?![a-z0-9])'
const LABEL = '[a-z0-9-]{1,24}'
const SITE = new RegExp(
  `[ _.-]{0,3}[a-z0-9-]{1,40}(?:(?:[.]${LABEL}|${SPELLED_DOT}${LABEL}|${LOOSE_ENDING}){1,4}|(?<=${PROVIDER}) {1,2}(?:com|cl|es)(?![a-z0-9]))?`,
  'y',
)
const SURE_SITE = new RegExp(
  `^[ _.-]{0,3}${PROVIDER}|(?:[.]|${SPELLED_DOT})(?:com|cl|net|org|edu|gob|es|io|info|co|ar|pe|lat|dev|app)(?![a-z])|${LOOSE_ENDING}`,
)
const AFTER_PROVIDER = new RegExp(
  `(?:[.]|${SPELLED_DOT}| {0,3}[.,] {0,3}| {1,2})(?:com|cl|es)(?![a-z0-9])(?:(?:[.]|${SPELLED_DOT})(?:cl|ar|mx|pe)(?![a-z0-9]))?`,
  'y',
)

/** «j u a n @ g m a i l . c o m» */
const SPACED = /(?<![a-z0-9])(?:[a-z0-9._-] ){1,40}@(?: [a-z0-9.-]){4,40}(?![a-z0-9])/g

function mailSpans(folded: string): Span[] {
  const spans: Span[] = [...folded.matchAll(SPACED)].map(({ 0: mail, index }) => [index, index + mail.length])
  let done = 0
  for (const { 0: sign, index } of folded.matchAll(AT)) {
    if (index < done) continue
    const bare = /[a-z]/.test(sign[0] ?? '')
    // «juan gmail.com», without an at sign: the word before is the mailbox name.
    const named = bare && sign !== 'at' && sign !== 'arroba'
    const after = index + sign.length
    const pattern = named ? AFTER_PROVIDER : SITE
    pattern.lastIndex = after
    const found = pattern.exec(folded)
    if (bare && !found) continue
    const start = nameBefore(folded, index, done)
    const site = found?.[0] ?? ''
    // «hola @juan_perez»: no mail domain follows, so the word before is no mailbox name.
    const isHandle = sign === '@' && !/[a-z0-9]/.test(folded[index - 1] ?? '') && !SURE_SITE.test(site)
    if (sign === '@' && (!found || start === index || isHandle)) {
      const handle = /@(?:[a-z0-9_.]{3,40}|[a-z_][a-z0-9_]?)/y
      handle.lastIndex = index
      const name = handle.exec(folded)
      if (!name) continue
      done = index + name[0].replace(/\.$/, '').length
      spans.push([index, done])
    } else if (found && start < index && (sign === '@' || named || SURE_SITE.test(site))) {
      done = after + site.length
      spans.push([start, done])
    }
  }
  return spans
}

const NAME_CHARACTER = /[a-z0-9._%+-]/
/** Words that spell a character inside a name. */
const SPELLED_CHARACTERS = new Set(['punto', 'guion', 'bajo', 'dot', 'underscore', 'mas'])

/** Where the name before an at sign begins, also of «juan punto perez arroba…»; `at` when there is none. */
function nameBefore(folded: string, at: number, floor: number): number {
  const wordBefore = (end: number): Span => {
    let last = end
    while (last > floor && end - last < 3 && folded[last - 1] === ' ') last -= 1
    let first = last
    while (first > floor && last - first < 64 && NAME_CHARACTER.test(folded[first - 1] ?? '')) first -= 1
    return [first, last]
  }
  let [start, end] = wordBefore(at)
  if (start === end) return at
  for (let steps = 0; steps < 6; steps += 1) {
    const [first, last] = wordBefore(start)
    const spelled = SPELLED_CHARACTERS.has(folded.slice(first, last))
    // If this word or the one before spells a character, the one before belongs to the name.
    if (first === last || !(spelled || SPELLED_CHARACTERS.has(folded.slice(start, end)))) break
    ;[start, end] = [first, last]
  }
  return start
}

import { plain, readable, type Word, wordsOf } from './fold.ts'

const UNITS = (
  'cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete ' +
  'dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete ' +
  'veintiocho veintinueve'
).split(' ')
const TENS = 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')
const HUNDREDS =
  'cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  )
const phoneticKey = (word: string) => wordsOf(word)[0]?.key ?? ''
/** Values of number words, by their phonetic key. */
const NUMBER_WORDS = new Map<string, number>([
  ...UNITS.map((word, n) => [phoneticKey(word), n] as const),
  ...TENS.map((word, n) => [phoneticKey(word), (n + 3) * 10] as const),
  ...HUNDREDS.map((word, n) => [phoneticKey(word), (n + 1) * 100] as const),
  ...HUNDREDS.slice(1).map((word, n) => [phoneticKey(word.replace(/os$/u, 'as')), (n + 2) * 100] as const),
  [phoneticKey('ciento'), 100],
  [phoneticKey('uno'), 1],
  [phoneticKey('una'), 1],
  [phoneticKey('veintiun'), 21],
])
const AND = phoneticKey('y')
const THOUSAND = new Set(
  ['mil', 'lucas', 'luca', 'lukas', 'luka', 'lks', 'k', 'luquitas', 'luquita'].map(phoneticKey),
)
/** Exact spellings: different words may share a phonetic key. */
const THOUSAND_SPELLING = /^(?:mil|lucas?|lukas?|lks|k|luquitas?)$/u
const MILLION = new Set(
  ['millon', 'millones', 'palo', 'palos', 'melon', 'melones', 'palito', 'palitos', 'mill'].map(phoneticKey),
)
const HALF = phoneticKey('medio')
const PESOS = new Set(['pesos', 'clp', 'peso'].map(phoneticKey))

/** A number in a text: its value and how it is written. */
export interface NumberMention {
  value: number
  /** Index of the first and last word. */
  from: number
  to: number
  /** Written as money: $, pesos, lucas, mil, palos. */
  isMoney: boolean
  /** Without «mil», «millón», «$» or a thousands separator: «hasta 350» may mean thousands. */
  isBare: boolean
  /** Written with a plus sign: «+10», «10+». */
  hasPlus: boolean
}
export interface NumbersInText {
  text: string
  words: readonly Word[]
  amounts: readonly NumberMention[]
}

/** Parses digits in Chilean notation: 60.000, 1,5, 1.200.000. */
function parseDigits(written: string): number {
  const bare = written.replace(/[$\s]/gu, '').replace(/[.,]+$/u, '')
  if (/^\d{1,3}(?:[.,]\d{3})+$/u.test(bare)) return Number(bare.replace(/[.,]/gu, ''))
  if (/^\d+[.,]\d{1,2}$/u.test(bare)) return Number(bare.replace(',', '.'))
  return Number(bare.replace(/\D/gu, '').slice(0, 12))
}

export function findNumbers(text: string): NumbersInText {
  const folded = plain(readable(text))
  // The tokenizer emits numbers of statutes (#20066) in addition to the plain number. Here they are not
  // needed.
  const words = wordsOf(folded).filter((word) => !/^#\d/u.test(word.key))
  const amounts: NumberMention[] = []
  const written = (at: number) => {
    const word = words[at]
    return word ? folded.slice(word.at, word.end) : ''
  }
  let at = 0
  while (at < words.length) {
    const amount = parseAmountAt(words, at, written, folded)
    if (amount) amounts.push(amount)
    at = amount ? amount.to + 1 : at + 1
  }
  return { text: folded, words, amounts }
}

/** Parses the number that starts at a word; null if there is none. */
function parseAmountAt(
  words: readonly Word[],
  from: number,
  written: (at: number) => string,
  text: string,
): NumberMention | null {
  const first = written(from)
  const inDigits = /\d/u.test(first)
  let value = 0
  let at = from
  let hasNumberWord = false
  if (inDigits) {
    value = parseDigits(first)
    at += 1
  } else if (words[from]?.key === HALF) {
    value = 0.5
    at += 1
    if (!MILLION.has(words[at]?.key ?? '')) return null
  } else {
    for (; at < words.length; at += 1) {
      const known = NUMBER_WORDS.get(words[at]?.key ?? '')
      if (known !== undefined) value += known
      else if (!(words[at]?.key === AND && at > from && NUMBER_WORDS.has(words[at + 1]?.key ?? ''))) break
      hasNumberWord = true
    }
    // «mil pesos» without a number word before it.
    if (!hasNumberWord && words[from]?.key === phoneticKey('mil')) value = 1
    else if (!hasNumberWord) return null
  }
  let isMoney = first.includes('$')
  let isScaled = false
  let total = value
  for (let again = true; again; ) {
    const key = words[at]?.key ?? ''
    again = false
    if (THOUSAND.has(key) && THOUSAND_SPELLING.test(written(at)) && !isScaled) {
      total = value >= 1_000 && inDigits ? value : value * 1_000
      isMoney = true
      isScaled = true
      at += 1
      // A remainder after «mil» is not added: «ciento veinte mil quinientos» is rare, and «dos mil quince» is
      // a year.
      if (MILLION.has(words[at]?.key ?? '')) {
        total *= 1_000_000
        at += 1
      }
    } else if (MILLION.has(key) && !isScaled) {
      total = value >= 10_000 ? value : value * 1_000_000
      isMoney = true
      isScaled = true
      at += 1
      if (words[at]?.key === AND && words[at + 1]?.key === HALF) {
        total += 500_000
        at += 2
      }
    } else if (PESOS.has(key)) {
      isMoney = true
      at += 1
    }
  }
  const start = words[from]?.at ?? 0
  const end = words[at - 1]?.end ?? start
  const isPartial = inDigits && !isScaled && /^[.,]?\d/u.test(text.slice(end))
  if (isPartial || !Number.isFinite(total)) return null
  const hasSeparator = inDigits && /\d[.,]\d{3}/u.test(first)
  return {
    value: Math.round(total),
    from,
    to: at - 1,
    isMoney: isMoney || hasSeparator,
    isBare: !isScaled && !hasSeparator && !first.includes('$'),
    hasPlus: text[start - 1] === '+' || text[end] === '+',
  }
}

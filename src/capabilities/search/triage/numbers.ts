import { plain, readable, type Word, wordsOf } from './fold.ts'

const UNITS = [
  'cero',
  'un',
  'dos',
  'tres',
  'cuatro',
  'cinco',
  'seis',
  'siete',
  'ocho',
  'nueve',
  'diez',
  'once',
  'doce',
  'trece',
  'catorce',
  'quince',
  'dieciseis',
  'diecisiete',
  'dieciocho',
  'diecinueve',
  'veinte',
  'veintiuno',
  'veintidos',
  'veintitres',
  'veinticuatro',
  'veinticinco',
  'veintiseis',
  'veintisiete',
  'veintiocho',
  'veintinueve',
]
const TENS = ['treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa']
const HUNDREDS = [
  'cien',
  'doscientos',
  'trescientos',
  'cuatrocientos',
  'quinientos',
  'seiscientos',
  'setecientos',
  'ochocientos',
  'novecientos',
]
const keyOf = (word: string) => wordsOf(word)[0]?.key ?? ''
const SAID = new Map<string, number>([
  ...UNITS.map((word, n) => [keyOf(word), n] as const),
  ...TENS.map((word, n) => [keyOf(word), (n + 3) * 10] as const),
  ...HUNDREDS.map((word, n) => [keyOf(word), (n + 1) * 100] as const),
  ...HUNDREDS.slice(1).map((word, n) => [keyOf(word.replace(/os$/u, 'as')), (n + 2) * 100] as const),
  [keyOf('ciento'), 100],
  [keyOf('uno'), 1],
  [keyOf('una'), 1],
  [keyOf('veintiun'), 21],
])
const AND = keyOf('y')
const THOUSAND = new Set(
  ['mil', 'lucas', 'luca', 'lukas', 'luka', 'lks', 'k', 'luquitas', 'luquita'].map(keyOf),
)
const THOUSAND_WRITTEN = /^(?:mil|lucas?|lukas?|lks|k|luquitas?)$/u
const MILLION = new Set(
  ['millon', 'millones', 'palo', 'palos', 'melon', 'melones', 'palito', 'palitos', 'mill'].map(keyOf),
)
const HALF = keyOf('medio')
const SLANG = new Set(['lucas', 'luca', 'lukas', 'luka', 'palos', 'palo', 'luquitas', 'palitos'].map(keyOf))
const PESOS = new Set(['pesos', 'clp', 'peso'].map(keyOf))

/** A number in a text: what it is worth and how it is said. */
export interface Amount {
  value: number
  /** First and last word. */
  from: number
  to: number
  /** Said as money: $, pesos, lucas, mil, palos. */
  money: boolean
  /** Digits or words without mil or millón: «hasta 350» may mean thousands. */
  bare: boolean
  /** What is written around the digits: «+10», «10+». */
  plus: boolean
}
export interface Counted {
  text: string
  words: readonly Word[]
  amounts: readonly Amount[]
}

/** Digits as Chile writes them: 60.000, 1,5, 1.200.000. */
function digits(written: string): number {
  const bare = written.replace(/[$\s]/gu, '').replace(/[.,]+$/u, '')
  if (/^\d{1,3}(?:[.,]\d{3})+$/u.test(bare)) return Number(bare.replace(/[.,]/gu, ''))
  if (/^\d+[.,]\d{1,2}$/u.test(bare)) return Number(bare.replace(',', '.'))
  return Number(bare.replace(/\D/gu, '').slice(0, 12))
}

/** Every number of a text with its worth. */
export function numbersIn(text: string): Counted {
  const folded = plain(readable(text))
  // A statute that is quoted by its number is no amount; its word stands beside the plain one.
  const words = wordsOf(folded).filter((word) => !/^#\d/u.test(word.key))
  const amounts: Amount[] = []
  const written = (at: number) => {
    const word = words[at]
    return word ? folded.slice(word.at, word.end) : ''
  }
  let at = 0
  while (at < words.length) {
    const amount = amountAt(words, at, written, folded)
    if (amount) amounts.push(amount)
    at = amount ? amount.to + 1 : at + 1
  }
  return { text: folded, words, amounts }
}

function amountAt(
  words: readonly Word[],
  from: number,
  written: (at: number) => string,
  text: string,
): Amount | null {
  const first = written(from)
  const inDigits = /\d/u.test(first)
  let value = 0
  let at = from
  let said = false
  if (inDigits) {
    value = digits(first)
    at += 1
  } else if (words[from]?.key === HALF) {
    value = 0.5
    at += 1
    if (!MILLION.has(words[at]?.key ?? '')) return null
  } else {
    for (; at < words.length; at += 1) {
      const known = SAID.get(words[at]?.key ?? '')
      if (known !== undefined) value += known
      else if (!(words[at]?.key === AND && at > from && SAID.has(words[at + 1]?.key ?? ''))) break
      said = true
    }
    // «mil pesos», «unas lucas» alone.
    if (!said && words[from]?.key === keyOf('mil')) value = 1
    else if (!said) return null
  }
  let money = first.includes('$')
  let scaled = false
  let total = value
  for (let again = true; again; ) {
    const key = words[at]?.key ?? ''
    again = false
    if (THOUSAND.has(key) && THOUSAND_WRITTEN.test(written(at)) && !scaled) {
      total = value >= 1_000 && inDigits ? value : value * 1_000
      money = true
      scaled = true
      if (SLANG.has(key)) money = true
      at += 1
      // «ciento veinte mil quinientos» is rare; «dos mil quince» is a year: left alone.
      if (MILLION.has(words[at]?.key ?? '')) {
        total *= 1_000_000
        at += 1
      }
    } else if (MILLION.has(key) && !scaled) {
      total = value >= 10_000 ? value : value * 1_000_000
      money = true
      scaled = true
      at += 1
      if (words[at]?.key === AND && words[at + 1]?.key === HALF) {
        total += 500_000
        at += 2
      }
    } else if (PESOS.has(key)) {
      money = true
      at += 1
    }
  }
  const start = words[from]?.at ?? 0
  const end = words[at - 1]?.end ?? start
  const glued = inDigits && !scaled && /^[.,]?\d/u.test(text.slice(end))
  if (glued || !Number.isFinite(total)) return null
  const grouped = inDigits && /\d[.,]\d{3}/u.test(first)
  return {
    value: Math.round(total),
    from,
    to: at - 1,
    money: money || grouped,
    bare: !scaled && !grouped && !first.includes('$'),
    plus: text[start - 1] === '+' || text[end] === '+',
  }
}

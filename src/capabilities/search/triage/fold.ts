/**
 * Chilean Spanish as people type it on a telephone, brought to one spelling: no accents, no h, b for v, s for z and c,
 * one letter for two, «q», «xq», «pa» written out. Corpus, lexicon and the text that is read pass through the same fold,
 * so that «cotisasiones» meets «cotizaciones». What comes out is for comparing, never for showing.
 */

/** Longer texts are read at both ends: what happened comes first, what is asked comes last. */
export const READ_MAX = 4_000

/** The text that triage reads: at most READ_MAX characters of it. */
export function readable(text: string): string {
  if (text.length <= READ_MAX) return text
  return `${text.slice(0, READ_MAX / 2)}\n${text.slice(-READ_MAX / 2)}`
}

/** Lower case without accents or ñ. Same length is not promised. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .toLowerCase()

/** Abbreviations and common misspellings, each with the words that replace it. */
const ABBREVIATIONS = new Map(
  `q que | k que | ke que | qe que | d de | x por | xq porque | pq porque | porq porque | xk porque |
   xa para | pa para | pal para el | pala para la | na nada | toy estoy | tamos estamos | ta esta | tb
   tambien | tbn tambien | tmb tambien | tmbn tambien | dsp despues | dps despues | despue despues |
   wsp whatsapp | wasap whatsapp | guasap whatsapp | wtsp whatsapp | wpp whatsapp | wp whatsapp | depto
   departamento | dpto departamento | depa departamento | sra senora | sr senor | dr doctor | hno
   hermano | hna hermana | bco banco | abog abogado | ppto presupuesto | exp experiencia | finde fin de
   semana | kiero quiero | aa anos | stgo santiago | weon hueon | wn hueon | porfa por favor | plis por
   favor | pls por favor | ns no se | nose no se | aver a ver | osea o sea | talves tal vez | denuevo
   de nuevo | sinembargo sin embargo | enserio en serio | deberdad de verdad | loq lo que | lok lo que
   | losq los que | algn algun | algien alguien | nesesito necesito | trabajocomo trabajo como |
   mesirve me sirve | quiensabe quien sabe | dnd donde | cdo cuando | xfa por favor | grax gracias |
   hrs horas | min minimo | max maximo | pto puerto | sta santa | sn san`
    .split('|')
    .map((pair) => {
      const [abbreviation = '', ...words] = pair.trim().split(/\s+/u)
      return [abbreviation, words.join(' ')] as const
    }),
)

/** One spelling for words that sound the same. Takes lower case without accents; returns letters only. */
export function phoneticKey(word: string): string {
  return word
    .replace(/^ps(?=[aeiou])/u, 's')
    .replace(/ch/gu, '1')
    .replace(/sh/gu, '1')
    .replace(/ph/gu, 'f')
    .replace(/h/gu, '')
    .replace(/ll/gu, 'y')
    .replace(/(.)\1+/gu, '$1')
    .replace(/qu(?=[ei])/gu, 'k')
    .replace(/q/gu, 'k')
    .replace(/s?c(?=[ei])/gu, 's')
    .replace(/c/gu, 'k')
    .replace(/gu(?=[ei])/gu, 'g2')
    .replace(/g(?=[ei])/gu, 'j')
    .replace(/2/gu, '')
    .replace(/z/gu, 's')
    .replace(/v/gu, 'b')
    .replace(/w/gu, 'u')
    .replace(/n(?=[bp])/gu, 'm')
    .replace(/(?<=.{2})ao(?=s?$)/u, 'ado')
    .replace(/y$/u, 'i')
    .replace(/1/gu, 'ch')
}

export interface Word {
  /** In its one spelling; #m money, #y a year, #n another number. */
  key: string
  /** Where the word as written begins and ends in `plain(text)`. */
  at: number
  end: number
  /** Which sentence, from 0. */
  sentence: number
}

const TOKEN = /(?<mark>[.!?;\n]+)|\$\s?\d[\d.]*|\d[\d.,]*\d|\d+|[a-z]+/gu
const MONEY_NEXT = /^\s?(?:lucas?|lukas?|mil\b|millon(?:es)?|palos?|pesos|clp|uf\b|utm\b|m\b|k\b)/u

/** Numbers of articles and laws that people quote: such a number is a word of its own, besides #n. */
const LAW_NUMBERS = new Set(
  '159 160 161 162 163 168 171 2695 20000 20009 21643 20066 20086 14908 18101 21461 20720 19496 16744 17322 20830 19947 21389 21442 19537 18290 20609 21325 21595'.split(
    ' ',
  ),
)

/** The words of a text in order. Takes `plain` text. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let sentence = 0
  let fresh = true
  for (const match of text.matchAll(TOKEN)) {
    const written = match[0]
    const at = match.index
    const end = at + written.length
    if (match.groups?.mark !== undefined) {
      if (!fresh) sentence += 1
      fresh = true
      continue
    }
    fresh = false
    const first = written.charCodeAt(0)
    if (first === 36 || (first >= 48 && first <= 57)) {
      const digits = written.replace(/\D/gu, '')
      if (LAW_NUMBERS.has(digits) && first !== 36) words.push({ key: `#${digits}`, at, end, sentence })
      const money = first === 36 || MONEY_NEXT.test(text.slice(end, end + 12))
      const key = money ? '#m' : /^(?:19|20)\d\d$/u.test(digits) ? '#y' : '#n'
      words.push({ key, at, end, sentence })
      continue
    }
    for (const part of (ABBREVIATIONS.get(written) ?? written).split(' '))
      words.push({ key: phoneticKey(part), at, end, sentence })
  }
  return words
}

import type { Span } from './contact-links.ts'
import { checkDigit } from './rut.ts'

const UNITS = ['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve']
const TEENS =
  'diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'.split(
    ' ',
  )
const TENS = 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')
const HUNDREDS =
  'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  )
const WORDS = new Map<string, number>([
  ...UNITS.map((word, index) => [word, index] as const),
  ...TEENS.map((word, index) => [word, index + 10] as const),
  ...TENS.map((word, index) => [word, (index + 3) * 10] as const),
  ...HUNDREDS.map((word, index) => [word, (index + 1) * 100] as const),
])

/** A number in digits or words, or the check digit K. */
interface Atom {
  start: number
  end: number
  digits: string
  /** Written in words. */
  spoken: boolean
  /** 1.234.567: most likely an amount. */
  thousands: boolean
  /** The check digit K. */
  isK: boolean
}

const ATOM =
  /[1-9]\d{0,2}(?:\.\d{3})+(?!\d)|(?<!\d)[1-9]\d?(?:,\d{3}){2}(?= ?- ?[\dk](?![\da-z]))|(?<!\d)9(?: ?, ?\d{4}){2}(?!\d)|\d+|[a-z]+/g

/** The numbers of a text in order, in digits or in words. */
function atomsOf(folded: string): Atom[] {
  const atoms: Atom[] = []
  for (const { 0: sign, index } of folded.matchAll(ATOM)) {
    const end = index + sign.length
    const last = atoms.at(-1)
    const isNumber = /\d/.test(sign)
    const value = WORDS.get(sign)
    const base = { start: index, end, spoken: false, thousands: false, isK: false }
    if (isNumber) atoms.push({ ...base, digits: sign.replace(/\D/g, ''), thousands: sign.includes('.') })
    else if (sign === 'k' || sign === 'ka') atoms.push({ ...base, digits: '', isK: true })
    else if (value !== undefined) {
      const before = last?.spoken ? Number(last.digits) : 0
      const between = last ? folded.slice(last.end, index) : ''
      const fits =
        (between === ' y ' && before >= 30 && before % 10 === 0 && value < 10) ||
        (between === ' ' && before >= 100 && before % 100 === 0 && value > 0 && value < 100)
      if (last && fits && last.digits.length <= 3)
        Object.assign(last, { end, digits: String(before + value) })
      else atoms.push({ ...base, digits: String(value), spoken: true })
    }
  }
  return atoms
}

/** What may be between the parts of one number: punctuation, emoji, the name of a character; no comma. */
const JOINT =
  /^(?:[ "#&'()*+./:;<=>[\\\]^_`{|}~·•\u2190-\u2bff\ud83c-\udfff-]{1,5}|[ .-]{0,2}(?:guion|punto|raya|espacio|slash|dv)[ .:-]{0,2})$/
const COMMA = /^ ?, ?$/

/** Whether two consecutive atoms may be parts of one number. */
function canJoin(folded: string, one: Atom, next: Atom): boolean {
  const { end } = one
  if (next.start - end > 12) return false
  const between = folded.slice(end, next.start)
  if (between === '') return !next.isK || !one.spoken
  if (COMMA.test(between)) return isShort(one) && isShort(next)
  return JOINT.test(between)
}
/** Digits dictated one by one have commas («nueve, ocho»); the numbers of a list of amounts are longer. */
const isShort = ({ digits, spoken }: Atom) => spoken || digits.length <= 2

/** Spans of RUTs and telephone numbers, in digits or in words, also over two lines. */
export function numberSpans(folded: string): Span[] {
  const kept = keptSpans(folded)
  const spans: Span[] = []
  const free: Atom[] = []
  let run: Atom[] = []
  let nextKept = 0
  const flush = () => {
    if (run.length) spans.push(...spansOfRun(folded, run))
    run = []
  }
  for (const atom of atomsOf(folded)) {
    while ((kept[nextKept]?.[1] ?? Number.POSITIVE_INFINITY) <= atom.start) nextKept += 1
    const isKept = (kept[nextKept]?.[0] ?? Number.POSITIVE_INFINITY) < atom.end
    const last = run.at(-1)
    if (isKept || !last || !canJoin(folded, last, atom)) flush()
    if (isKept) continue
    run.push(atom)
    free.push(atom)
  }
  flush()
  return [...spans, ...multiLineSpans(folded, free)]
}

const YEAR = '(?:19|20)\\d{2}'
const KEPT = new RegExp(
  [
    // Dates: 02-07-2025, 2/7/25, 2025-07-02.
    `(?<![\\d.-])(?:0?[1-9]|[12]\\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\\1${YEAR}(?![-/.]?\\d)`,
    `(?<![\\d.-])(?:0?[1-9]|[12]\\d|3[01])/(?:0?[1-9]|1[0-2])/\\d{2}(?![-/.]?\\d)`,
    `(?<![\\d.-])${YEAR}([-/.])(?:0?[1-9]|1[0-2])\\2(?:0?[1-9]|[12]\\d|3[01])(?![-/.]?\\d)`,
    // Cases: C-1234-2023, RIT O 22-2023, Rol 12.345-2020, RUC 2300123456-7.
    `(?<![a-z0-9])[a-z]{1,3} ?- ?\\d{1,6} ?- ?${YEAR}(?!\\d)`,
    `(?<![a-z])(?:rol|rit|causa|expediente|exp|folio)[ :.n°º#-]{0,6}(?:[a-z]{1,2}[ -]{1,2})?\\d{1,3}\\.?\\d{0,3} ?- ?${YEAR}(?!\\d)`,
    '(?<![a-z])ruc[ :.n°º#]{0,5}\\d{10} ?- ?[\\dk](?![\\da-z])',
    // Money: $1.500.000, 1500000 pesos, 46,5 UF. Nine ungrouped digits after a $ are no amount.
    "(?:\\$|(?<![a-z])(?:clp|usd|uf|utm)) {0,2}(?:\\d{1,3}(?:[. ']\\d{3}(?!\\d)){1,4}|\\d{1,8})(?![\\d.']*\\d)(?:,\\d{1,2}(?!\\d))?(?! ?-? ?\\d)(?! ?- ?k)",
    "(?<![\\d.+-])(?:\\d{1,3}(?:[. ']\\d{3}(?!\\d)){1,4}|\\d{1,8})(?:,\\d{1,2})? {0,2}(?:pesos|uf|utm|clp|usd|dolares|euros|mil|millones|millon|lucas|palos|m2|mts|metros|hectareas)(?![a-z])",
  ].join('|'),
  'g',
)
/** Spans that look like a RUT or telephone number and are none: dates, case numbers, amounts. */
const keptSpans = (folded: string): Span[] =>
  [...folded.matchAll(KEPT)].map(({ 0: all, index }) => [index, index + all.length])

/** Landlines: Santiago, or an area code and a number that begins with 2 or 3. */
const LAND = /^(?:2[23]\d{7}|(?:3[2-5]|4[1235]|5[123578]|6[13457]|7[1235])[23]\d{6})$/
const isPhone = (digits: string) => {
  const local = digits.replace(/^(?:00)?56/, '').replace(/^0/, '')
  return local.length === 9 && (local[0] === '9' || LAND.test(local))
}

const PHONE_BEFORE =
  /(?<![a-z])(?:fonos?|tel|telef|telefonos?|celu|celulares|celular|cel|movil|whatsapp|whats|wsp|wasap|wasapp|watsap|wpp|wa|llama(?:me|r|rme|nme|das)?|llamen(?:me)?|contacto|contactar(?:me|se)?|contactenme|escribeme|escribanme|escribir(?:me)?|ubicar(?:me)?)(?![a-z])[^\d\n]{0,20}$/
const RUT_BEFORE =
  /(?<![a-z])(?:rut|run|r\.u\.t|r\.u\.n|cedula|carnet|dni|c\.i|rol unico)(?![a-z])[^\d\n]{0,25}$/

/** Spans of RUTs and telephone numbers in a run of joinable atoms. */
function spansOfRun(folded: string, run: Atom[]): Span[] {
  const first = run[0]
  if (!first) return []
  const before = folded.slice(Math.max(0, first.start - 40), first.start)
  const enough = run.length > 6 || run.reduce((sum, atom) => sum + atom.digits.length, 0) > 6
  if (!enough) return []
  const near = { phone: PHONE_BEFORE.test(before), rut: RUT_BEFORE.test(before) }
  return spansOf(folded, run, (from) => endOfNumber(folded, run, from, near))
}

/** Spans of numbers one after the other. @param endOf end (exclusive) of one from an atom; `from` without one */
function spansOf(folded: string, atoms: readonly Atom[], endOf: (from: number) => number): Span[] {
  const spans: Span[] = []
  for (let from = 0; from < atoms.length; ) {
    const to = endOf(from)
    const [start, end] = [atoms[from], atoms[to - 1]]
    if (to > from && start && end) spans.push([startWithSigns(folded, start.start), end.end])
    from = to > from ? to : from + 1
  }
  return spans
}

/** Where a number begins with its opening signs: «(+56». */
function startWithSigns(folded: string, start: number): number {
  let at = start
  while (at > 0 && start - at < 2 && /[(+]/.test(folded[at - 1] ?? '')) at -= 1
  return at
}

/** End (exclusive) of the longest RUT or telephone number from atom `from`; `from` when there is none. */
function endOfNumber(
  folded: string,
  run: Atom[],
  from: number,
  near: { phone: boolean; rut: boolean },
): number {
  const plus = folded[(run[from]?.start ?? 0) - 1] === '+'
  let digits = ''
  let until = from
  let round = false
  let spoken = 0
  for (let to = from; to < run.length && digits.length < 15; to += 1) {
    const atom = run[to]
    if (!atom) break
    if (atom.isK && isRutBody(digits, round)) return to + 1
    if (atom.isK) break
    if (
      atom.digits.length === 1 &&
      isRutBody(digits, round) &&
      isRut(folded, run.slice(from, to + 1), digits)
    )
      until = to + 1
    digits += atom.digits
    if (atom.spoken) spoken += 1
    round ||= atom.thousands && atom.digits.endsWith('000')
    const { length } = digits
    const isAmount = round || (/0{5}$/.test(digits) && !atom.spoken)
    const isContact =
      length >= 7 &&
      ((plus && length >= 8 && length <= 15) ||
        (near.phone && !isAmount && length <= 13) ||
        (near.rut && length <= 9) ||
        (!isAmount && length >= 9 && length <= 13 && isPhone(digits)) ||
        spoken >= 6)
    const single = to === from && !atom.thousands && !atom.spoken
    if (isContact || (single && length >= 8 && !digits.endsWith('000'))) until = to + 1
  }
  return until
}

const isRutBody = (digits: string, round: boolean) => /^[1-9]\d{6,7}$/.test(digits) && !round

/** Whether the parts are a RUT: a body in one piece, in threes or digit by digit, then its check digit. */
function isRut(folded: string, parts: Atom[], body: string): boolean {
  const [last, end] = [parts.at(-1), parts.at(-2)]
  if (!last || !end) return false
  const inThrees = parts.length === 2 || parts.slice(1, -1).every((part) => part.digits.length === 3)
  const dashed = /-|guion|raya|\//.test(folded.slice(end.end, last.start))
  const isRight = checkDigit(body) === last.digits
  const oneByOne = parts.every((part) => part.digits.length === 1)
  return (inThrees && (dashed || isRight)) || (oneByOne && isRight)
}

const BREAK = /^[ .:-]{0,2}\n{1,4}[ .:-]{0,2}$/
/** Digits of the longest telephone number with country code. */
const PHONE_MAX_DIGITS = 13

/**
 * Spans of telephone numbers that continue on the next line: «98765⏎4321». Only with one line break, or one
 * digit per line: a column of amounts or ages is no telephone number.
 */
function multiLineSpans(folded: string, atoms: Atom[]): Span[] {
  if (!folded.includes('\n')) return []
  return spansOf(folded, atoms, (from) => endOfBrokenNumber(folded, atoms, from))
}

/** End (exclusive) of a telephone number with a line break from atom `from`; `from` without one. */
function endOfBrokenNumber(folded: string, atoms: Atom[], from: number): number {
  let digits = ''
  let breaks = 0
  let single = true
  let until = from
  for (let to = from; to < atoms.length; to += 1) {
    const atom = atoms[to] as Atom
    const last = atoms[to - 1]
    if (atom.isK) break
    if (to > from && last) {
      const isNear = atom.start - last.end <= 12
      if (isNear && BREAK.test(folded.slice(last.end, atom.start))) {
        breaks += 1
        // An amount at the end of its line.
        if (last.digits.endsWith('000')) break
      } else if (!canJoin(folded, last, atom)) break
    }
    digits += atom.digits
    single &&= atom.digits.length === 1
    if (digits.length > PHONE_MAX_DIGITS || (breaks > 1 && !single)) break
    if (breaks > 0 && !digits.endsWith('000') && isPhone(digits)) until = to + 1
  }
  return until
}

const LETTERED = new RegExp(
  [
    // 9x8x7x6x5x4x3x2x1
    '(?<![a-z0-9])(?:\\+?56[ -]?)?\\d{1,4}(?:[a-z]{1,3}\\d{1,4}){2,12}(?![a-z0-9])',
    // 9 x 8 x 7 x 6 …: consonants are no words
    '(?<![a-z0-9])\\d{1,4} ([b-df-hj-np-tv-z]{1,2}) \\d{1,4}(?: \\1 \\d{1,4}){2,12}(?![a-z0-9])',
  ].join('|'),
  'g',
)

/** Spans of telephone numbers with letters between their digits. Measures («920x180x200») stay. */
export const letteredSpans = (folded: string): Span[] =>
  [...folded.matchAll(LETTERED)]
    .filter(({ 0: text }) => {
      const groups = text.match(/\d+/g) ?? []
      return isPhone(groups.join('')) && (groups.length > 3 || groups.some((group) => group.length > 3))
    })
    .map(({ 0: text, index }) => [index, index + text.length])

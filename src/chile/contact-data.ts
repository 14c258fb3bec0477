import { checkDigit } from './rut.ts'

/** What stands in the place of a RUT, telephone or e-mail address. */
export const HIDDEN = '[dato oculto]'

/** A half-open range of the folded text. */
type Span = readonly [start: number, end: number]

/**
 * A text without RUTs, telephone numbers and e-mail addresses, in whatever spelling (OPEN-50). Amounts, dates, laws, case
 * numbers and addresses of streets stay. One pass over the text, and one over what it found: the time grows with the
 * length alone.
 */
export function hideContactData(text: string): string {
  const { folded, places } = foldedWithPlaces(text)
  const spans = joined([...mailSpans(folded), ...numberSpans(folded)], folded)
  let shown = ''
  let from = 0
  for (const [start, end] of spans) {
    shown += text.slice(from, places[start]) + HIDDEN
    from = places[end] ?? text.length
  }
  return shown + text.slice(from)
}

const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/u

/**
 * The text as a search for numbers sees it: plain digits of every script, no accents, no capitals, nothing invisible.
 * `places` has where each character, and the end, stand in the text.
 */
function foldedWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const sign of text) {
    const plain = isPlain(sign) ? sign.toLowerCase() : plainSign(sign)
    for (let index = 0; index < plain.length; index += 1) places.push(at)
    folded += plain
    at += sign.length
  }
  places.push(text.length)
  return { folded, places }
}

const isPlain = (sign: string) => sign === '\n' || (sign >= ' ' && sign <= '~')

function plainSign(sign: string): string {
  if (/\s/u.test(sign)) return sign === '\r' || sign === '\u2028' || sign === '\u2029' ? '\n' : ' '
  let plain = ''
  for (const part of sign.normalize('NFKD').toLowerCase()) {
    if (IGNORED.test(part)) continue
    if (/\p{Pd}|\u2212/u.test(part)) plain += '-'
    else plain += /\p{Nd}/u.test(part) ? digitOf(part) : part
  }
  return plain
}

/** Digits of every script stand ten in a row, from 0 to 9. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  let before = 0
  while (before < 10 && /\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/** Spans in order; those with next to nothing between them are one. */
function joined(spans: Span[], folded: string): Span[] {
  const whole: [number, number][] = []
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    const last = whole.at(-1)
    if (last && (start <= last[1] || /^[ ()+.-]{1,3}$/.test(folded.slice(last[1], start))))
      last[1] = Math.max(last[1], end)
    else whole.push([start, end])
  }
  return whole
}

// E-mail addresses

const AT =
  /[([{<] ?(?:at|arroba|a|@) ?[)\]}>]|@|(?<![a-z0-9])arroba(?![a-z0-9])|gmail|hotmail|outlook|(?<![a-z0-9])(?:at|yahoo|icloud|live)(?![a-z0-9])/g
const PROVIDER = '(?:gmail|hotmail|outlook|yahoo|icloud|live|msn|protonmail|proton)'
const SPELLED_DOT = '(?: {0,2}[([{<] ?(?:[.]|punto|dot) ?[)\\]}>] {0,2}| {0,3}(?:punto|dot) {0,3})'
/** A comma, or a point with room around it, ends most sentences: only before these it is part of an address. */
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

function mailSpans(folded: string): Span[] {
  const spans: Span[] = []
  let done = 0
  for (const { 0: sign, index } of folded.matchAll(AT)) {
    if (index < done) continue
    const bare = /[a-z]/.test(sign[0] ?? '')
    // «gmail.com» without a sign before it: the word before is the name.
    const named = bare && sign !== 'at' && sign !== 'arroba'
    const after = index + sign.length
    const pattern = named ? AFTER_PROVIDER : SITE
    pattern.lastIndex = after
    const found = pattern.exec(folded)
    if (bare && !found) continue
    const start = nameBefore(folded, index, done)
    const site = found?.[0] ?? ''
    if (sign === '@' && (!found || start === index)) {
      const handle = /@[a-z0-9_.]{3,40}/y
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

const NAME_SIGN = /[a-z0-9._%+-]/
/** Words that spell a sign inside a name. */
const SPELLED = new Set(['punto', 'guion', 'bajo', 'dot', 'underscore', 'mas'])

/** Where the name before an at sign begins: «juan punto perez arroba…» too. The same place when there is none. */
function nameBefore(folded: string, at: number, floor: number): number {
  const wordBefore = (end: number): Span => {
    let last = end
    while (last > floor && end - last < 3 && folded[last - 1] === ' ') last -= 1
    let first = last
    while (first > floor && last - first < 64 && NAME_SIGN.test(folded[first - 1] ?? '')) first -= 1
    return [first, last]
  }
  let [start, end] = wordBefore(at)
  if (start === end) return at
  for (let steps = 0; steps < 6; steps += 1) {
    const [first, last] = wordBefore(start)
    const spelled = SPELLED.has(folded.slice(first, last))
    // The word at hand spells a sign, or the one before it does: what stands before belongs to the name.
    if (first === last || !(spelled || SPELLED.has(folded.slice(start, end)))) break
    ;[start, end] = [first, last]
  }
  return start
}

// Numbers

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

interface Atom {
  start: number
  end: number
  digits: string
  /** Said in a word. */
  spoken: boolean
  /** 1.234.567: most likely an amount. */
  thousands: boolean
  /** The check digit K. */
  isK: boolean
}

const ATOM =
  /[1-9]\d{0,2}(?:\.\d{3})+(?!\d)|(?<!\d)[1-9]\d?(?:,\d{3}){2}(?= ?- ?[\dk](?![\da-z]))|(?<!\d)9(?: ?, ?\d{4}){2}(?!\d)|\d+|[a-z]+/g

/** Numbers of the text, in digits or in words, in their order. */
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

/** What may stand between the parts of one number: signs, pictures, the name of a sign. No comma and no line. */
const JOINT =
  /^(?:[ "#&'()*+./:;<=>[\\\]^_`{|}~·•\u2190-\u2bff\ud83c-\udfff-]{1,5}|[ .-]{0,2}(?:guion|punto|raya|espacio|slash|dv)[ .:-]{0,2})$/
const COMMA = /^ ?, ?$/

function join(folded: string, one: Atom, next: Atom): boolean {
  const { end } = one
  if (next.start - end > 12) return false
  const between = folded.slice(end, next.start)
  if (between === '') return !next.isK || !one.spoken
  if (COMMA.test(between)) return short(one) && short(next)
  return JOINT.test(between)
}
/** Read out one by one: «nueve, ocho, siete». An amount is longer. */
const short = ({ digits, spoken }: Atom) => spoken || digits.length <= 2

function numberSpans(folded: string): Span[] {
  const kept = keptSpans(folded)
  const spans: Span[] = []
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
    if (isKept || !last || !join(folded, last, atom)) flush()
    if (!isKept) run.push(atom)
  }
  flush()
  return spans
}

const YEAR = '(?:19|20)\\d{2}'
const KEPT = new RegExp(
  [
    // Days: 02-07-2025, 2/7/25, 2025-07-02.
    `(?<![\\d.-])(?:0?[1-9]|[12]\\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\\1${YEAR}(?![-/.]?\\d)`,
    `(?<![\\d.-])(?:0?[1-9]|[12]\\d|3[01])/(?:0?[1-9]|1[0-2])/\\d{2}(?![-/.]?\\d)`,
    `(?<![\\d.-])${YEAR}([-/.])(?:0?[1-9]|1[0-2])\\2(?:0?[1-9]|[12]\\d|3[01])(?![-/.]?\\d)`,
    // Cases: C-1234-2023, RIT O 22-2023, Rol 12.345-2020, RUC 2300123456-7.
    `(?<![a-z0-9])[a-z]{1,3} ?- ?\\d{1,6} ?- ?${YEAR}(?!\\d)`,
    `(?<![a-z])(?:rol|rit|causa|expediente|exp|folio)[ :.n°º#-]{0,6}(?:[a-z]{1,2}[ -]{1,2})?\\d{1,3}\\.?\\d{0,3} ?- ?${YEAR}(?!\\d)`,
    '(?<![a-z])ruc[ :.n°º#]{0,5}\\d{10} ?- ?[\\dk](?![\\da-z])',
    // Money: $1.500.000, 1500000 pesos, 46,5 UF. Nine plain digits with a $ before are no sum of this world.
    "(?:\\$|(?<![a-z])(?:clp|usd|uf|utm)) {0,2}(?:\\d{1,3}(?:[. ']\\d{3}(?!\\d)){1,4}|\\d{1,8})(?![\\d.']*\\d)(?:,\\d{1,2}(?!\\d))?(?! ?-? ?\\d)(?! ?- ?k)",
    "(?<![\\d.+-])(?:\\d{1,3}(?:[. ']\\d{3}(?!\\d)){1,4}|\\d{1,8})(?:,\\d{1,2})? {0,2}(?:pesos|uf|utm|clp|usd|dolares|euros|mil|millones|millon|lucas|palos|m2|mts|metros|hectareas)(?![a-z])",
  ].join('|'),
  'g',
)
/** What looks like a number of somebody's, and is none. */
const keptSpans = (folded: string): Span[] =>
  [...folded.matchAll(KEPT)].map(({ 0: all, index }) => [index, index + all.length])

/** Area codes outside Santiago; there the number begins with 2 or 3. */
const LAND = /^(?:2[23]\d{7}|(?:3[2-5]|4[1235]|5[123578]|6[13457]|7[1235])[23]\d{6})$/
const isPhone = (digits: string) => {
  const local = digits.replace(/^(?:00)?56/, '').replace(/^0/, '')
  return local.length === 9 && (local[0] === '9' || LAND.test(local))
}

const PHONE_BEFORE =
  /(?<![a-z])(?:fonos?|tel|telef|telefonos?|celu|celulares|celular|cel|movil|whatsapp|whats|wsp|wasap|wasapp|watsap|wpp|wa|llama(?:me|r|rme|nme|das)?|llamen(?:me)?|contacto|contactar(?:me|se)?|contactenme|escribeme|escribanme|escribir(?:me)?|ubicar(?:me)?)(?![a-z])[^\d\n]{0,20}$/
const RUT_BEFORE =
  /(?<![a-z])(?:rut|run|r\.u\.t|r\.u\.n|cedula|carnet|dni|c\.i|rol unico)(?![a-z])[^\d\n]{0,25}$/

function spansOfRun(folded: string, run: Atom[]): Span[] {
  const spans: Span[] = []
  const first = run[0]
  if (!first) return spans
  const before = folded.slice(Math.max(0, first.start - 40), first.start)
  const enough = run.length > 6 || run.reduce((sum, atom) => sum + atom.digits.length, 0) > 6
  if (!enough) return spans
  const near = { phone: PHONE_BEFORE.test(before), rut: RUT_BEFORE.test(before) }
  for (let from = 0; from < run.length; ) {
    const to = hiddenUntil(folded, run, from, near)
    const [start, end] = [run[from], run[to - 1]]
    if (to > from && start && end) spans.push([openedAt(folded, start.start), end.end])
    from = to > from ? to : from + 1
  }
  return spans
}

/** «(+56» begins before its digits. */
function openedAt(folded: string, start: number): number {
  let at = start
  while (at > 0 && start - at < 2 && /[(+]/.test(folded[at - 1] ?? '')) at -= 1
  return at
}

/** How far a number of somebody's goes that begins with this atom: the longest one; `from` when there is none. */
function hiddenUntil(
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
    const sum = round || (/0{5}$/.test(digits) && !atom.spoken)
    const told =
      length >= 7 &&
      ((plus && length >= 8 && length <= 15) ||
        (near.phone && !sum && length <= 13) ||
        (near.rut && length <= 9) ||
        (!sum && length >= 9 && length <= 13 && isPhone(digits)) ||
        spoken >= 6)
    const single = to === from && !atom.thousands && !atom.spoken
    if (told || (single && length >= 8 && !digits.endsWith('000'))) until = to + 1
  }
  return until
}

const isRutBody = (digits: string, round: boolean) => /^[1-9]\d{6,7}$/.test(digits) && !round

/** A body in one piece, in threes or sign by sign, a joint, and a check digit. */
function isRut(folded: string, parts: Atom[], body: string): boolean {
  const [last, end] = [parts.at(-1), parts.at(-2)]
  if (!last || !end) return false
  const inThrees = parts.length === 2 || parts.slice(1, -1).every((part) => part.digits.length === 3)
  const dashed = /-|guion|raya|\//.test(folded.slice(end.end, last.start))
  const isRight = checkDigit(body) === last.digits
  const oneByOne = parts.every((part) => part.digits.length === 1)
  return (inThrees && (dashed || isRight)) || (oneByOne && isRight)
}

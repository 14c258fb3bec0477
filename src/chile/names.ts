/**
 * Whether a name may be shown as somebody's (H-03): one script, no sign that names do not have, and no word that stands for
 * the house or for an authority, however it is spelt.
 */
export function isNameAllowed(name: string): boolean {
  return !NO_NAME.test(name) && scriptsOf(name) <= 1 && !usesReservedWord(name)
}

/**
 * What no name has: symbols that look like a seal, quotation marks, in which the house's own lines name people, signs of sentences,
 * mail and web addresses, telephone and account numbers.
 */
const NO_NAME = /[^\p{L}\p{Mn}\p{Mc}\p{N}\s.,'’‘´`()&/°-]|\d[\d .-]{4}|\.(cl|com|net|org)\b/iu

const SCRIPTS = [
  /\p{sc=Latin}/u,
  /\p{sc=Greek}/u,
  /\p{sc=Cyrillic}/u,
  // One system of writing: Japanese mixes three of these, Korean two.
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]/u,
]

/** How many scripts the letters are of; all that are not named above are one. */
function scriptsOf(name: string): number {
  const found = new Set<number>()
  for (const sign of name.normalize('NFKC'))
    if (/(?![\p{sc=Zyyy}\p{sc=Zinh}])\p{L}/u.test(sign))
      found.add(SCRIPTS.findIndex((script) => script.test(sign)))
  return found.size
}

/** What passes for a Latin letter: other scripts' letters, digits and signs. «l» and «i» are one. */
const ALIKE = new Map(
  (
    'аa вb сc еe ёe іi їi јj кk мm нh оo рp ѕs тt уy хx ԁd һh ԛq ԝw αa βb εe ηn ιi κk μm νv οo ρp τt υu χx ωw ' +
    'ıi ɑa ɡg łi øo đd 0o 1i 3e 4a 5s 7t 8b @a $s !i |i li'
  )
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
)

/** A text as the eye reads it: no accents, no capitals, one letter for all that look like it. */
const skeleton = (text: string) =>
  [...text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')]
    .map((sign) => ALIKE.get(sign) ?? sign)
    .join('')

const wordsOf = (list: string) => new Set(list.split(' ').map(skeleton))

/** Whole words, also when spaces or signs stand between their letters. */
const RESERVED = wordsOf(
  'amparo verificado verificada oficial poderjudicial corte cortesuprema ministerio fiscalia carabinero soporte',
)
/** No name has these in it, so that they may not be parts of longer words either: «AmparoVerificado». */
const PARTS = new RegExp(
  ['verificad', 'carabinero', 'ministerio', 'fiscalia', 'poderjudicial', 'oficial', 'soporte', 'cortesuprema']
    .map(skeleton)
    .concat('^amparo.')
    .join('|'),
)
/** A surname, though its first half alone is reserved. */
const SURNAMES = wordsOf('corte-real')
const LONGEST = Math.max(...[...RESERVED].map((word) => word.length))

function usesReservedWord(name: string): boolean {
  const words = skeleton(name).split(/\s+/u)
  const parts = words.flatMap((word) =>
    SURNAMES.has(word) ? [word] : word.split(/[^\p{L}\p{N}]+/u).filter(Boolean),
  )
  const whole = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''))
  if (whole.some((word) => PARTS.test(word))) return true
  for (const [at] of parts.entries()) {
    let joined = ''
    for (let to = at; to < parts.length && joined.length < LONGEST; to += 1) {
      joined += parts[to]
      if (!RESERVED.has(joined)) continue
      const isGivenName = joined === AMPARO && to === at && isPersonal(name, parts, at)
      if (!isGivenName) return true
    }
  }
  return false
}

const AMPARO = skeleton('amparo')
/** A person's full name has no more words. */
const NAME_WORDS_MAX = 6
/** Beside «Amparo» these, and their plurals, make a firm or an office of a name. */
const NOT_NAMES = wordsOf(
  'chile equipo ayuda legal legale abogado abogada juridico juridica justicia pago cobranza cuenta banco transferencia ' +
    'transfiere servicio cliente atencion administracion administrador admin sistema aviso alerta seguridad verificacion ' +
    'notificacion notificacione app web com cl grupo empresa plataforma central oficina estudio consulta contacto',
)

/** «Amparo Noguera», «María Amparo Soto»: the first or second of some plain words, and a surname after it. */
function isPersonal(name: string, parts: readonly string[], at: number): boolean {
  const isPlain = name.split(/\s+/u).every((word) => /^\p{L}[\p{L}\p{M}'\u2019-]*\.?$/u.test(word))
  return (
    isPlain &&
    at <= 1 &&
    at < parts.length - 1 &&
    parts.length <= NAME_WORDS_MAX &&
    parts.filter((part) => part === AMPARO).length === 1 &&
    !parts.some((part) => NOT_NAMES.has(part.replace(/s$/, '')))
  )
}

/**
 * Whether a name may be shown as a person's (H-03): one script, only characters that names have, and no word
 * that stands for Amparo or an authority, in any spelling.
 */
export function isNameAllowed(name: string): boolean {
  return !FORBIDDEN.test(name) && countScripts(name) <= 1 && !usesReservedWord(name)
}

/**
 * What names do not have: symbols that look like a verification badge, quotation marks (which the
 * application's own texts put around names), sentence punctuation, e-mail and web addresses, telephone and
 * account numbers.
 */
const FORBIDDEN = /[^\p{L}\p{Mn}\p{Mc}\p{N}\s.,'’‘´`()&/°-]|\d[\d .-]{4}|\.(cl|com|net|org)\b/iu

const SCRIPTS = [
  /\p{sc=Latin}/u,
  /\p{sc=Greek}/u,
  /\p{sc=Cyrillic}/u,
  // One writing system: Japanese mixes three of these scripts, Korean two.
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]/u,
]

/** Number of scripts of the letters; all scripts not listed above count as one. */
function countScripts(name: string): number {
  const found = new Set<number>()
  for (const character of name.normalize('NFKC'))
    if (/(?![\p{sc=Zyyy}\p{sc=Zinh}])\p{L}/u.test(character))
      found.add(SCRIPTS.findIndex((script) => script.test(character)))
  return found.size
}

/** Other scripts' letters, digits and symbols that look like a Latin letter. «l» and «i» are the same. */
const CONFUSABLES = new Map(
  (
    'аa вb сc еe ёe іi їi јj кk мm нh оo рp ѕs тt уy хx ԁd һh ԛq ԝw αa βb εe ηn ιi κk μm νv οo ρp τt υu χx ωw ' +
    'ıi ɑa ɡg łi øo đd 0o 1i 3e 4a 5s 7t 8b @a $s !i |i li'
  )
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
)

/** The text as it looks: no accents, lower case, and one letter for all that look like it. */
const skeleton = (text: string) =>
  [...text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')]
    .map((character) => CONFUSABLES.get(character) ?? character)
    .join('')

const wordsOf = (list: string) => new Set(list.split(' ').map(skeleton))

/** Whole words, also with spaces or other characters between their letters. */
const RESERVED = wordsOf(
  'amparo verificado verificada oficial poderjudicial corte cortesuprema ministerio fiscalia carabinero soporte',
)
/** No name contains these, so they are refused inside longer words, too: «AmparoVerificado». */
const RESERVED_PARTS = new RegExp(
  ['verificad', 'carabinero', 'ministerio', 'fiscalia', 'poderjudicial', 'oficial', 'soporte', 'cortesuprema']
    .map(skeleton)
    .concat('^amparo.')
    .join('|'),
)
/** A surname, though its first half alone is reserved. */
const SURNAMES = wordsOf('corte-real')
const MAX_RESERVED_LENGTH = Math.max(...[...RESERVED].map((word) => word.length))

function usesReservedWord(name: string): boolean {
  const words = skeleton(name).split(/\s+/u)
  const parts = words.flatMap((word) =>
    SURNAMES.has(word) ? [word] : word.split(/[^\p{L}\p{N}]+/u).filter(Boolean),
  )
  const whole = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''))
  if (whole.some((word) => RESERVED_PARTS.test(word))) return true
  for (const [at] of parts.entries()) {
    let joined = ''
    for (let to = at; to < parts.length && joined.length < MAX_RESERVED_LENGTH; to += 1) {
      joined += parts[to]
      if (!RESERVED.has(joined)) continue
      const isGivenName = joined === AMPARO && to === at && isAmparoGivenName(name, parts, at)
      if (!isGivenName) return true
    }
  }
  return false
}

const AMPARO = skeleton('amparo')
/** Longer names are not taken for a person's. */
const NAME_WORDS_MAX = 6
/** Next to «Amparo», these words and their plurals name a firm or an office. */
const BUSINESS_WORDS = wordsOf(
  'chile equipo ayuda legal legale abogado abogada juridico juridica justicia pago cobranza cuenta banco transferencia ' +
    'transfiere servicio cliente atencion administracion administrador admin sistema aviso alerta seguridad verificacion ' +
    'notificacion notificacione app web com cl grupo empresa plataforma central oficina estudio consulta contacto',
)

/** Whether «Amparo» is a given name («María Amparo Soto»): first or second, with a surname after it. */
function isAmparoGivenName(name: string, parts: readonly string[], at: number): boolean {
  const isPlain = name.split(/\s+/u).every((word) => /^\p{L}[\p{L}\p{M}'\u2019-]*\.?$/u.test(word))
  return (
    isPlain &&
    at <= 1 &&
    at < parts.length - 1 &&
    parts.length <= NAME_WORDS_MAX &&
    parts.filter((part) => part === AMPARO).length === 1 &&
    !parts.some((part) => BUSINESS_WORDS.has(part.replace(/s$/, '')))
  )
}

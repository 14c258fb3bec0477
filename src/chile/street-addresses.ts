import type { Span } from './contact-links.ts'

const STREET =
  '(?:avda\\.?|av\\.?|avenida|calle|pasaje|psje\\.?|pje\\.?|alameda|boulevard|bulevar|camino|paseo|diagonal)'
/** Words that a street's name does not have: with one of them, the text after «calle» is not an address. */
const NOT_IN_NAME =
  'en|al?|hace|desde|con|por|y|e|o|que|me|se|te|nos|un|una|unos|unas|cuando|durante|para|hasta|como|mas|menos|ante|sin|sobre|entre|su|sus|mi|mis|lo|le|les|no|si|ya|fue|era|es|son|hay|costo|cuesta|vale|valia|salio|pague|pago|cerca|art|arts|articulo|articulos|ley|rit|rol|ruc|causa|dfl|decreto'
const WORD = `(?!(?:${NOT_IN_NAME})(?![a-z']))(?:(?:gral|pdte|pres|sta|sto|dr|dra|cdte|alm|tte|cap|arz|mons|hnos|[a-z])\\. ?|[a-z']{1,24} )`
const NAME = `(?:(?:el|la|los|las) )?(?:${WORD}){0,5}?(?:\\d{1,2} (?:norte|sur|oriente|poniente) |(?!(?:${NOT_IN_NAME})(?![a-z']))[a-z']{1,24})`
const NUMBER_SIGN = ' {0,2}(?:,? {0,2}(?:n°|nº|n\\.?o?|nro\\.?|num\\.?|numero|#) {0,2}|, {0,2})?'
/** Words after a number that counts something, so that it is no house number. */
const COUNTED =
  'anos?|veces|vez|dias?|meses|mes|horas?|minutos?|semanas?|personas?|pesos|lucas|metros|mts?|km|kilometros|cuotas?|uf|utm|dolares|millon(?:es)?|mil|hijos?|hijas?|autos?|hombres|mujeres|tipos|sujetos|por ciento|de (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre)'
const NUMBER = `(?<![\\d$])(?:\\d{1,2}\\.\\d{3}|\\d{1,5})(?![\\d%])(?![.,]\\d)(?! {0,2}[%°º])(?![/:]\\d)(?! {0,2}(?:${COUNTED})(?![a-z]))`
const LETTER = '(?: ?-? ?[a-h](?![a-z0-9]))?'
const UNIT =
  '(?:departamento|depto\\.?|dpto\\.?|dep\\.|oficina|ofic\\.?|of\\.?|casa|block|torre|piso|local|parcela|sitio|lote|edificio)'
const UNITS = `(?:[ ,-]{1,3}${UNIT} {0,2}(?:n°|nº|#)? ?(?:\\d{1,5}-?[a-z]?|[a-z]-?\\d{0,4})(?![a-z0-9])){0,4}`

const ADDRESS = new RegExp(
  `(?<![a-z0-9])(${STREET})(?![a-z]) {0,2}(?<name>${NAME})?(?<joint>${NUMBER_SIGN})(?<number>${NUMBER})${LETTER}(?<units>${UNITS})`,
  'g',
)
/** After «vivo en» and the like, a name and at least three digits are an address without a street word. */
const HOME = new RegExp(
  `(?<![a-z0-9])(?<before>(?:(?:vivo|vivimos|resido|residimos|domiciliad[oa]|casa (?:queda|esta)) en|(?:domicilio|direccion)(?: (?:es|queda en|esta en))?:?) )${NAME}${NUMBER_SIGN}(?=\\d{3})${NUMBER}${LETTER}${UNITS}`,
  'g',
)
/** Words with other meanings, too: only a longer number makes them an address. */
const AMBIGUOUS = /^(?:camino|paseo|diagonal|alameda)$/

/**
 * Spans of street addresses: a word for a street, its name, a number and a unit («Av. Providencia 1234, depto
 * 5»), or «vivo en Los Aromos 1234». A street without a number stays.
 */
export function addressSpans(folded: string): Span[] {
  const spans: Span[] = []
  for (const found of folded.matchAll(ADDRESS)) {
    const { 0: text, 1: street = '', index, groups = {} } = found
    const { name = '', joint = '', number = '', units = '' } = groups
    // «pasaje 4 casa 12»: the number is the street's name.
    if (!name && !units && street !== 'alameda') continue
    const short = number.length < 3
    const end = index + text.length
    // «calle Lira 3 hombres»: a short number before another word counts something.
    const counts = short && !units && !/[n#]/.test(joint) && /^ [a-z]/.test(folded.slice(end, end + 2))
    if (counts || (short && AMBIGUOUS.test(street) && !units && !/[n#]/.test(joint))) continue
    spans.push([index, end])
  }
  for (const { 0: text, index, groups = {} } of folded.matchAll(HOME))
    spans.push([index + (groups.before ?? '').length, index + text.length])
  return spans
}

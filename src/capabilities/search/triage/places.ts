import { REGIONS } from '../../../chile/regions.ts'
import { plain, readable, type Word, wordsOf } from './fold.ts'
import { AMBIGUOUS_NAMES, COMMON_WORD_NAMES, COMMUNE_NICKNAMES } from './place-names.ts'

/** A way to write the name of a commune. */
interface PlaceName {
  /** Phonetic keys of its words. */
  keys: readonly string[]
  commune: string
  /** Also a surname, a common word or another place. */
  ambiguous: boolean
  /** A common word that may also follow «en» or «de». */
  isWord: boolean
}
interface Mention extends PlaceName {
  /** Index of the first and last word. */
  from: number
  to: number
}

const keysOf = (text: string) => wordsOf(plain(text)).map((word) => word.key)
const phrases = (text: string) => text.split(' | ').map(keysOf)

/** Names by their first word; the longest first, so that it wins. */
const names = new Map<string, PlaceName[]>()
for (const commune of REGIONS.flatMap((region) => region.communes))
  for (const written of [commune, ...(COMMUNE_NICKNAMES[commune]?.split(' | ') ?? [])]) {
    const keys = keysOf(written)
    const first = keys[0] ?? ''
    names.set(first, [
      ...(names.get(first) ?? []),
      { keys, commune, ambiguous: AMBIGUOUS_NAMES.has(written), isWord: COMMON_WORD_NAMES.has(written) },
    ])
  }
for (const known of names.values()) known.sort((one, other) => other.keys.length - one.keys.length)

/** Before the place where the person is or wants the lawyer: «vivo en», «abogado en». */
const HERE = phrases(
  'vivo en | vivo con mis hijos en | vivimos en | vivo por | vivo cerca de | vivo acá en | vivo solo en | vivo sola en | soy de | somos de | aquí en | acá en | estoy en | estamos en | resido en | residimos en | radicado en | radicada en | comuna de | comuna | desde | le escribo de | escribo desde | abogado en | abogada en | abogados en | abogadas en | abogado de | abogada de | abogado para | alguien en | alguien de | atienda en | atiendan en | atiende en | atienden en | ojalá en | ojalá de | ojala por | preferible en | de la comuna de | llamo de | saludos desde | saludos de | un saludo desde | busco en | domicilio en | soy chilota de | me vine a | volví a | conmigo a | conmigo en | requiero abogado en | soy vecino de | vecina de | vecino de | es en | de acá de | soy acá de | somos acá de | de aquí de | laboral en | penalista en | que sea de | que sea en | que esté en | por acá en | por aquí en | me encuentro en | nos encontramos en | quien atienda en',
)
/** Before a place where the case probably happens: a court, a hospital, a house. */
const THERE = phrases(
  'en | en la | de | por | tribunal de | juzgado de | familia de | letras de | sector | en el sector de | conservador de | casa en | terreno en | parcela en | depto en | departamento en | local en | sitio en | propiedad en | hospital de | cerca de | pueblo de | ciudad de | cámara de | comisaría de | campo en | campo de | trabajo en | muni de | municipalidad de',
)
/** Before a place where the person is not, or where somebody else is. */
const ELSEWHERE = phrases(
  'se fue a | se fue para | se fue a vivir a | irse a | irse a vivir a | me fui a | nos fuimos a | se cambió a | se mudó a | mudarse a | mudarme a | irme a | viajar a | viaje a | vive en | viven en | vivía en | vivíamos en | vivía yo en | él está en | ella está en | está en | están en | trabaja en | estudia en | estudiando en | estudiar a | estudiar en | pega en | nació en | nacida en | nacido en | casé en | casamos en | casado en | casada en | se casó en | murió en | falleció en | llevárselo a | llevársela a | llevárselos a | llevarse a | llevar a | se la llevó a | se lo llevó a | se los llevó a | llevó a | trasladar a | trasladaron a | traslado a | trasladan a | mandaron a | mandar a | mandan a | enviar a | ir a | fui a | vamos a | fuimos a | iba a | viajo a | viajé a | bajo a | bajar a | oficina en | oficinas en | sucursal de | matriz en | sede en | preso en | cárcel de | interno en | internada en | internado en | rumbo a | camino a | ruta a | bus a | hasta | no de | no en | menos en | fuera de | hectáreas de | botella de | antes vivía en | antes en | llegué de | venía de | viene de | vino de | vinieron de | originario de | oriunda de | oriundo de | servicio técnico de | casa central en | dueño es de | dueño vive en | empresa es de | empresa de | gente de | un abogado de | un señor de | una señora de | tía de | primo de | tío de | hermano de | hermana de | hijo de | veraneo en | camino de | carretera | autopista | autopista del | ruta',
)
/** Before the name of a person, street, company, school or saint. */
const NOT_A_PLACE = phrases(
  'don | doña | señor | señora | señorita | doctor | doctora | dr | dra | juez | jueza | profesor | profesora | sr | sra | calle | avenida | av | avda | pasaje | psje | villa | población | hospital | clínica | universidad | instituto | colegio | escuela | liceo | banco | caja | radio | diario | metro | plaza | parque | cerro | río | lago | volcán | playa | mall | supermercado | banco de | universidad de | virgen de | virgen del | estadio | club | santander | avenida de | calle de | isapre | financiera | empresa | abuela | abuelo | hijo | hija | tío | tía | primo | prima | hermano | hermana | jefe | jefa | esposo | marido | pololo | amigo | se llama | llamado | llamada | apellido | con | a | la constitución | corte de apelaciones de',
)
/** A text with at most this number of words is a search rather than a story. */
const MAX_SEARCH_WORDS = 11

/** Surnames that make the name before them a first name or a street. */
const SURNAMES = new Set(
  ['perez', 'rojas', 'gonzalez', 'muñoz', 'soto', 'diaz', 'mackenna', 'mackena', 'maquena'].map(
    (word) => keysOf(word)[0],
  ),
)

/** Whether the words before index `end` end with these keys. */
const endsWith = (words: readonly Word[], end: number, keys: readonly string[]) =>
  keys.length <= end && keys.every((key, n) => words[end - keys.length + n]?.key === key)

function findMentions(words: readonly Word[]): Mention[] {
  const found: Mention[] = []
  for (let from = 0; from < words.length; from += 1) {
    const name = names
      .get(words[from]?.key ?? '')
      ?.find(({ keys }) => keys.every((key, n) => words[from + n]?.key === key))
    if (!name) continue
    const to = from + name.keys.length - 1
    found.push({ ...name, from, to })
    from = to
  }
  return found
}

/** Length of the longest phrase that ends before `at`; 0 if none does. */
const longestBefore = (words: readonly Word[], at: number, list: readonly (readonly string[])[]) =>
  Math.max(0, ...list.filter((keys) => endsWith(words, at, keys)).map((keys) => keys.length))

/** Weight of a mention as the place of the person or the lawyer; 0 or less means that it is not. */
function weightOf(text: string, original: string, words: readonly Word[], mention: Mention): number {
  const first = words[mention.from]
  const last = words[mention.to]
  if (!first || !last) return 0
  const here = longestBefore(words, mention.from, HERE)
  const there = longestBefore(words, mention.from, THERE)
  const elsewhere = longestBefore(words, mention.from, ELSEWHERE)
  const notPlace = longestBefore(words, mention.from, NOT_A_PLACE)
  const before = text.slice(0, first.at).trimEnd()
  const after = text.slice(last.end).trimStart()
  const isAfterBreak =
    before === '' || /[.!?;:\n(,/–-]$/u.test(before) || /[\n]/u.test(text.slice(before.length, first.at))
  const isBeforeBreak = after === '' || /^[.!?;:\n),/–-]/u.test(after) || /^\s*\n/u.test(text.slice(last.end))
  const isCapitalised = /^\p{Lu}/u.test(original.slice(first.at))
  let weight = 1
  if (here > 0 && here >= elsewhere) weight += 4
  else if (elsewhere > 0) weight -= 3
  else if (notPlace > there) weight -= 3
  else if (there > 0) weight += 1
  // «…, Talca» at the end or «Calama:» at the beginning: people sign like this.
  if (isAfterBreak && isBeforeBreak) weight += 3
  else if (isBeforeBreak && !mention.isWord && there === 0 && elsewhere === 0 && notPlace === 0)
    weight += after === '' ? 1.5 : 0
  else if (isAfterBreak && before === '') weight += 0.5
  if (after === '' || /^[.!\s]*$/u.test(after)) weight += 0.5
  if (
    mention.ambiguous &&
    (here === 0 || elsewhere > here) &&
    (there === 0 || (mention.isWord && !isCapitalised)) &&
    !(isAfterBreak && isBeforeBreak)
  )
    weight -= isCapitalised ? 1 : 2
  // A short search has no preposition: «abogado familia valpo».
  if (words.length <= MAX_SEARCH_WORDS && there + here + elsewhere + notPlace === 0 && !mention.isWord)
    weight += 1.5
  const next = words[mention.to + 1]
  if (next && SURNAMES.has(next.key)) weight -= 3
  return weight
}

/**
 * The commune where the person is or wants the lawyer, by its official name as in src/chile/regions.ts. Null
 * if the text names none, or only as another place, a person's name or a common word.
 */
export function findCommune(text: string): string | null {
  const original = readable(text).normalize('NFC')
  const folded = plain(original)
  const words = wordsOf(folded)
  let best: { commune: string; weight: number } | null = null
  for (const mention of findMentions(words)) {
    // The original shows capital letters, but word positions fit it only if both have the same length.
    const weight = weightOf(folded, folded.length === original.length ? original : folded, words, mention)
    if (weight > 0.5 && (best === null || weight > best.weight)) best = { commune: mention.commune, weight }
  }
  return best?.commune ?? null
}

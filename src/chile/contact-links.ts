/** A half-open range of indexes in a folded text. */
export type Span = readonly [start: number, end: number]

/** Endings that are no Spanish words: a missing space after a full stop («pagó.es injusto») is no link. */
const SURE_ENDING =
  '(?:com|cl|net|org|edu|gob|gov|info|biz|io|app|dev|lat|xyz)(?:\\.(?:cl|ar|mx|pe|co|uk|br))?'
/** Other endings count only with a path: «t.me/juan», «bit.ly/x». */
const PATH_ENDING =
  '(?:[a-z]{2,4}\\.)?(?:me|ly|gl|be|es|mx|ar|pe|co|us|uk|tv|cc|to|gg|ee|link|site|page|club|store|shop|online)'
const LABEL = '[a-z0-9][a-z0-9_-]{0,62}'
const PATH = '(?:[/?#][^\\s"<>«»]{0,200})?'
const SPELLED_DOT =
  '(?: {0,2}[([{<] ?(?:\\.|punto|dot) ?[)\\]}>] {0,2}|[ -]{1,2}(?:punto|dot)[ -]{1,2}| {1,2}\\. {0,2})'
const DOT = `(?:${SPELLED_DOT}|\\. {0,2})`

const LINK = new RegExp(
  [
    // https://…
    'https?: {0,2}/{1,2} {0,2}[^\\s"<>«»]{1,300}',
    // www.estudio.cl, www punto estudio punto cl
    `(?<![a-z0-9])www${DOT}${LABEL}(?:(?:\\.|${DOT}(?=(?:com|cl|net|org)(?![a-z0-9])))${LABEL}){0,4}${PATH}`,
    // facebook.com/juan, estudio.cl
    `(?<![a-z0-9@._-])(?:${LABEL}\\.){1,4}${SURE_ENDING}(?![a-z0-9_-]|\\.[a-z0-9])${PATH}`,
    `(?<![a-z0-9@._-])(?:${LABEL}\\.){1,4}${PATH_ENDING} ?/ ?[a-z0-9@_+][^\\s"<>«»]{0,200}`,
    // linkedin/in/juan
    '(?<![a-z0-9])linkedin ?/ ?in ?/ ?[a-z0-9_-]{1,60}',
    // estudio punto cl, estudio (punto) com, estudio . cl
    `(?<![a-z0-9@._-])(?:${LABEL}(?:\\.|${SPELLED_DOT})){0,2}${LABEL}${SPELLED_DOT}(?:com|cl|net|org)(?![a-z0-9])${PATH}`,
  ].join('|'),
  'g',
)

/** Every link matches this. A cheap check, since most texts have no link. */
const MAY_BE_LINK = /\.[a-z]|linkedin|https?:|www|punto|dot| \. ?[a-z]|[([{<] ?\./

/** Spans of Internet addresses: with or without a scheme, short links, spelled dots. */
export function linkSpans(folded: string): Span[] {
  if (!MAY_BE_LINK.test(folded)) return []
  return [...folded.matchAll(LINK)].map(({ 0: link, index }) => [
    index,
    index + link.replace(/[.,;:!?)\]}>'*_-]+$/, '').length,
  ])
}

const NETWORK =
  /(?<![a-z0-9@./])(?:instagram|insta|ig|facebook|fb|face|messenger|tik ?tok|telegram|twitter|linkedin|snapchat|discord|threads|gmail|hotmail)(?![a-z0-9./@_-])/g
/** What may be between a network and a name: punctuation or a space; after «mi …» also words. */
const ANNOUNCED = /^(?:[ \n]{0,2}(?:[:=>@]|-+>|[\u2190-\u21ff])[ \n]{0,2}|[ \n]{1,2}(?=\S))/
const NAMING =
  /^ {1,2}(?:(?:es|como|soy|personal|usuario|usuaria|user|cuenta|perfil|nombre|nick|de usuario) {1,2}){1,3}/
const NAME = /^@?[a-z0-9_.]{1,40}(?:#\d{4})?/
/** Words before a network that invite to contact there: «mi», «búscame en». */
const INVITING =
  /(?:^|[\n.,;:!?()¡¿/-] {0,2}|(?<![a-z])(?:mi|mis|nuestro|nuestra|por mi|en mi) {1,2}|(?<![a-z])(?:busc|encuentr|encontr|sig|segu|escrib|contact|agreg|habl|ubic|estoy)[a-z]{0,12} {1,2}(?:(?:en|por|al|a|mi|tambien) {1,2}){0,3})$/
/** What may follow a name that is not part of a sentence. */
const AFTER_NAME = /^ {0,2}(?:$|[\n.,;:!?()/]|(?:y|o|para|por favor|gracias|tambien|ahi|alli)(?![a-z]))/
/** Common words after a network that are no names: «Facebook me bloqueó», «por Instagram, que es público». */
const NO_NAMES = new Set(
  'a al ante aunque bajo con como cuando cual de del desde donde durante e el ella ellos en entonces entre era es esa ese eso esta este esto estan fue fueron ha habia han hasta hay la las le les lo los mas me mi mis muy ni no nos o para pero por porque que quien se si sin sobre su sus tambien te tiene todo todos tu un una unos usted y ya yo ahi alli ayer hoy siempre nunca publico publica privado privada falso falsa hackeado hackeada cerrado cerrada abierto abierta marketplace live business'.split(
    ' ',
  ),
)

/**
 * Spans of names in social networks: «instagram juanperez», «mi fb es juan.perez», «ig: juan». A text that
 * only mentions a network («me insultó por Facebook y WhatsApp») has none.
 */
export function handleSpans(folded: string): Span[] {
  const spans: Span[] = []
  for (const { 0: network, index } of folded.matchAll(NETWORK)) {
    const end = index + network.length
    const before = folded.slice(Math.max(0, index - 40), index)
    const inviting = INVITING.test(index > 40 ? `x${before}` : before)
    const after = folded.slice(end, end + 120)
    const naming = inviting ? NAMING.exec(after)?.[0] : undefined
    const joint = naming ?? ANNOUNCED.exec(after)?.[0]
    if (joint === undefined) continue
    const name = NAME.exec(after.slice(joint.length))?.[0].replace(/\.+$/, '') ?? ''
    const plain = name.replace('@', '')
    if (!/[a-z]/.test(plain) || NO_NAMES.has(plain)) continue
    const looksLikeHandle = name !== plain || /\d|_|[a-z]\.[a-z]/.test(plain)
    const hasSeparator = /[^ \n]/.test(joint)
    const whole = AFTER_NAME.test(after.slice(joint.length + name.length))
    if (looksLikeHandle || (whole && (inviting || hasSeparator)))
      spans.push([end + joint.length, end + joint.length + name.length])
  }
  return spans
}

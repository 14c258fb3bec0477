/** What people write of that starts a term, and what they mistake for it (PLZ-22). */
export const SAID_EVENTS = [
  'dismissal',
  'hiring',
  'notification',
  'purchase',
  'death',
  'separation',
  'damage',
  'due_date',
  'bank_report',
  'complaint',
  'hearing',
] as const
export type SaidEvent = (typeof SAID_EVENTS)[number]

/** The words of each event, without accents. */
const WORDS: Readonly<Record<SaidEvent, RegExp>> = {
  dismissal:
    /me (?:echaron|echo|despidieron|despidio|desvincularon|desvinculo|finiquitaron|finiquito|corrieron|corrio|botaron|boto|cortaron|despacharon|sacaron)|no (?:me )?renovaron|perdi (?:la pega|el trabajo|mi trabajo)|(?:fui|fue|fuimos|nos) (?:despedid|desvinculad|despidieron|echaron)|despid(?:o|ieron|io)|desvincul|finiquit|autodespid|ultimo dia de trabajo|pusieron termino|termin\w{0,6} (?:mi|el|de mi|con el) contrato|deje de trabajar|quede sin (?:trabajo|pega)/g,
  hiring:
    /entre (?:a (?:trabajar|la)|el (?!\d{1,2} y)|en (?:la empresa|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre))|entrar|empece|comence|me contrataron|ingrese|trabaj[oae]|trabajando|trabajaba|firme (?:el |mi |un )?contrato de trabajo/g,
  notification:
    /notific|(?:me|nos) llego (?:la|una|el|un) (?:carta|demanda|resolucion|citacion|parte|multa|cedulon|papel|rechazo|sobre)|(?:recibi|recibimos) (?:la|una|el) (?:carta|demanda|resolucion|multa|citacion|parte)|receptor|requiri|requerimiento|(?:entregaron|dejaron) (?:la|una) (?:demanda|carta)|me demandaron|demandaron|rechaz|me negaron|nego|carta certificada|me multaron|me cursaron|sacaron un parte|pasaron un parte/g,
  purchase:
    /compre|compramos|compra|(?:recibi|recibimos) (?:el|un|la|una|mi) (?:producto|pedido|compra|paquete|refrigerador|telefono|celular|lavadora|televisor|computador|notebook|auto)|(?:me|nos) (?:llego|entregaron) (?:el|un|la|una|mi) (?:producto|pedido|compra|paquete|refrigerador|telefono|celular|lavadora|televisor|computador|notebook|auto)|contrate|contratamos/g,
  death: /murio|fallecio|fallecimiento|murieron|fallecieron|muerte|muert[oa]s?|fallecid|defuncion/g,
  separation:
    /nos separamos|me separe|separad[oa]s|se fue de la casa|me fui de la casa|dej(?:e|o|amos) de vivir|cese de (?:la )?convivencia|no vivimos juntos|separacion/g,
  damage:
    /accident|choque|choco|chocaron|atropell|me oper(?:o|aron)|operacion|operaron|me atendi|estaf|robaron|robo|asalt|golpe|me pego|agredi|acos|transferi|transferencia|cargos?|ocurrio|sucedio|incendi|inund|se filtro|me enganaron/g,
  due_date:
    /venci|vence|vencimiento|debia pagar|debian pagar|tenia que pagar|tenian que pagar|dej(?:e|o|aron|amos) de pagar|me deben?|no (?:me |nos )?(?:paga|pago|pagan|pagaron|pague)/g,
  bank_report:
    /(?:avise|avisamos|reclame|llame|di aviso) (?:al|en el|a mi) banco|bloquee (?:la|mi) (?:tarjeta|cuenta)/g,
  complaint:
    /inspeccion del trabajo|reclamo en la (?:inspeccion|direccion)|(?:reclame|reclamo|denuncie) en la (?:inspeccion|direccion)/g,
  hearing: /audiencia|juicio|comparendo|me citaron|citacion|mediacion/g,
}

interface Span {
  at: number
  end: number
}

/** Where a clause ends: a sign, or a word that begins another one. */
const CLAUSE_END = /[.;!?\n]+|,| (?:y|e|pero|aunque|luego|despues|entonces|porque|hasta que|desde entonces) /g
const SENTENCE_END = /[.;!?\n]/

/**
 * What happened on each of the days of a text (PLZ-22): the nearest event of the same clause; else the one of the nearest
 * clause of the sentence that has no day of its own; else, of a sentence without events, the last one of the sentence before.
 * @param text without accents, in lower case
 * @param days where they stand in it
 */
export function readEvents(text: string, days: readonly Span[]): (SaidEvent | null)[] {
  const clauses = clausesOf(text, days)
  for (const event of SAID_EVENTS)
    for (const { index, 0: words } of text.matchAll(WORDS[event]))
      if (!/[a-z]/.test(text[index - 1] ?? '') && !days.some(({ at, end }) => at <= index && index < end))
        clauses
          .findLast(({ at }) => at <= index)
          ?.events.push({ event, at: index, end: index + words.length })
  return days.map((day) => {
    const own = clauses.findLastIndex(({ at }) => at <= day.at)
    const clause = clauses[own]
    if (!clause) return null
    return nearest(clause.events, day) ?? eventBeside(clauses, own) ?? eventBefore(clauses, own)
  })
}

/** Every event that a text names. @param text without accents, in lower case */
export const eventsIn = (text: string): ReadonlySet<SaidEvent> =>
  new Set(
    SAID_EVENTS.filter((event) =>
      [...text.matchAll(WORDS[event])].some(({ index }) => !/[a-z]/.test(text[index - 1] ?? '')),
    ),
  )

interface Clause {
  at: number
  sentence: number
  hasDay: boolean
  events: (Span & { event: SaidEvent })[]
}

function clausesOf(text: string, days: readonly Span[]): Clause[] {
  const clauses: Clause[] = [{ at: 0, sentence: 0, hasDay: false, events: [] }]
  let sentence = 0
  for (const { index, 0: sign } of text.matchAll(CLAUSE_END)) {
    // Signs within a day belong to it: «3.11.2026», «2 de julio, 2025».
    if (days.some(({ at, end }) => at <= index && index < end)) continue
    if (SENTENCE_END.test(sign)) sentence += 1
    clauses.push({ at: index + 1, sentence, hasDay: false, events: [] })
  }
  for (const { at } of days) {
    const clause = clauses.findLast((one) => one.at <= at)
    if (clause) clause.hasDay = true
  }
  return clauses
}

const distance = (one: Span, other: Span) => Math.max(one.at - other.end, other.at - one.end, 0)

const nearest = (events: Clause['events'], day: Span): SaidEvent | null =>
  events.toSorted((one, other) => distance(one, day) - distance(other, day))[0]?.event ?? null

/** Of the nearest clause in the same sentence that has events and no day; of two as near, the one before. */
function eventBeside(clauses: readonly Clause[], own: number): SaidEvent | null {
  const beside = clauses
    .map((clause, index) => ({ clause, far: Math.abs(index - own) }))
    .filter(
      ({ clause }) =>
        clause.sentence === clauses[own]?.sentence && !clause.hasDay && clause.events.length > 0,
    )
    .toSorted((one, other) => one.far - other.far)[0]
  return beside?.clause.events.at(-1)?.event ?? null
}

/** «Me echaron. Fue el 3 de noviembre.» */
function eventBefore(clauses: readonly Clause[], own: number): SaidEvent | null {
  const sentence = clauses[own]?.sentence ?? 0
  if (clauses.some((clause) => clause.sentence === sentence && clause.events.length > 0)) return null
  const before = clauses.filter((clause) => clause.sentence === sentence - 1)
  if (before.some(({ hasDay }) => hasDay)) return null
  return before.flatMap(({ events }) => events).at(-1)?.event ?? null
}

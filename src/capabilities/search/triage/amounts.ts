import { plain, type Word, wordsOf } from './fold.ts'
import { findNumbers, type NumberMention } from './numbers.ts'

// The lists below contain phrases that increase or decrease the weight of a number. A number with enough
// weight is the requested experience, or the price ceiling.

/** Phonetic keys of consecutive words. */
type Phrase = readonly string[]
const phrases = (text: string): Phrase[] =>
  text.split('|').map((phrase) => wordsOf(plain(phrase.trim())).map((word) => word.key))
const startsAt = (words: readonly Word[], at: number, phrase: Phrase) =>
  at >= 0 && phrase.every((key, n) => words[at + n]?.key === key)
/** Whether one of the phrases is among the `reach` words before `at`, in the same sentence. */
function before(words: readonly Word[], at: number, reach: number, list: readonly Phrase[]): boolean {
  const sentence = words[at]?.sentence
  for (let from = Math.max(0, at - reach); from < at; from += 1)
    if (
      words[from]?.sentence === sentence &&
      list.some((phrase) => from + phrase.length <= at && startsAt(words, from, phrase))
    )
      return true
  return false
}
/** Whether one of the phrases starts among the `reach` words after `at`. */
const after = (words: readonly Word[], at: number, reach: number, list: readonly Phrase[]) => {
  for (let from = at + 1; from <= at + reach; from += 1)
    if (list.some((phrase) => startsAt(words, from, phrase))) return true
  return false
}

// --- Years of experience -----------------------------------------------------------------------------------

const YEARS = phrases('año | años | anos | añitos | years')
const EXPERIENCE = phrases(
  'experiencia | de experiencia | trayectoria | oficio | circo | carrera | ejercicio | recorrido | cancha | experticia | profesion | trayecto | ejerciendo | litigando | defendiendo | en esto | en estas | en estos | en penal | en laboral | en familia | en tribunales | en temas | en bancos | en civil | en el rubro | en el tema | en la materia | en estrados | en derecho | de practica | de abogado | de abogada | de exp | como abogado | como abogada | senior | haciendo esto | de titulado | de titulada | titulado | de profesion | de estudio | en lo mismo | de ejercicio | en marcas | en herencias | en arriendos | en divorcios | en juicios | en causas | en casos | viendo | llevando | ganando',
)
const AT_LEAST = phrases(
  'minimo | minima | al menos | por lo menos | no menos de | mayor a | superior a | a lo menos | como minimo',
)
const REQUESTED = phrases(
  'mas de | sobre | sobre los | con | con unos | unos | con mas de | que tenga | que lleve | ojala | ojala con | tenga',
)
const OR_MORE = phrases(
  'o mas | y mas | pa arriba | para arriba | por lo menos | minimo | como minimo | al menos | a lo menos | hacia arriba | para adelante | min',
)
/** A lawyer, or a request for one. */
const LAWYER_REQUEST = phrases(
  'abogado | abogada | abogados | abogadas | alguien | profesional | persona | letrado | licenciado | licenciada | especialista | laboralista | penalista | experto | experta | experiencia | trayectoria | busco | buscamos | busca | prefiero | preferiria | pido | pedimos | necesito | necesitamos | tenga | lleve | ojala | exp | requiero | quisiera | quiero | queremos | que sea | desearia | jurista | experimentado | experimentada | recorrido | colega | civilista | tributarista | familia',
)
/** A lawyer, directly before the years. */
const LAWYER = phrases(
  'abogado | abogada | abogado de | abogada de | especialista | experto | experta | penalista | laboralista | civilista | letrado | defensor de | profesional',
)
/** The years are about the person's own story. */
const OWN_STORY = phrases(
  'hace | trabaje | trabajo | llevo | llevamos | lleva | llevan | casados | casada | casado | juntos | durante | desde | edad | hijo de | hija de | niño de | niña de | cumplio | cumple | tiene | tengo | tenia | vivo | vivi | vivimos | debe | deben | por | preso | condenado | condena | condenaron | abuela de | abuelo de | arrendando | soy | mas de edad | servicio | plazo de | cotizado | pagando | mi mama de | mi papa de | contrato | juntado | entero | matrimonio',
)
const OWN_STORY_AFTER = phrases(
  'de edad | de servicio | de casados | de casado | de casada | de matrimonio | de antiguedad | trabajando | trabajado | trabajada | trabaje | viviendo | juntos | separados | separada | separado | atras | de carcel | y un dia | de convivencia | de trabajo | pagando | de relacion | de contrato | de arriendo | cotizando | de pololeo | de presidio | sin | de cotizaciones | de garantia | conviviendo | de imposiciones | de la empresa | de vida | esperando | y medio | de dueña | de aula | de deuda | de uso | y nunca | y no me | y me | y tengo | casados | arrendando | en la empresa | en la pega | en el trabajo',
)

/** Years of experience that the text requests of a lawyer, from 2 to 50; null if it requests none. */
export function findMinExperience(text: string): number | null {
  const { words, amounts, text: folded } = findNumbers(text)
  let best: { years: number; weight: number } | null = null
  for (const amount of amounts) {
    if (amount.value < 2 || amount.value > 50 || amount.isMoney) continue
    const weight = weighYears(words, amount, folded)
    if (weight >= 3 && (best === null || weight > best.weight)) best = { years: amount.value, weight }
  }
  return best?.years ?? null
}

function weighYears(words: readonly Word[], amount: NumberMention, text: string): number {
  // «10 años», «10 o más años», «10+ años», «experiencia 10».
  const yearsOffset = [1, 2, 3].find((n) => YEARS.some((phrase) => startsAt(words, amount.to + n, phrase)))
  const end = amount.to + (yearsOffset ?? 0)
  const sentence = words[amount.from]?.sentence ?? 0
  const isExperience =
    after(words, end, 3, EXPERIENCE) || before(words, amount.from, 4, phrases('experiencia|trayectoria|exp'))
  const isOrMore = after(words, end, 2, OR_MORE) || after(words, amount.to, 1, OR_MORE)
  const isAtLeast = before(words, amount.from, 3, AT_LEAST)
  const isAboutLawyer = before(words, amount.from, isAtLeast ? 20 : 9, LAWYER_REQUEST)
  if (
    yearsOffset === undefined &&
    !isExperience &&
    !(isAboutLawyer && (isOrMore || before(words, amount.from, 8, YEARS)))
  )
    return 0
  let weight = 0
  if (isExperience) weight += after(words, end, 1, EXPERIENCE) || after(words, end, 2, EXPERIENCE) ? 2.5 : 2
  if (isAtLeast) weight += 3
  if (
    yearsOffset !== undefined &&
    yearsOffset > 1 &&
    !amount.hasPlus &&
    !startsAt(words, amount.to + 1, ['o', 'mas'])
  )
    weight -= 1
  if (before(words, amount.from, 3, REQUESTED)) weight += 1
  if (isOrMore) weight += 2.5
  if (amount.hasPlus) weight += 2
  if (isAboutLawyer) weight += before(words, amount.from, 2, LAWYER) ? 2.5 : 1.5
  if (before(words, amount.from, 2, OWN_STORY)) weight -= 2.5
  if (after(words, end, 2, OWN_STORY_AFTER)) weight -= 3
  if (!isAboutLawyer && !isExperience && !isOrMore && !isAtLeast) weight -= 1
  if (sentence === (words.at(-1)?.sentence ?? 0)) weight += 0.5
  return /años? (?:o mas|pa arriba)/u.test(text.slice(words[amount.from]?.at ?? 0, words[end]?.end ?? 0))
    ? weight + 1
    : weight
}

// --- Price ceiling -----------------------------------------------------------------------------------------

const AT_MOST = phrases(
  'hasta | maximo | max | tope | presupuesto | presupuesto de | no pase de | no pase los | no mas de | no cobre mas de | no cobre mas | que cobre | que cobren | que no cobre | cobre hasta | cobre unas | cobre unos | no supere | no exceda | maxima | no me paso de | hasta unas | puedo gastar | a lo mas | a lo sumo | menos de | presu',
)
/** What the person can pay. */
const BUDGET = phrases(
  'puedo pagar | podemos pagar | puede pagar | podria pagar | puedo | podemos | pago | pagamos | pagaria | dispongo | dispongo de | dispuesto a | dispuestos a | cuento con | contamos con | tengo | tenemos | llego a | llego hasta | llego | llegamos a | me alcanza | nos alcanza | alcanza | alcanzo a | ofrezco | ofrecemos | juntamos | junte | juntar | juntado | reunir | reunimos | separado | gastar | cancelar | puedo dar | podriamos cancelar | disponibilidad | ahorrado | solo tengo | me presta | nos queda | hay | honorarios | me quedan | puedo cancelar | pagar | doy',
)
/** The money is for the lawyer. */
const FOR_LAWYER = phrases(
  'puedo pagar | podemos pagar | consulta | la consulta | abogado | abogada | el abogado | honorarios | orientarme | orientarnos | orientacion | orientar | asesoria | asesorarme | la hora | reunion | la reunion | el tramite | por todo | para partir | presupuesto | tope | maximo | max | como maximo | juntas | juntadas | juntados | en cuotas | es mi tope | es lo que tengo | no mas | alcanza | el escrito | el juicio | la defensa | en esto | si me ayudan | me ve | revisarme | revisar | para pagar | la primera reunion | el estudio | la revision | alguien | de entrada | por la asesoria | por el caso | por verlo | me represente | de honorarios | pa esto | para esto | es todo lo que tengo | y ni uno mas | me ayude | me lo vea | lo que hay | cobran | la audiencia | mes a mes | que me | y no mas | ni un peso mas | es lo q | por escrito | es lo que puedo | lo que puedo',
)
/** The amount is part of the dispute. */
const DISPUTE = phrases(
  'estafo | estafaron | debe | deben | debo | debia | debemos | deuda | deuda de | deudas | cobra | me cobra | cobran | me cobran | cobraron | cobro | piden | pide | pidio | pidieron | gano | gana | ganaba | ganaban | ganando | sueldo | pension de | deposito | deposite | depositaba | depositan | deposita | transferi | transferimos | transfirio | pague | pagaba | pagaban | pagamos la | pago de | paga | pagan | pagando | preste | prestamo | presto | inverti | invertimos | cuesta | costo | costaba | multa | multaron | arriendo | arriendo en | renta | credito | creditos | indemnizacion | vale | valia | ofrece | ofrecen | ofrecio | ofrecieron | demanda por | demandan por | remate | valor | saldo | cuota de | cuotas de | factura | facturas | finiquito | liquidacion | bono | bonos | monto | sacaron | saco | robaron | robo | giraron | perdi | perdimos | llevo | entregue | di | dimos | pasamos | pie | pie de | garantia | reserva | anticipo | abono | abone | compre | compramos | vendi | vendio | vendieron | vendo | avaluo | tasacion | intereses | devuelva | devuelvan | devolver | devolvio | descontaron | descuentan | descuento | mensuales | aporta | aporte | dio | dan | dieron | manda | mandaba | quedo | total | por un | salario | liquido | fijaron | fijo | fijado | jubilacion | pgu | embargo | embargaron | patrimonio | bienes | diferencia | le paso | pasaba | pasa | le da | da | cheque | cheques | exige | exigen | imponia | impuso | imponen | terapias | colegio | sale | salio | salen | herencia',
)
const DISPUTE_AFTER = phrases(
  'a la semana | religiosamente | de cada mes | semanales | diarias | diarios | de deuda | de pie | de multa | de arriendo | de pension | de sueldo | mensuales | al mes | mensual | de credito | que me debe | que debe | que le debo | de indemnizacion | de finiquito | de garantia | de reserva | de mora | de intereses | en deudas | adeudados | que le preste | de gastos comunes | por persona | de abono | de anticipo | de cuota | de herencia | que me deben | liquido | de alimentos | cada uno | todos los meses | de multas | por mes | los mensuales | de perdida | por niño | hectareas | metros | kilometros | kilos | personas | trabajadores | dias | horas | meses | semanas | años | hijos | por ciento | uf | utm',
)

const STATUTE = phrases('ley|la')
const FOR = phrases('por | x | con | unas | unos')
const OR_LESS = phrases(
  'entre todos | maximo | max | como maximo | a lo mas | de presupuesto | de honorarios | por defenderme | por la lectura | por revisarlo | por verlo | por orientarme | por la audiencia | es lo que puedo | o menos | para abajo | pa abajo | no tengo | no puedo',
)
/** A text with at most this number of words is a search rather than a story. */
const MAX_SEARCH_WORDS = 12

/** Whether the amount has punctuation or the end of the text on both sides. */
function isIsolated(text: string, words: readonly Word[], amount: NumberMention): boolean {
  const left = text.slice(0, words[amount.from]?.at ?? 0).trimEnd()
  const right = text.slice(words[amount.to]?.end ?? 0).trimStart()
  return /(?:^|[.,;:!?¿¡\n(])$/u.test(left) && /^(?:$|[.,;:!?\n)])/u.test(right)
}

/** The most that the person can pay a lawyer, in CLP, or null. Ignores amounts of the dispute. */
export function findMaxPrice(text: string): number | null {
  const { words, amounts, text: folded } = findNumbers(text)
  let best: { value: number; weight: number } | null = null
  for (const amount of amounts) {
    const value = pesosOf(amount)
    if (value === null) continue
    const weight = weighPrice(folded, words, amount, value)
    if (weight >= 2 && (best === null || weight >= best.weight)) best = { value, weight }
  }
  return best?.value ?? null
}

/** Value in CLP; a plain number below 1,000 means thousands. Null outside the range that lawyers charge. */
function pesosOf({ value, isMoney, isBare }: NumberMention): number | null {
  const pesos = isBare && !isMoney && value >= 10 && value < 1_000 ? value * 1_000 : value
  return pesos >= 5_000 && pesos <= 20_000_000 ? pesos : null
}

function weighPrice(text: string, words: readonly Word[], amount: NumberMention, value: number): number {
  let weight = amount.isMoney ? 0.5 : -1
  if (before(words, amount.from, 3, AT_MOST)) weight += 2
  if (before(words, amount.from, 1, AT_MOST)) weight += 0.5
  if (before(words, amount.from, 4, BUDGET)) weight += 1
  if (after(words, amount.to, 5, FOR_LAWYER)) weight += 1.5
  if (
    before(
      words,
      amount.from,
      8,
      phrases(
        'abogado|abogada|consulta|honorarios|cuanto cobran|cuanto cobra|cuanto sale|cuanto cuesta|cobraria|presupuesto|asesoria|cobre',
      ),
    )
  )
    weight += 1
  if (before(words, amount.from, 3, DISPUTE)) weight -= 2
  if (after(words, amount.to, 2, DISPUTE_AFTER)) weight -= 2
  if (before(words, amount.from, 2, BUDGET)) weight += 1
  if (before(words, amount.from, 2, FOR) && amount.isMoney) weight += 0.5
  if (after(words, amount.to, 2, OR_LESS)) weight += 2
  // «…, 80 lucas, audiencia el lunes»: an isolated amount is usually the limit of a search.
  if (isIsolated(text, words, amount) && value <= 500_000)
    weight += amount.isMoney || amount.to === words.length - 1 ? 1.5 : 0.5
  if (before(words, amount.from, 1, STATUTE)) weight -= 3
  if (amount.isMoney && words.length <= MAX_SEARCH_WORDS && amount.to >= words.length - 2) weight += 1
  // «hasta los 18» is an age. Amounts in thousands are usually multiples of ten thousand.
  if (
    amount.isBare &&
    !amount.isMoney &&
    (value % 10_000 !== 0 || before(words, amount.from, 1, phrases('los|las|el|la')))
  )
    weight -= 2
  const sentence = words[amount.from]?.sentence ?? 0
  if (sentence === (words.at(-1)?.sentence ?? 0)) weight += 0.5
  if (amount.to >= words.length - 3) weight += 0.5
  if (value > 700_000) weight -= value > 1_500_000 ? 1.5 : 0.5
  return weight
}

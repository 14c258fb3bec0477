import { plain, readable, type Word, wordsOf } from './fold.ts'

/** Kind of danger that a text mentions. Each of them makes the page show the safety panel. */
export type Danger = 'violence' | 'threat' | 'child' | 'suicide'

/**
 * Expressions of people in danger. Recall matters more than precision: an unnecessary panel does little harm.
 * `word*` matches any ending, `_` up to four words.
 */
const DANGER_PHRASES: Record<Danger, string> = {
  violence:
    'me pega | me pego | me pegaba | me pegan | me pegaron | me ha pegado | me sigue pegando | nos pega | nos pego | nos pegaba | le pega | le pego | le pegaba | les pega | le pegan | le ha pegado | golpea | golpeo | golpeaba | golpeado | golpeada | golpean | golpeando | golpiza | golpeador* | pegarme | pegarle | pegarnos | labio partido | diente quebrado | dientes quebrados | aterrad* | aterroriz* | me tiene asustad* | asustarme | tiemblo | me acosa | acosa a mi | no se acerque | no se me acerque | se acerca igual | prohibido acerc* | prohibicion acerc* | no puede acerc* | no se puede acercar | profug* | tiene arma* | tiene un arma | armas inscritas | la empuj* | lo empuj* | me insulta cada | no me deja trabajar | no me deja hablar | no me deja ver a mi familia | me deja sin comida | me toco los | me toco las | me obliga | obliga a | me controla | marido controla | me quita la plata | me quita el sueldo | me revisa el celular | brazo enyesado | dije que me cai | le tiene miedo | le tienen miedo | rompe puertas | rompe las cosas | le rompe | el pega | pega con palo | denuncie por pegarme | mi ex me espera | me espera en el paradero | son un infierno | vivo un infierno | es un infierno | un infierno en la casa | gritos y platos | #20066 | ley 20066 | me espia | espia mi | me denigra | la denigra | entro a mi casa sin | entra a mi departamento | me llama 40 veces | me dio un combo | me dio un puñete | me dio un golpe | me dio una paliza | me dio una patada | me dio una cachetada | me dio duro | me da con la | me mando un combo | me mando una | golpe en la | golpes | me golpe* | la golpe* | lo golpe* | nos golpe* | maltrat* | me maltrata | violencia | vif | agred* | agresor | agresiv* conmigo | me ahorc* | ahorc* | me asfixi* | estrangul* | me apreto el cuello | apreta* el cuello | me agarro del cuello | me tomo del cuello | me agarro del pelo | tiro el pelo | tira* el pelo | mechone* | del pelo | combo* | charchazo* | cachetad* | cachuchazo* | bofetad* | puñetazo* | puñete* | pata* en | patadas | patada | paliza | empujon* | me empuj* | me tiro al suelo | me tiro contra | me tiro por la escalera | me boto por la escalera | por la escalera | me zamarre* | zamarre* | zamarri* | me rompio la nariz | me rompio la cara | me quebro | me dejo marcad* | moreton* | moretiad* | ojo morado | ojo en tinta | ojo negro | cara morada | marcas en | me marco la cara | me saco la cresta | sacar la cresta | saca la cresta | saco la chucha | me saco la mugre | saca la mugre | me levanta la mano | me levanto la mano | levanto la mano | levanta la mano | levantar la mano | me viola | me violo | violo a | violada | violacion | violaron | abuso de mi | abuso sexual | abusa de | abusaba de | me obliga a tener relaciones | obliga a tener | me fuerza | me encierra | me encerro | me tiene encerrad* | encerrad* con llave | me deja encerrad* | me tiene amarrad* | no me deja salir | me quemo | me tira cosas | me tiro cosas | me tira las cosas | me tiro un | tirarme el plato | tirarme un | me tiro agua | me tiro cloro | con un cuchillo | con el cuchillo | con un machete | con el machete | con un palo | con el palo | con el cinturon | con la correa | un cuchillo | el cuchillo | pistola | arma de fuego | con arma | escopeta | un arma | sangr* | me pellizca* | me mordio | me araño | me rasguñ* | me escup* | lesiones | constatar lesiones | me pisoteo | huyendo de | arrancando de el | arranque de el | me arranque con | me escondo | escondida | escondido de | le tengo miedo | le tengo terror | me da miedo llegar | miedo de volver | miedo a volver | miedo a mi* | miedo a el | terror a | tengo miedo | tenemos miedo | vivo con miedo | vivimos con miedo | temo por | miedo por mi vida | femicid* | alejamiento | no se me puede acercar | prohibicion de acerc* | quebranto la orden | desacato | me sigue a | me sigue por | me persigue | me vigila | me acecha | me espera afuera | me ronda | anda afuera de mi | ronda mi casa | afuera de mi casa | rompio la puerta | pateo la puerta | patea la puerta | echo abajo la puerta | llega curado y | llega tomado y | se pone violento | se pone agresivo | violent* | toma y se pone | cuando toma | rompe todo | rompio todo | quiebra las cosas |  me da sus |  me da duro |   me mando al hospital | me dejo en el hospital | termine en urgencia | me dejo inconsciente | aventó | me jala* | me corrio a golpes | me surra* | me castiga | fui golpeada | soy golpeada | soy victima | maltratador | me controla hasta | me manosea | me toca sin | me tiro encima el auto | me tiro el auto | me atropello a proposito | mano larga | se le pasa la mano | se le paso la mano | se le suelta la mano | me zurra | me cascan | me casca | me faja | me cacheteo | me aforra | me aforro | me fleto | hits me | beats me | hit me | beat me | abuses me | abusive husband | abusive partner | domestic violence | me dio vuelta la cara | vuelta la cara',
  threat:
    'me amenaz* | nos amenaz* | amenaz* | la amenaz* | lo amenaz* | me va a matar | va a matar* | te voy a matar | me mata | nos mata | la mata | la va a matar | me quiere matar | quiere matar* | matarme | matarnos | matarla | matarlo | matara | intento matar* | trato de matar* | te mato | si me voy me | si lo dejo me | si lo denuncio me | si hablo me | mata a mi | quemar la casa | quemarme la casa | quemar mi casa | prender fuego | prende* fuego | quemarnos | quemar viv* | echarme bencina | bencina encima | con bencina | hacerme desaparecer | me va a hacer desaparecer | me voy a arrepentir | me hara daño | hacerme daño | hacerle daño | hacernos daño | hacerse justicia | vas a ver lo que | va a correr sangre | balazo* | balear | me apunto | apunto con | me apuntaron | sicario* | me las voy a pagar | que no respondia de | no responde de | me va a dejar en silla | acido | me va a sacar la | voy a terminar muerta | terminar muerta | me va a encontrar | que me cuide | que cuide a mis | se donde vives | sabe donde vivo | sabe donde vive | me tiene amenazad* | extorsion* | me extorsion* | me chantaje* | chantaje | publicar mis fotos | subir mis fotos | fotos intimas | me pillo te | me pille me | me va a pillar | cuando me pille | vengarse | se va a vengar |  me ofrecio combos | ofrecio combos | me tiene sentenciad* | me mando a pegar | mando a matar | me va a hacer pagar',
  child:
    'le pega a l* niñ* | le pega al niñ* | le pega a mi* hij* | le pegan a mi* hij* | pega a mis hij* | pegan al niñ* | pegarle a | le pegan en | golpea a l* | maltrato infantil | abuso* de mi* hij* | abuso* a mi* | abus* de un* menor | abusada por | abusado por | abusaron de | abusador | abusando | abuso sexual infantil | la toca | lo toca | le toco el | le toco los | le toco las | le toco sus | le toco la | mi tio me toca | mi tio me manosea | mi papa me manosea | trata de personas | trata de menores | trata de blancas | residencia de menores | le pega su |  las toca | tocaciones | toco a mi | tocaron a mi hij* | tocaron a un* niñ* | tocan a mi hij* | tocaban a mi hij* | toca a mi hij* | toqueteo a | toquetea* a | tocado a mi | la tocaba | lo tocaba |  toca sus partes | sus partes | partes intimas | manosea* a | manoseo a | mostrar sus partes | le muestra pornografia | le mostro | fotos de mi hij* | fotos a mi hij* | pide fotos | pedia fotos | grooming | pedofil* | pederast* | violaron a mi | violo a mi | algo feo | cosas feas | le hizo algo | algo le hizo | le hace cosas | le hicieron algo | le paso algo con | solit* en la casa | los deja sol* | la deja sol* | lo deja sol* | deja sol* a | deja a l* niñ* sol* | dejan sol* | niñ* sol* | niñit* sol* | quedan sol* | pasan sol* | guagua sol* | sola en la calle | no le da de comer | no les da de comer | sin comer | pasa hambre | con hambre | pasan hambre | desnutrid* | amarrad* | amarran | encierra a l* niñ* | encerrad* en la pieza | la castiga | lo castiga | castigan | quemadura* | quemado con | quemada con | moretones | llega con marcas | se droga delante | drog* delante | delante de l* niñ* | fuma pasta | consume pasta | consume drog* | consumen drog* | pasta base | toma con l* niñ* | borrach* con l* niñ* | maneja curad* con | mi hij* se corta | se corta los | se corta en | se escapo de la casa | niñ* desaparec* | hij* desaparec* | no aparece mi hij* | se llevo a mi hij* | se la llevo y no | se lo llevo y no | se los llevo y no | se robo a mi | no se donde estan mis hij* | no se donde esta mi hij* | explotacion | explot* sexual | prostitu* |  trabajo infantil | trabaja cargando | mendig* | pidiendo monedas | en situacion de calle | vulnera* |     negligencia parental | abandon* a l* niñ* | abandon* a su* hij* | abandono a su | la dejo abandonad* | abandonad* en | sin vacunas | sin remedios | en riesgo | corre peligro | en peligro | peligra | padrastro la | padrastro le | padrastro lo | el pololo de mi mama | mi papa me pega | mi mama me pega | mi padrastro me | mi papa me toca |   mi abuelo me | ancian* amarrad* | abuelit* amarrad* | no la alimentan | no lo alimentan | le quitan la pension | le pegan a mi abuel* | le pega a mi abuel* | le pega a mi mama | le pega a mi hermana | cuchillo y l* niñ* | pistola encima | zamarreo a | zamarrea a | le tapa la boca',
  suicide:
    'suicid* | quitarme la vida | quitarse la vida | quitarle la vida | quito la vida | quise quitarme | no quiero vivir | no quiero seguir viviendo | no quiero vivir mas | ya no quiero vivir | ganas de vivir | no quiero estar mas | no quiero estar aqui | quiero morir* | me quiero morir | quisiera morir* | quiero desaparecer | desaparecer para siempre | matarme yo | me quiero matar | quiero matarme | kill myself | want to die | ganas de matarme | ganas de matarse | voy a matarme | pienso en matarme | me voy a matar | se va a matar | si te vas me mato | yo me mato | mejor me mato | o me mato | y me mato | se quiere matar | se quiso matar | quiere matarse | intento matarse | matarse | no despertar | no despertar mas | dormirme y no | no doy mas | no aguanto mas | no puedo mas con mi vida | no puedo mas | terminar con todo | acabar con todo | acabar con mi vida | terminar con mi vida | termino con mi vida | hacerme daño | hacerse daño | autolesi* | me corto las venas | me corto los brazos | me corto las piernas | me corto cuando | me corto a veces | cortarse los | cortarse las | cortarme | cortarme las | cortarme los | pastillas para dormir todas | tome pastillas | tomo pastillas | se tomo las pastillas | sobredosis | tirarme al metro | tirarme al tren | tirarme de | me quiero tirar | colgarme | colgarse | se colgo | ahorcarse | ahorcarme | mejor muert* | estaria mejor muert* | mejor sin mi | estarian mejor sin mi | no vale la pena vivir | no tiene sentido vivir | no le veo sentido a la vida | sin sentido la vida | pa que seguir | para que seguir viviendo | para que seguir | despedirme de | carta de despedida | hacer una locura | cometer una locura | ideacion | si te vas me mato | se va a matar si | me quiero ir de este mundo | irme de este mundo | ya no quiero nada | tocar fondo | no le veo salida | no veo salida | no hay salida | pensamientos malos | atentar contra mi | atento contra su | intento de suicidio',
}

/** Harmless expressions. A match inside one of them does not count. */
const HARMLESS_PHRASES =
  'tengo miedo de perder | tengo miedo a perder | tengo miedo de que me cobr* | tengo miedo de firmar | miedo de firmar | tengo miedo de que me embarg* | tengo miedo que me embarg* | tengo miedo de quedar en dicom | tengo miedo de caer en dicom | tengo miedo de que me estaf* | tengo miedo al remate | tengo miedo a los impuestos | trabaja en escondida | en escondida | minera escondida | me quebro el negocio | me quebro la empresa | no quiero morir* | golpea la mesa | me obliga a pagar | me obliga a firmar | me obligan a firmar | me obliga a comprar | obliga a pagar | obliga a firmar | obliga a comprar | obliga a renunciar | obliga a trabajar | obliga a contratar | obliga a mediar | te obliga a | la ley obliga a | le toco la herencia | le toco la casa | le toco la mitad | le toco el auto | le toco el terreno | le toco la parte | lo toca pagar | la toca pagar | me pega el sol | me pega fuerte el sol | pega con | no me pega la | golpe de estado | golpe de suerte | golpe economico | golpe al bolsillo | golpes de la vida | golpe de calor | matar el tiempo | me mata de la risa | me mata la espalda | me mata el dolor | me mata la | me mata el estres | me mata el arriendo | matar dos pajaros | me muero de | licencia de armas | inscribir un arma | arma de doble filo | arma tu | arma el | arma la maleta | amenaza lluvia | amenaza de derrumbe | amenaza con derrumbarse | amenaza con cortar | amenaza con demandar* | amenazan con demandar* | amenazan con embarg* | amenaza con embarg* | amenazo con embarg* | amenaza con rematar | amenazan con rematar | amenaza con demandarme | violaron la clausula | violaron el contrato | me amenazan con embarg* | me amenaza con demandar* | me amenazan con demandar* | amenazan con cortar* | amenaza con cobrar | amenazan con dicom | me amenazan con dicom | amenaza con no | amenaza con subir | amenazan con subir | amenaza con quitarme la | combo de | combo familiar | combos de comida | combo agrandado | carpeta violenta | bencina cara | gasto en bencina | precio de la bencina | vale de bencina | me pagan la bencina | plata de la bencina | plata para bencina | bono de bencina | bencina y peajes | bomba de bencina | bombas de bencina | bencinera | toma de razon | toma de muestra* | la patada en | patada en la guata | me da con | residencia temporal | residencia definitiva | visa de residencia | residencia en chile | de residencia | mi residencia | la residencia definitiva | carta de residencia | residencia habitual | certificado de residencia | cambio de residencia | lugar de residencia | paquete de | la toca pagar | le toca a | lo toca | la toca el | toca la herencia | se corta la luz | se corta el agua | se corta la llamada | se corta internet | se corta la señal | corta los | me corto la luz | me corto el agua | me corto el gas | me corto el pelo | me corto la llamada | me corto el cable | me corto el internet | me corto los servicios | me corto de | se corta los | me corto un dedo | me corto el sueldo | me corto las horas | me corto el contrato | me corto del trabajo | me corto la pega | no doy mas plata | no puedo mas de | no puedo mas que | no me deja salir del contrato | no me deja salir temprano | acido urico | bateria de acido | cuando toma la micro | cuando toma vacaciones | cuando toma posesion | cuando toma medidas | cuando toma la decision | cuando toma el turno | trata de blanca nieves | se trata de | trata de cobrar* | trata de arregl* | trata de vender* | trata de echar* | trata de convenc* | trata de pag* | trata de un | trata de una | que trata de | explotacion minera | explotacion agricola | explotacion del | violacion de contrato | violacion del contrato | violacion a la ley | violacion de la ley | violacion de la privacidad | violacion de derechos de autor | violacion de datos | violo el contrato | violo la clausula | violo la ley | violo el acuerdo | violo el reglamento | violo la confidencialidad | violentaron la chapa | me ahorcan las deudas | ahorcado con | ahorcada con | ahorcado de | ahorcada de | ahorcado por | ahorcada por | me ahorcan | ahorc* con las deudas | ahorc* de deudas | golpeado por la pandemia | golpeada por la | empresa golpeada | quemadura solar | agresivo el tratamiento | tratamiento agresivo | publicidad agresiva | venta agresiva | en peligro de extincion | peligro de derrumbe | en riesgo de derrumbe | le hizo algo al auto | le hizo algo al motor | empujon economico | empujon final | un empujoncito | me dio un certificado | me dio un papel | me dio un comprobante | me dio un recibo | me dio un cheque | me dio un plazo | me dio un mes | me dio un adelanto | me dio un presupuesto | me dio un poder | me da en cuotas | me dio un numero | me dio un correo | me mando un | fuerza mayor | sangre fria | examen de sangre | muestra de sangre | hermano de sangre | de sangre | lesiones deportivas | perdi las ganas de vivir aca | residencia medica | abuso de confianza | abuso de poder | abuso de la confianza | abusa de confianza | clausula abusiva | mordio el anzuelo | pastillas para la presion | pastillas de freno | para que seguir pagando | para que seguir con el contrato | para que seguir arrendando | para que seguir gastando | pa que seguir pagando | terminar con todo el papeleo | terminar con todo lo legal | terminar con todo este tramite | acabar con todo el papeleo | tirarme de cabeza | desaparecer la deuda | hacer desaparecer la | escondido en | clausula escondida | letra escondida | escondida en el contrato | deuda escondida | cargos escondidos | cobros escondidos | con un palo y | tres palos | dos palos | un palo | vulneracion del reglamento | me persigue el banco | me persigue la empresa | me persiguen los | me sigue cobrando | me sigue llegando | me sigue descontando | me sigue debiendo | me sigue a mi | me sigue por las deudas | amarrado a un contrato | amarrada a un contrato | amarrado al contrato | amarrado con el banco | amarrada con el banco | con hambre de | hambre de justicia | no aguanto mas este departamento | sabe donde vive el deudor | se donde vive | en riesgo mi | en riesgo de perder | en riesgo la | negocio en peligro'

interface Step {
  /** Phonetic key of a word, or its beginning. */
  key: string
  isPrefix: boolean
  /** Number of other words allowed before it. */
  gap: number
}
interface Pattern {
  /** Null for a harmless expression. */
  danger: Danger | null
  steps: readonly Step[]
}
const MAX_GAP_WORDS = 4

function patternsOf(danger: Danger | null, ways: string): Pattern[] {
  return ways.split('|').map((way) => {
    const steps: Step[] = []
    let gap = 0
    for (const part of way.trim().split(/\s+/u)) {
      if (part === '_') {
        gap = MAX_GAP_WORDS
        continue
      }
      const isPrefix = part.endsWith('*')
      const [key = ''] = wordsOf(plain(isPrefix ? part.slice(0, -1) : part)).map((word) => word.key)
      steps.push({ key, isPrefix, gap })
      gap = 0
    }
    return { danger, steps }
  })
}

const INDEX_KEY_LENGTH = 3
/** Patterns by the beginning of their first word. */
const index = Map.groupBy(
  [
    ...Object.entries(DANGER_PHRASES).flatMap(([danger, ways]) => patternsOf(danger as Danger, ways)),
    ...patternsOf(null, HARMLESS_PHRASES),
  ],
  ({ steps }) => steps[0]?.key.slice(0, INDEX_KEY_LENGTH) ?? '',
)

/** Index of the last word of a pattern that starts at a word, or -1. */
function endOf(words: readonly Word[], from: number, { steps }: Pattern): number {
  let at = from - 1
  for (const { key, isPrefix, gap } of steps) {
    let next = -1
    for (let skip = 0; skip <= gap && next === -1; skip += 1) {
      const word = words[at + 1 + skip]?.key
      if (word !== undefined && (isPrefix ? word.startsWith(key) : word === key)) next = at + 1 + skip
    }
    if (next === -1) return -1
    at = next
  }
  return at
}

/** The kinds of danger that a text mentions, whatever its specialty. */
export function findDangers(text: string): readonly Danger[] {
  const words = wordsOf(plain(readable(text)))
  const matches: { danger: Danger; from: number; to: number }[] = []
  const harmless: { from: number; to: number }[] = []
  for (const [from, { key }] of words.entries())
    for (const short of new Set([key.slice(0, INDEX_KEY_LENGTH), key.slice(0, 2), key.slice(0, 1)]))
      for (const pattern of index.get(short) ?? []) {
        const to = endOf(words, from, pattern)
        if (to === -1) continue
        if (pattern.danger === null) harmless.push({ from, to })
        else matches.push({ danger: pattern.danger, from, to })
      }
  // «matarme» is a threat, but «quiero matarme» is not.
  const suicidal = matches.filter(({ danger }) => danger === 'suicide')
  const within = (spans: typeof harmless, from: number, to: number) =>
    spans.some((span) => span.from <= from && span.to >= to)
  const counted = matches.filter(
    ({ danger, from, to }) =>
      !within(harmless, from, to) && (danger === 'suicide' || !within(suicidal, from, to)),
  )
  return [...new Set(counted.map(({ danger }) => danger))]
}

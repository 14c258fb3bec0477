/** Question for when two specialties are similarly likely. The option «Otro» means none of the 15 others. */
export interface Question {
  text: string
  options: readonly { specialty: string; label: string }[]
}

/** Texts of each specialty: `want` inside a generated question, `label` as an answer. */
const TEXTS: Record<string, { want: string; label: string }> = {
  'Herencias y posesiones': {
    want: 'ver la herencia o los bienes de alguien que falleció',
    label: 'Es por una herencia',
  },
  'Pensión de alimentos': {
    want: 'que se fije, se pague o se cambie una pensión de alimentos',
    label: 'Es por la pensión de alimentos',
  },
  Divorcio: { want: 'terminar el matrimonio', label: 'Quiero divorciarme' },
  'Tuición y régimen de visitas': {
    want: 'resolver con quién viven los niños o cuándo los ven',
    label: 'Es por el cuidado o las visitas',
  },
  'Medidas de protección (familia)': {
    want: 'proteger a un niño, una niña o una persona mayor que está en riesgo',
    label: 'Alguien está en riesgo y hay que protegerlo',
  },
  'Despido injustificado': {
    want: 'reclamar por cómo terminó tu trabajo',
    label: 'Me despidieron o terminó mi contrato',
  },
  'Acoso laboral': {
    want: 'que pare el maltrato o el acoso en tu trabajo',
    label: 'Me maltratan o acosan en el trabajo',
  },
  'No pago de cotizaciones': {
    want: 'que tu empleador pague tus cotizaciones',
    label: 'No me pagaron las cotizaciones',
  },
  'Arriendo (conflictos)': { want: 'resolver un problema de arriendo', label: 'Es por un arriendo' },
  'Compra o venta de propiedad': {
    want: 'comprar, vender o inscribir una propiedad',
    label: 'Es por la compra o venta de una propiedad',
  },
  'Violencia intrafamiliar (VIF)': {
    want: 'protegerte de la violencia de alguien de tu familia o de tu pareja',
    label: 'Vivo violencia de mi pareja o familia',
  },
  'Deudas y cobranzas': { want: 'pagar, discutir o cobrar una deuda', label: 'Es por una deuda' },
  'Licencias médicas rechazadas': {
    want: 'que te aprueben o te paguen una licencia médica',
    label: 'Es por una licencia médica',
  },
  'Estafa o apropiación indebida': {
    want: 'actuar contra alguien que te engañó o se quedó con lo tuyo',
    label: 'Me estafaron o se quedaron con lo mío',
  },
  'Contratos (revisión o incumplimiento)': {
    want: 'revisar un contrato o exigir que se cumpla',
    label: 'Es por un contrato o un trabajo encargado',
  },
  Otro: { want: 'ver otra materia', label: 'Es otra cosa' },
}

/** Hand-written questions for the pairs of specialties that are confused most. */
const PAIR_QUESTIONS: Record<string, Record<string, string>> = {
  'Pensión de alimentos': {
    'Tuición y régimen de visitas':
      '¿Lo que quieres resolver es la plata para los niños, o con quién viven y cuándo los ven?',
    Divorcio: '¿Buscas terminar el matrimonio, o solo ver la pensión?',
    'Deudas y cobranzas': '¿Lo que se debe es pensión de alimentos, u otra deuda?',
    'Violencia intrafamiliar (VIF)': '¿Lo más urgente es que estés a salvo, o que se pague la pensión?',
  },
  Divorcio: {
    'Tuición y régimen de visitas':
      '¿Quieres terminar el matrimonio, o resolver el cuidado y las visitas de los niños?',
    'Violencia intrafamiliar (VIF)':
      '¿Lo más urgente es protegerte de la violencia, o terminar el matrimonio?',
  },
  'Herencias y posesiones': {
    Divorcio: '¿Esto viene de alguien que falleció, o de una separación?',
    'Compra o venta de propiedad':
      '¿La propiedad viene de alguien que falleció, o es una compra o una venta entre vivos?',
    'Deudas y cobranzas': '¿Es por los bienes de alguien que falleció, o por una deuda tuya?',
  },
  'Tuición y régimen de visitas': {
    'Medidas de protección (familia)':
      '¿El niño o la niña corre peligro donde está, o hay que ordenar con quién vive y cuándo se ven?',
    'Violencia intrafamiliar (VIF)':
      '¿Lo más urgente es protegerte de la violencia, o el cuidado y las visitas de los niños?',
  },
  'Medidas de protección (familia)': {
    'Violencia intrafamiliar (VIF)':
      '¿Quién está en peligro: tú por tu pareja o familia, o un niño o una persona mayor que hay que proteger?',
  },
  'Despido injustificado': {
    'No pago de cotizaciones': '¿Quieres reclamar por el despido, o por cotizaciones que no te pagaron?',
    'Acoso laboral': '¿Sigues en ese trabajo y quieres que pare el maltrato, o ya terminó tu contrato?',
    'Licencias médicas rechazadas':
      '¿El problema es que perdiste el trabajo, o que no te pagan o rechazan la licencia?',
    'Contratos (revisión o incumplimiento)':
      '¿Trabajabas con jefe y horario, o prestabas un servicio por tu cuenta?',
  },
  'Acoso laboral': {
    'Violencia intrafamiliar (VIF)': '¿Quien te maltrata es alguien del trabajo, o tu pareja o tu familia?',
    'Licencias médicas rechazadas':
      '¿Quieres que pare el acoso en el trabajo, o que te aprueben o paguen la licencia?',
  },
  'No pago de cotizaciones': {
    'Licencias médicas rechazadas':
      '¿El problema es que tu empleador no pagó tus cotizaciones, o que te rechazan la licencia?',
  },
  'Arriendo (conflictos)': {
    'Compra o venta de propiedad': '¿La propiedad está arrendada, o se está comprando o vendiendo?',
    'Contratos (revisión o incumplimiento)': '¿El contrato es de arriendo de una propiedad, o de otra cosa?',
    'Deudas y cobranzas': '¿Lo que se debe son arriendos, u otra deuda?',
    'Estafa o apropiación indebida':
      '¿El arriendo existe y hay un conflicto, o la persona te engañó para quedarse con tu plata?',
  },
  'Compra o venta de propiedad': {
    'Contratos (revisión o incumplimiento)':
      '¿Se trata de comprar o vender una propiedad, o de un trabajo o servicio que se contrató?',
    'Estafa o apropiación indebida':
      '¿La compra es real y tiene un problema, o te engañaron desde el comienzo?',
    'Deudas y cobranzas': '¿El problema es la compra de la propiedad, o la deuda con el banco?',
  },
  'Deudas y cobranzas': {
    'Estafa o apropiación indebida':
      '¿La persona te debe plata y no paga, o te engañó para quedarse con ella?',
    'Contratos (revisión o incumplimiento)':
      '¿Solo falta que paguen, o se discute si el trabajo o el contrato se cumplió?',
  },
  'Estafa o apropiación indebida': {
    'Contratos (revisión o incumplimiento)':
      '¿La otra parte nunca pensó cumplir y te engañó, o hizo mal o a medias lo acordado?',
  },
}

/** The question that tells two specialties apart, with an answer for each and «Es otra cosa». */
export function questionBetween(first: string, second: string): Question {
  const one = TEXTS[first]
  const other = TEXTS[second]
  const text =
    PAIR_QUESTIONS[first]?.[second] ??
    PAIR_QUESTIONS[second]?.[first] ??
    (second === 'Otro' || first === 'Otro'
      ? `¿Lo que necesitas es ${(first === 'Otro' ? other : one)?.want ?? ''}, o se trata de otra cosa?`
      : `¿Qué se acerca más a lo que necesitas: ${one?.want ?? ''}, o ${other?.want ?? ''}?`)
  const options = [first, second].map((specialty) => ({
    specialty,
    label: TEXTS[specialty]?.label ?? specialty,
  }))
  if (!options.some(({ specialty }) => specialty === 'Otro'))
    options.push({ specialty: 'Otro', label: TEXTS.Otro?.label ?? 'Otro' })
  return { text, options }
}

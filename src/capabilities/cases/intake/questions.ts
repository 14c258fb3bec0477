import type { CASE_SPECIALTIES } from '../../lawyers/schema.ts'

export type CaseSpecialty = (typeof CASE_SPECIALTIES)[number]

/** Every specialty uses the same ids: an answer is identified by specialty and question (TRAP-22). */
export const QUESTION_IDS = ['q1', 'q2', 'q3'] as const
export type QuestionId = (typeof QUESTION_IDS)[number]

/** WIZ-15: the input of a question. */
export type QuestionInput =
  | { input: 'radio'; options: readonly string[] }
  | { input: 'text' | 'textarea' | 'date' }
  | { input: 'number'; unit: 'días' | 'meses' | 'CLP' }

export type Question = QuestionInput & { id: QuestionId; text: string }

/** WIZ-11: «Otro» has this one question, which is stored as its only one (OPEN-47). */
export const OTHER_SPECIALTY: CaseSpecialty = 'Otro'
export const OTHER_QUESTION = 'Describe brevemente el tipo de caso'

/** OPEN-21: notice for specialties where the person may be in danger. */
export const SAFETY_NOTICE =
  'Si estás en peligro, llama a Carabineros al 133. Orientación en violencia contra la mujer: 1455.'
export const SAFETY_SPECIALTIES: readonly string[] = [
  'Medidas de protección (familia)',
  'Violencia intrafamiliar (VIF)',
] satisfies CaseSpecialty[]
export const isSafetySpecialty = (specialty: string | null): boolean =>
  specialty !== null && SAFETY_SPECIALTIES.includes(specialty)

type QuestionWithoutId = QuestionInput & { text: string }
const radio = (text: string, options: string): QuestionWithoutId => ({
  input: 'radio',
  text,
  options: options.split(' | '),
})
const line = (text: string): QuestionWithoutId => ({ input: 'text', text })
const area = (text: string): QuestionWithoutId => ({ input: 'textarea', text })
const day = (text: string): QuestionWithoutId => ({ input: 'date', text })
const count = (unit: 'días' | 'meses' | 'CLP', text: string): QuestionWithoutId => ({
  input: 'number',
  unit,
  text,
})

type Three = [QuestionWithoutId, QuestionWithoutId, QuestionWithoutId]
const withIds = (...[q1, q2, q3]: Three): readonly Question[] => [
  { ...q1, id: 'q1' },
  { ...q2, id: 'q2' },
  { ...q3, id: 'q3' },
]

/** OPEN-21: the three questions of each specialty, all required. «Otro» has none (WIZ-18). */
export const QUESTIONS: Readonly<Record<CaseSpecialty, readonly Question[]>> = {
  'Herencias y posesiones': withIds(
    radio(
      '¿Qué relación tenías con la persona fallecida?',
      'Cónyuge o conviviente civil | Hijo o hija | Padre o madre | Hermano o hermana | Otro familiar o heredero',
    ),
    day('¿En qué fecha falleció?'),
    area(
      'Describe los bienes de la herencia y cuéntanos si hay testamento o desacuerdo entre los herederos.',
    ),
  ),
  'Pensión de alimentos': withIds(
    radio(
      '¿Cuál es tu situación?',
      'Quiero demandar pensión de alimentos | Me deben pensión de alimentos | Debo pagar pensión de alimentos | Quiero aumentar, rebajar o terminar una pensión',
    ),
    radio(
      '¿Existe una resolución judicial o un acuerdo aprobado que fije la pensión?',
      'Sí, una resolución judicial | Sí, un acuerdo aprobado | No | No estoy seguro/a',
    ),
    count(
      'CLP',
      '¿Cuál es el monto aproximado de la deuda en pesos chilenos (CLP)? Si no hay deuda, escribe 0.',
    ),
  ),
  Divorcio: withIds(
    radio(
      '¿Qué tipo de divorcio necesitas?',
      'De común acuerdo | Unilateral por cese de convivencia | Por culpa | No estoy seguro/a',
    ),
    day('¿Desde qué fecha están separados? Puede ser aproximada.'),
    area('¿Tienen hijos o bienes en común? Describe brevemente la situación.'),
  ),
  'Tuición y régimen de visitas': withIds(
    radio(
      '¿Qué relación tienes con el niño, niña o adolescente?',
      'Madre | Padre | Abuelo o abuela | Otro familiar o cuidador',
    ),
    radio(
      '¿Existe una resolución judicial o un acuerdo sobre el cuidado o las visitas?',
      'Sí | No | Está en trámite',
    ),
    area('¿Qué edades tienen los niños y qué necesitas resolver?'),
  ),
  'Medidas de protección (familia)': withIds(
    line('¿Qué relación tienes con la persona que necesita protección?'),
    radio('¿Hay una causa abierta en un Tribunal de Familia?', 'Sí | No | No lo sé'),
    area('Describe los hechos y la situación de riesgo.'),
  ),
  'Despido injustificado': withIds(
    count('días', '¿Cuántos días han pasado desde el despido?'),
    radio(
      '¿Tenías contrato de trabajo escrito?',
      'Sí, indefinido | Sí, a plazo fijo o por obra | No tenía contrato escrito',
    ),
    area('¿Qué motivo te dio tu empleador? Cuéntanos también si firmaste finiquito.'),
  ),
  'Acoso laboral': withIds(
    radio(
      '¿Quién ejerce el acoso?',
      'Mi jefatura | Un compañero o compañera de trabajo | Una persona a mi cargo | Un cliente u otra persona externa',
    ),
    radio(
      '¿Has presentado una denuncia?',
      'Sí, en la empresa | Sí, en la Dirección del Trabajo | Sí, en ambas | No',
    ),
    area('Describe los hechos y desde cuándo ocurren.'),
  ),
  'No pago de cotizaciones': withIds(
    radio(
      '¿Qué cotizaciones no te han pagado?',
      'AFP | Salud (Fonasa o Isapre) | Seguro de cesantía | Varias de las anteriores',
    ),
    count('meses', '¿Cuántos meses te adeudan, aproximadamente?'),
    radio('¿Sigues trabajando con ese empleador?', 'Sí, con contrato | Sí, sin contrato | No'),
  ),
  'Arriendo (conflictos)': withIds(
    radio(
      '¿Cuál es tu rol en el arriendo?',
      'Arrendador (dueño de la propiedad) | Arrendatario (quien paga el arriendo) | Aval o codeudor',
    ),
    radio(
      '¿Existe un contrato de arriendo escrito?',
      'Sí, firmado ante notario | Sí, sin notario | No, fue de palabra',
    ),
    area('Describe el conflicto (rentas impagas, término del contrato, garantía, reparaciones u otro).'),
  ),
  'Compra o venta de propiedad': withIds(
    radio('¿Cuál es tu rol en la operación?', 'Comprador | Vendedor | Copropietario o heredero | Otro'),
    radio(
      '¿Existe algún documento firmado?',
      'Sí, promesa de compraventa | Sí, escritura de compraventa | Solo una reserva u oferta | No',
    ),
    area('¿En qué necesitas ayuda? Describe la propiedad y el problema.'),
  ),
  'Violencia intrafamiliar (VIF)': withIds(
    radio(
      '¿Qué relación tienes con la persona que ejerce la violencia?',
      'Cónyuge o conviviente | Expareja | Padre, madre, hijo o hija | Otro familiar | Prefiero contarlo en privado',
    ),
    radio('¿Existe una denuncia o una medida cautelar?', 'Solo denuncia | Denuncia y medida cautelar | No'),
    day('¿Cuándo ocurrió el último episodio? Puede ser una fecha aproximada.'),
  ),
  'Deudas y cobranzas': withIds(
    radio('¿Cuál es tu situación?', 'Debo dinero | Me deben dinero | Soy aval o codeudor'),
    count('CLP', '¿Cuál es el monto aproximado de la deuda en pesos chilenos (CLP)?'),
    line('¿Con qué banco, empresa o persona existe la deuda?'),
  ),
  'Licencias médicas rechazadas': withIds(
    radio('¿Quién rechazó o redujo la licencia?', 'COMPIN | Isapre | Mutual de seguridad | No lo sé'),
    day('¿En qué fecha te notificaron el rechazo?'),
    area('¿Qué motivo te informaron? Cuéntanos si ya reclamaste o apelaste.'),
  ),
  'Estafa o apropiación indebida': withIds(
    radio(
      '¿Cuál es tu situación?',
      'Fui víctima | Me acusan o me denunciaron | Represento a una empresa afectada',
    ),
    count('CLP', '¿Cuál es el monto aproximado del perjuicio en pesos chilenos (CLP)?'),
    area('Describe lo ocurrido, cuándo fue y qué pruebas tienes (transferencias, mensajes, contratos).'),
  ),
  'Contratos (revisión o incumplimiento)': withIds(
    radio(
      '¿Qué necesitas?',
      'Revisar un contrato antes de firmarlo | Redactar o modificar un contrato | Reclamar un incumplimiento | Defenderme de un reclamo',
    ),
    line('¿Qué tipo de contrato es? Por ejemplo: prestación de servicios, compraventa o sociedad.'),
    area('Describe la situación y, si hay un incumplimiento, en qué consiste.'),
  ),
  Otro: [],
}

/** Whether a name is one of the 16 case specialties (WIZ-09). */
export const isCaseSpecialty = (name: string): name is CaseSpecialty => Object.hasOwn(QUESTIONS, name)

/** The questions of a specialty; none for an unknown name. */
export const questionsOf = (specialty: string): readonly Question[] =>
  isCaseSpecialty(specialty) ? QUESTIONS[specialty] : []

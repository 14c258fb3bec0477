import * as z from 'zod/mini'

/** INT-09. */
export const INTERVIEW_STATUSES = ['draft', 'submitted'] as const
export type InterviewStatus = (typeof INTERVIEW_STATUSES)[number]

/** OPEN-57. */
export const STATUS_LABELS: Record<InterviewStatus, string> = { draft: 'Borrador', submitted: 'Enviada' }

/** Maximum length of each of the three texts, characters. */
export const TEXT_MAX = 5_000

export const MESSAGES = {
  /** INT-04. */
  incomplete: 'Por favor completa tu problema y objetivo antes de enviar.',
  problemMissing: 'Escribe cuál es tu problema.',
  goalMissing: 'Escribe qué quieres lograr.',
  recommendationMissing: 'Escribe tu recomendación antes de enviarla.',
  tooLong: 'El texto puede tener hasta 5.000 caracteres.',
  /** INT-06. */
  saved: 'Guardado exitoso',
  notSaved: 'No se pudo guardar la entrevista.',
  /** INT-07. */
  sent: 'Entrevista enviada',
  notSent: 'No se pudo enviar la entrevista.',
  /** OPEN-57. */
  onlyHere: 'Esta entrevista se guarda solo en este navegador.',
  partiesOnly: 'Solo los clientes y los abogados completan esta entrevista.',
  /** To the lawyer on their own page. Not «escribir»: a draft can already be written. */
  noneYet:
    'Todavía no hay una entrevista enviada por un cliente en este navegador. Cuando llegue una, aquí podrás enviar tu recomendación.',
  /** To a lawyer on another lawyer's page. */
  noneForYou: 'En este navegador no hay entrevistas de clientes para ti.',
  /** Name of an unknown lawyer (INT-10). */
  someLawyer: 'Abogado',
} as const

const text = z.string().check(z.maxLength(TEXT_MAX))

/** ENT-19, as stored in the browser. */
export const interviewSchema = z.strictObject({
  id: z.uuid(),
  clientId: z.string(),
  lawyerId: z.string(),
  clientName: z.string(),
  lawyerName: z.string(),
  clientProblem: text,
  clientGoal: text,
  lawyerRecommendation: text,
  status: z.enum(INTERVIEW_STATUSES),
  /** ISO 8601, UTC. */
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Interview = z.infer<typeof interviewSchema>

export type InterviewTexts = Pick<Interview, 'clientProblem' | 'clientGoal' | 'lawyerRecommendation'>

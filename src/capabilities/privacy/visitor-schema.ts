import * as z from 'zod/mini'
import { STORED_PHONE } from '../../chile/phone.ts'
import { normaliseRut } from '../../chile/rut.ts'
import { keysOf } from '../../input/fields.ts'
import { requestRecoveryInput, updateNameInput } from '../accounts/schema.ts'
import {
  detailsField,
  MESSAGES,
  NEEDS_WORDS,
  REQUEST_CAUSES,
  REQUEST_KINDS,
  requestFields,
  requestIdInput,
  visitorFields,
} from './schema.ts'

export const VISITOR_MESSAGES = {
  qualityMissing: 'Elige en qué calidad pides.',
  datumKindMissing: 'Elige qué dato buscamos.',
  emailDatum: 'Escribe un correo válido.',
  rutDatum: 'Escribe un RUT válido.',
  phoneDatum: 'Escribe los 8 dígitos del teléfono.',
  wrongCode: 'El código no es correcto o venció.',
  tooManyFromHere: 'Ya recibimos varias solicitudes desde esta conexión. Inténtalo en una hora.',
  tooManyOfAddress: 'Ya recibimos tres solicitudes con este correo hoy. Inténtalo mañana.',
  tooManyCodes: 'Pediste varios códigos hoy. Inténtalo mañana.',
  tooSoon: 'Espera un minuto antes de pedir otro código.',
  linkUnknown: 'Este enlace no es válido. Usa el del último correo que te enviamos.',
  linkIncomplete: 'El enlace está incompleto. Cópialo entero desde el correo.',
  proofNotNeeded: 'Esta solicitud no necesita esa prueba.',
  proofMissing: 'Falta la prueba de que puede pedir por otra persona.',
  identityMissing: 'Falta la prueba de su identidad.',
  neverSearched:
    'No buscamos dentro de conversaciones, causas ni documentos privados: los protege el secreto y solo los leen sus partes.',
} as const

/** DAT-23: what can be asked for without an account. */
export const VISITOR_REQUEST_KINDS = {
  acceso: 'Saber qué guardan de mí',
  corregir: REQUEST_KINDS.corregir,
  borrar: REQUEST_KINDS.borrar,
  oponer: REQUEST_KINDS.oponer,
  llevar: REQUEST_KINDS.llevar,
  revision: REQUEST_KINDS.revision,
  consulta: REQUEST_KINDS.consulta,
} as const
export type VisitorRequestKind = keyof typeof VISITOR_REQUEST_KINDS

export const QUALITIES = {
  titular: 'Por mí: los datos son míos',
  representante: 'Por otra persona, a quien represento',
  heredero: 'Por una persona que murió, como heredero',
} as const
export type Quality = keyof typeof QUALITIES

export const DATUM_KINDS = { email: 'Un correo', rut: 'Un RUT', phone: 'Un teléfono' } as const
export type DatumKind = keyof typeof DATUM_KINDS

const DATUM_PROBLEMS: Readonly<Record<DatumKind, string>> = {
  email: VISITOR_MESSAGES.emailDatum,
  rut: VISITOR_MESSAGES.rutDatum,
  phone: VISITOR_MESSAGES.phoneDatum,
}

/** A datum as it is stored. Null: it is none of this kind. */
export function datumOf(kind: DatumKind, text: string): string | null {
  if (kind === 'email') return requestRecoveryInput.safeParse({ email: text }).data?.email ?? null
  if (kind === 'rut') return normaliseRut(text)
  return STORED_PHONE.test(text) ? text : null
}

/** DAT-23: a request without an account. What its kind needs is checked by `visitorProblems`. */
export const sendVisitorRequestInput = z.strictObject({
  requestId: requestIdInput.shape.requestId,
  name: updateNameInput.shape.name,
  quality: z.enum(keysOf(QUALITIES), VISITOR_MESSAGES.qualityMissing),
  email: requestRecoveryInput.shape.email,
  kind: z.enum(keysOf(VISITOR_REQUEST_KINDS), MESSAGES.kindMissing),
  cause: z.nullable(z.enum(keysOf(REQUEST_CAUSES), MESSAGES.causeMissing)),
  details: detailsField,
  datumKind: z.enum(keysOf(DATUM_KINDS), VISITOR_MESSAGES.datumKindMissing),
  datum: z.string(VISITOR_MESSAGES.datumKindMissing).check(z.maxLength(320, VISITOR_MESSAGES.emailDatum)),
})
export type SendVisitorRequestInput = z.infer<typeof sendVisitorRequestInput>

type VisitorDraft = Pick<SendVisitorRequestInput, 'kind' | 'cause' | 'details' | 'datumKind' | 'datum'>

/** DAT-23: what is missing in a request, by field. */
export function visitorProblems({
  kind,
  cause,
  details,
  datumKind,
  datum,
}: VisitorDraft): Record<string, string> {
  const problems: Record<string, string> = {}
  if ((kind === 'borrar' || kind === 'oponer') && cause === null) problems.cause = MESSAGES.causeMissing
  if (NEEDS_WORDS[kind] && details === '')
    problems.details = kind === 'corregir' ? MESSAGES.correctionMissing : MESSAGES.detailsMissing
  if (datumOf(datumKind, datum) === null) problems.datum = DATUM_PROBLEMS[datumKind]
  return problems
}

/** The same whether Amparo has such data or not (DAT-24). */
export const visitorCodeSent = z.object({ sent: z.literal(true), resend_in: z.int() })

export const confirmVisitorRequestInput = z.strictObject({
  requestId: requestIdInput.shape.requestId,
  code: z.string(VISITOR_MESSAGES.wrongCode).check(z.regex(/^\d{6}$/, VISITOR_MESSAGES.wrongCode)),
})
export type ConfirmVisitorRequestInput = z.infer<typeof confirmVisitorRequestInput>

const token = z.string(VISITOR_MESSAGES.linkUnknown).check(z.maxLength(200, VISITOR_MESSAGES.linkUnknown))
/** What the mailed link has after «#» (DAT-25). */
export const visitorTokenInput = z.strictObject({ token })
export type VisitorTokenInput = z.infer<typeof visitorTokenInput>
export const visitorToken = z.object({ token: z.string() })

const fileKey = z
  .string(MESSAGES.fileMissing)
  .check(z.minLength(1, MESSAGES.fileMissing), z.maxLength(200, MESSAGES.fileMissing))
export const proveVisitorIdentityInput = z.strictObject({ token, fileKey })
export type ProveVisitorIdentityInput = z.infer<typeof proveVisitorIdentityInput>
export const attachVisitorProofInput = z.strictObject({
  token,
  fileKeys: z
    .array(fileKey, MESSAGES.fileMissing)
    .check(z.minLength(1, MESSAGES.fileMissing), z.maxLength(3, MESSAGES.tooManyFiles)),
})
export type AttachVisitorProofInput = z.infer<typeof attachVisitorProofInput>

/** DAT-25: a request as the person follows it. */
export const visitorRequestView = z.object({
  ...requestFields,
  visitor: visitorFields,
  /** Whether the proof of representation or of inheritance is still missing. */
  needs_proof: z.boolean(),
})
export type VisitorRequestView = z.infer<typeof visitorRequestView>

/** DAT-26: how many rows of a group have the datum. */
export const matchesOutput = z.object({
  groups: z.array(z.object({ title: z.string(), count: z.int() })),
})
export type Matches = z.infer<typeof matchesOutput>

import type { BadgeTone } from '../../../ui/display/badge.tsx'
import {
  MESSAGES,
  type OwnRequest,
  type QueuedRequestView,
  REQUEST_KINDS,
  type RequestState,
  type RequestView,
} from '../schema.ts'

export const STATE_TONES: Readonly<Record<RequestState, BadgeTone>> = {
  por_confirmar: 'neutral',
  recibida: 'accent',
  identidad: 'accent',
  ampliada: 'accent',
  aceptada: 'verified',
  parcial: 'gold',
  rechazada: 'danger',
  retirada: 'neutral',
}

/** «Corregir un dato» */
export const kindLabel = (kind: OwnRequest['kind']): string =>
  kind === 'acceso' ? 'Saber qué guardan de mí' : REQUEST_KINDS[kind]

/** The button that grants a request. */
export const grantText = ({ kind, can_apply }: Pick<QueuedRequestView, 'kind' | 'can_apply'>): string => {
  if (kind === 'bloquear') return 'Mantener el bloqueo y responder'
  return can_apply ? 'Corregir y responder' : 'Aceptar y responder'
}

/** DAT-75: what is said of the e-mail of a message; null: nothing. @param forTeam to administrators */
export function mailText({ kind, mail }: RequestView['messages'][number], forTeam: boolean): string | null {
  if (forTeam) return mail && TEAM_MAIL_TEXTS[mail]
  if (mail !== 'failed') return null
  return kind === 'answer' ? MESSAGES.answerNotMailed : MESSAGES.notMailed
}

const TEAM_MAIL_TEXTS = {
  sent: 'El correo salió.',
  read: 'La persona lo leyó en Amparo antes de que saliera el correo.',
  failed: 'No se pudo enviar el correo.',
} as const

/** Headings of what was sent, by kind of message. */
export const messageTitle = (kind: string, number: string): string =>
  ({
    received: `Recibimos tu solicitud ${number}`,
    extended: `Ampliamos el plazo de tu solicitud ${number}`,
    identity: 'Confirma tu identidad',
    proven: 'Enviaste la prueba de tu identidad',
    attached: 'Enviaste la prueba de que puedes pedir por otra persona',
    answer: `Respondimos tu solicitud ${number}`,
    withdrawn: 'Retiraste tu solicitud',
    unblocked: 'Quitaste el bloqueo',
    lifted: `Levantamos el bloqueo de tu solicitud ${number}`,
  })[kind] ?? ''

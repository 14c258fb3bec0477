import type { BadgeTone } from '../../../ui/display/badge.tsx'
import { type OwnRequest, REQUEST_KINDS, type RequestState } from '../schema.ts'

export const STATE_LABELS: Readonly<Record<RequestState, string>> = {
  por_confirmar: 'Por confirmar',
  recibida: 'Recibida',
  identidad: 'Falta tu identidad',
  ampliada: 'Plazo ampliado',
  aceptada: 'Aceptada',
  parcial: 'Aceptada en parte',
  rechazada: 'Rechazada',
  retirada: 'Retirada',
}

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
  kind === 'bloquear' ? 'Bloquear un dato' : REQUEST_KINDS[kind]

/** Headings of what was sent, by kind of message. */
export const messageTitle = (kind: string, number: string): string =>
  ({
    received: `Recibimos tu solicitud ${number}`,
    extended: `Ampliamos el plazo de tu solicitud ${number}`,
    identity: 'Confirma tu identidad',
    proven: 'Enviaste la prueba de tu identidad',
    answer: `Respondimos tu solicitud ${number}`,
    withdrawn: 'Retiraste tu solicitud',
  })[kind] ?? ''

import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { Session } from '../../platform/session/session.ts'
import { type CallChoice, type MailChoice, MESSAGES } from './schema.ts'

declare const brand: unique symbol
/** A scope: a client, who chooses how to be contacted. Only `requireContacted` creates one. */
export interface Contacted {
  readonly userId: string
  readonly [brand]: true
}

/** Clients choose; lawyers and administrators get 403: warnings about their accounts must reach them. */
export function requireContacted({ userId, role }: Pick<Session, 'userId' | 'role'>): Result<Contacted> {
  if (role === 'client') return accept({ userId } as Contacted)
  return refuse({ code: 'FORBIDDEN', message: MESSAGES.clientsOnly })
}

/** The domain of MAIL_FROM. */
export const senderDomain = (mailFrom: string): string => /@([^>\s]+)/.exec(mailFrom)?.[1] ?? ''

export const MAIL_LABELS: Readonly<Record<MailChoice, string>> = {
  normal: 'Correo normal',
  discreto: 'Correo discreto',
  ninguno: 'No me escriban correos',
}

export const CALL_LABELS: Readonly<Record<CallChoice, string>> = {
  no: 'No me llamen',
  horario: 'Solo en este horario',
  si: 'Pueden llamarme',
}

/** PLZ-73: what the lawyer of a chat reads after «Contacto seguro:»; null when the client has said nothing. */
export function contactSentence(
  choice: { calls: CallChoice | null; hours: string | null; note: string | null } | null,
): string | null {
  if (!choice) return null
  const { calls, hours, note } = choice
  const sentences = [
    calls === 'no' && 'no llames.',
    calls === 'horario' && `llama solo en este horario: ${hours}.`,
    calls === 'si' && 'puedes llamar.',
    note && `“${note}”`,
  ].filter((sentence) => typeof sentence === 'string')
  return sentences.length === 0 ? null : sentences.join(' ')
}

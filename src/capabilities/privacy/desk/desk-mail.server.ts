import { timingSafeEqual } from 'node:crypto'
import type { Tx } from '../../../platform/database/database.server.ts'
import { sendMail } from '../../../platform/mail/mail.server.ts'
import type { Platform } from '../../../platform/rpc/context.server.ts'
import { findDesk } from '../desk-store.server.ts'
import { deskMail } from '../mail.server.tsx'
import { listMessages } from '../request-store.server.ts'

type Sealing = Pick<Platform, 'sealer'>

const signature = ({ sealer }: Sealing, requestId: string) => sealer.sign(`desk request\n${requestId}`)

/** DAT-25: what the mailed links have after «#». It is computed, so that no stored value opens a request. */
export const deskTokenOf = (platform: Sealing, requestId: string): string =>
  `${requestId}.${signature(platform, requestId)}`

/** The request of a token; null: it is none of ours. */
export function requestOfToken(platform: Sealing, token: string): string | null {
  const [requestId = '', given = ''] = token.split('.', 2)
  const [expected, actual] = [Buffer.from(signature(platform, requestId)), Buffer.from(given)]
  return expected.length === actual.length && timingSafeEqual(expected, actual) ? requestId : null
}

export type DeskMailKind =
  | 'request-received'
  | 'request-extended'
  | 'request-identity'
  | 'request-answered'
  | 'block-lifted'

const SUBJECTS: Readonly<Record<DeskMailKind, (number: string) => string>> = {
  'request-received': (number) => `Recibimos tu solicitud ${number}`,
  'request-extended': (number) => `Ampliamos el plazo de tu solicitud ${number}`,
  'request-identity': (number) => `Confirma tu identidad para tu solicitud ${number}`,
  'request-answered': (number) => `Respondimos tu solicitud ${number}`,
  'block-lifted': (number) => `Levantamos el bloqueo de tu solicitud ${number}`,
}

/** DAT-25: e-mails the last text about a request, whole, to somebody without an account; once for each kind. */
export async function mailDeskAsker(
  tx: Tx,
  platform: Pick<Platform, 'sealer' | 'config'>,
  { id, number }: { id: string; number: string },
  kind: DeskMailKind,
): Promise<void> {
  const desk = await findDesk(tx, id)
  if (!desk) return
  const messages = await listMessages(tx, id)
  const link = `${platform.config.publicUrl}/solicitud-de-datos/seguimiento#${deskTokenOf(platform, id)}`
  await sendMail(tx, platform.sealer, {
    template: deskMail,
    to: desk.email,
    props: { subject: SUBJECTS[kind](number), text: messages.at(-1)?.body ?? '', link },
    key: `desk-${kind}:${id}`,
  })
}

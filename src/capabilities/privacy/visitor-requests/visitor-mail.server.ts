import type { Tx } from '../../../platform/database/database.server.ts'
import { isSameSecret } from '../../../platform/keys/tokens.server.ts'
import { mailOutcomes, sendMail } from '../../../platform/mail/mail.server.ts'
import type { Platform } from '../../../platform/rpc/context.server.ts'
import { listAdministrators } from '../../accounts/commands.server.ts'
import { visitorMail, visitorMailFailed } from '../mail.server.tsx'
import * as store from '../request-store.server.ts'
import { findVisitor } from '../visitor-store.server.ts'

type Sealing = Pick<Platform, 'sealer'>

const signature = ({ sealer }: Sealing, requestId: string) => sealer.sign(`desk request\n${requestId}`)

/** DAT-25: what the mailed links have after «#». It is computed, so that no stored value opens a request. */
export const visitorTokenOf = (platform: Sealing, requestId: string): string =>
  `${requestId}.${signature(platform, requestId)}`

/** The request of a token; null: it is none of ours. */
export function requestOfToken(platform: Sealing, token: string): string | null {
  const [requestId = '', given = ''] = token.split('.', 2)
  return isSameSecret(signature(platform, requestId), given) ? requestId : null
}

export type VisitorMailKind =
  | 'request-received'
  | 'request-extended'
  | 'request-identity'
  | 'request-answered'
  | 'block-lifted'

const SUBJECTS: Readonly<Record<VisitorMailKind, (number: string) => string>> = {
  'request-received': (number) => `Recibimos tu solicitud ${number}`,
  'request-extended': (number) => `Ampliamos el plazo de tu solicitud ${number}`,
  'request-identity': (number) => `Confirma tu identidad para tu solicitud ${number}`,
  'request-answered': (number) => `Respondimos tu solicitud ${number}`,
  'block-lifted': (number) => `Levantamos el bloqueo de tu solicitud ${number}`,
}

/** DAT-25: e-mails the last text about a request, whole, to somebody without an account; once for each kind. */
export async function mailVisitor(
  tx: Tx,
  platform: Pick<Platform, 'sealer' | 'config'>,
  { id, number }: { id: string; number: string },
  kind: VisitorMailKind,
): Promise<void> {
  const visitor = await findVisitor(tx, id)
  if (!visitor) return
  const messages = await store.listMessages(tx, id)
  const link = `${platform.config.publicUrl}/solicitud-de-datos/seguimiento#${visitorTokenOf(platform, id)}`
  await sendMail(tx, platform.sealer, {
    template: visitorMail,
    to: visitor.email,
    props: { subject: SUBJECTS[kind](number), text: messages.at(-1)?.body ?? '', link },
    key: mailKey(kind, id),
  })
}

const mailKey = (kind: VisitorMailKind, requestId: string) => `desk-${kind}:${requestId}`

const MAIL_KINDS = {
  received: 'request-received',
  extended: 'request-extended',
  identity: 'request-identity',
  answer: 'request-answered',
  lifted: 'block-lifted',
} as const satisfies Record<store.MailedMessage, VisitorMailKind>

/**
 * DAT-16, DAT-75: keeps the outcome of e-mails to people without an account. Their only channel is e-mail, so administrators
 * get an e-mail about one that was given up. @returns the requests of those that are settled now
 */
export async function settleVisitorMails(
  tx: Tx,
  platform: Pick<Platform, 'sealer' | 'config'>,
): Promise<{ id: string; person_id: null }[]> {
  const waiting = (await store.listUnsettled(tx)).map((one) => ({
    ...one,
    key: mailKey(MAIL_KINDS[one.kind], one.request_id),
  }))
  const outcomes = await mailOutcomes(
    tx,
    waiting.map(({ key }) => key),
  )
  const settled: { id: string; person_id: null }[] = []
  for (const { id, request_id, number, key } of waiting) {
    const outcome = outcomes.get(key)
    if (!outcome || !(await store.settleMail(tx, id, outcome))) continue
    settled.push({ id: request_id, person_id: null })
    if (outcome === 'sent') continue
    const link = `${platform.config.publicUrl}/admin/solicitudes/${request_id}`
    for (const { id: adminId, email } of await listAdministrators(tx))
      await sendMail(tx, platform.sealer, {
        template: visitorMailFailed,
        to: email,
        props: { number, link },
        key: `desk-mail-failed:${id}:${adminId}`,
      })
  }
  return settled
}

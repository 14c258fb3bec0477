import { randomUUID } from 'node:crypto'
import { makeChat } from '../../../src/demo-data/conversations.ts'
import { completeProfile } from '../../../src/demo-data/lawyers.ts'
import type { AppSuite, Member } from '../app/suite.ts'

/** Messages of a conversation in which the lawyer threatens; numbers 2 and 3 are the threats. */
const THREATS = [
  ['client', 'Hola'],
  ['lawyer', 'Si no me pagas hoy voy a ir a tu trabajo.'],
  ['lawyer', 'Tú sabes que sé dónde vives.'],
  ['client', 'No me escriba más'],
] as const

export const REASON = 'Regla 2: anuncia presentarse en el trabajo de la clienta.'

/** A client and a verified lawyer with a conversation. */
export async function makeReportedChat(suite: Pick<AppSuite, 'member' | 'platform'>) {
  const [client, lawyer] = await Promise.all([
    suite.member({ name: 'Camila Rojas' }),
    suite.member({ name: 'Rodrigo Fuentealba', role: 'lawyer', verificationStatus: 'verified' }),
  ])
  await completeProfile(suite.platform.db, lawyer.id)
  const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id }, THREATS)
  return { client, lawyer, chatId }
}

/** Reports the conversation. @returns the id of the report */
export async function makeReport(by: Member, chatId: string, seqs: readonly number[] = [2]): Promise<string> {
  const id = randomUUID()
  const input = { id, object: 'conversation', objectId: chatId, reason: 'amenazas', seqs }
  const answer = await by.post('/api/moderation/report', input)
  if (answer.status !== 200) throw new Error(answer.text)
  return id
}

/** An administrator takes a report and reads it. */
export async function readReport(admin: Member, id: string): Promise<void> {
  await admin.post('/api/moderation/take', { id })
  await admin.post('/api/moderation/open-report', { id })
}

/** An administrator takes a report, reads it and decides it. */
export async function decideReport(admin: Member, id: string, decision: object) {
  await readReport(admin, id)
  return admin.post('/api/moderation/decide', { id, rule: 2, reason: REASON, ...decision })
}

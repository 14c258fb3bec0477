import { randomUUID } from 'node:crypto'
import { publishCase } from '../capabilities/cases/commands.server.ts'
import { openChat, sendMessage } from '../capabilities/chat/commands.server.ts'
import type { Message } from '../capabilities/chat/schema.ts'
import { acceptProposal, createProposal, rejectProposal } from '../capabilities/proposals/commands.server.ts'
import type { Proposal } from '../capabilities/proposals/schema.ts'
import { uuidv7 } from '../input/ids.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { actingAs, unwrap } from './acting-as.ts'

export interface Parties {
  clientId: string
  /** Must be verified. */
  lawyerId: string
}

/** Sender and text of a message. */
export type ChatLine = readonly ['client' | 'lawyer', string]

/** Opens a chat, as «Contactar» does, and sends the messages. @returns its id */
export async function makeChat(
  platform: Platform,
  { clientId, lawyerId }: Parties,
  lines: readonly ChatLine[] = [],
): Promise<string> {
  const { chatId } = unwrap(await openChat(await actingAs(platform, clientId), { lawyerId }))
  for (const [side, text] of lines)
    await sendText(platform, chatId, side === 'client' ? clientId : lawyerId, text)
  return chatId
}

export async function sendText(
  platform: Platform,
  chatId: string,
  userId: string,
  content: string,
): Promise<Message> {
  const context = await actingAs(platform, userId)
  return unwrap(await sendMessage(context, { id: uuidv7(), chatId, content }))
}

export interface ProposalAttributes {
  summary?: string
  /** Chilean pesos. */
  fee?: number
  deadline?: string | null
  conditions?: string[]
}

/** Creates a pending proposal of the lawyer in a chat. */
export async function makeProposal(
  platform: Platform,
  { chatId, lawyerId }: { chatId: string; lawyerId: string },
  input: ProposalAttributes = {},
): Promise<Proposal> {
  const context = await actingAs(platform, lawyerId)
  const summary =
    'Redacción y presentación de la demanda, representación en la audiencia y seguimiento del cobro.'
  const content = { summary, fee: 350_000, conditions: ['Pago en dos cuotas'], ...input }
  return unwrap(await createProposal(context, { id: randomUUID(), chatId, ...content }))
}

/** Accepts or rejects a proposal as the client. @returns the id of the case, null after a rejection */
export async function answerProposal(
  platform: Platform,
  { clientId, proposalId }: { clientId: string; proposalId: string },
  answer: 'accept' | 'reject',
): Promise<string | null> {
  const context = await actingAs(platform, clientId)
  if (answer === 'accept') return unwrap(await acceptProposal(context, { proposalId })).caseId
  unwrap(await rejectProposal(context, { proposalId }))
  return null
}

/** Creates a chat with an accepted proposal, and so a case. */
export async function makeActiveCase(
  platform: Platform,
  parties: Parties,
  input: ProposalAttributes = {},
): Promise<{ caseId: string; chatId: string; proposalId: string }> {
  const chatId = await makeChat(platform, parties)
  const { id: proposalId } = await makeProposal(platform, { chatId, lawyerId: parties.lawyerId }, input)
  const caseId = await answerProposal(platform, { clientId: parties.clientId, proposalId }, 'accept')
  if (caseId === null) throw new Error('no case')
  return { caseId, chatId, proposalId }
}

export interface CaseAttributes {
  title?: string
  description?: string
  specialty?: string | null
  commune?: string | null
  details?: { question: string; answer: string }[]
  in_market?: boolean
}

/** Publishes an open case of a client. @returns its id */
export async function makeOpenCase(
  platform: Platform,
  clientId: string,
  input: CaseAttributes = {},
): Promise<string> {
  const specialty = 'Arriendo (conflictos)'
  const { id } = unwrap(
    await publishCase(platform, {
      id: randomUUID(),
      clientId,
      title: `Consulta de ${specialty} en Ñuñoa`,
      description: '¿Existe un contrato por escrito? Sí\n¿Cuántos meses se adeudan? 3',
      specialty,
      commune: 'Ñuñoa',
      details: [{ question: '¿Existe un contrato por escrito?', answer: 'Sí' }],
      in_market: true,
      ...input,
    }),
  )
  return id
}

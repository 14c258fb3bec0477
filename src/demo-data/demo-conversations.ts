import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import conversations from '../../data/demo/conversations.json' with { type: 'json' }
import { markReadUpTo } from '../capabilities/chat/conversation.server.ts'
import { foldText } from '../input/text.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { findAccountId, makeAccount } from './accounts.ts'
import { actingAs } from './acting-as.ts'
import { answerProposal, makeChat, makeProposal, type ProposalAttributes, sendText } from './conversations.ts'
import { DEMO_DOCUMENTS } from './demo-workspace.ts'
import { makeChatFile } from './workspace.ts'

type Side = 'client' | 'lawyer'

/** What one side does in a conversation, and when: «1d 06:00» is 30 hours ago. */
type Step = { ago: string } & (
  | { by: Side; text: string }
  /** Of `data/demo/documents`, sent under a name. */
  | { by: Side; file: string; name: string }
  | { proposal: ProposalAttributes }
  | { answer: 'accept' | 'reject' }
  /** That side has read everything so far. */
  | { readBy: Side }
)

interface Conversation {
  client: string
  lawyer: string
  steps: Step[]
}

/** Clients who are not among the accounts of README.md. */
const OTHER_CLIENTS = ['Joaquín Tapia Reyes', 'Rosa Huenchumán Paillal']
const DEFAULT_AGE = '40d 00:00'

/** Creates current conversations: proposals in every state, an active case, some unread messages. */
export async function createDemoConversations(platform: Platform): Promise<void> {
  for (const name of OTHER_CLIENTS) {
    const [first = '', second = ''] = foldText(name).split(' ')
    await makeAccount(platform.db, { name, email: `${first}.${second}@demo.test`, role: 'client' })
  }
  for (const conversation of conversations as Conversation[]) await createConversation(platform, conversation)
}

/** Creates a conversation with the product's commands and moves each step to its time. */
async function createConversation(
  platform: Platform,
  { client, lawyer, steps }: Conversation,
): Promise<void> {
  const { db } = platform
  const ids = { client: await findAccountId(db, client), lawyer: await findAccountId(db, lawyer) }
  const clientId = ids.client
  const lawyerId = ids.lawyer
  const chatId = await makeChat(platform, { clientId, lawyerId })
  const now = Date.now()
  const timeOf = (ago: string) => {
    const [days = 0, hours = 0, minutes = 0] = ago.split(/d |:/).map(Number)
    return new Date(now - ((days * 24 + hours) * 60 + minutes) * 60_000)
  }
  const lastSeq = async () => {
    const chat = db.selectFrom('chats').select('last_seq').where('id', '=', chatId)
    return (await chat.executeTakeFirstOrThrow()).last_seq
  }
  let proposalId = ''
  let seq = 0
  for (const step of steps) {
    const time = timeOf(step.ago)
    if ('text' in step) await sendText(platform, chatId, ids[step.by], step.text)
    else if ('file' in step) {
      const bytes = await readFile(join(DEMO_DOCUMENTS, step.file))
      const sent = await makeChatFile(platform, { chatId, userId: ids[step.by], name: step.name, bytes })
      await sql`update case_documents set created_at = ${time} where id = ${sent.id}`.execute(db)
      await sql`update stored_files set created_at = ${time} where key = ${sent.key}`.execute(db)
    } else if ('proposal' in step) {
      proposalId = (await makeProposal(platform, { chatId, lawyerId }, step.proposal)).id
      await sql`update proposals set created_at = ${time} where id = ${proposalId}`.execute(db)
    } else if ('answer' in step) {
      const caseId = await answerProposal(platform, { clientId, proposalId }, step.answer)
      await sql`update proposals set decided_at = ${time} where id = ${proposalId}`.execute(db)
      await sql`
        update cases set created_at = ${time}, proposal_accepted_at = ${time} where id = ${caseId}
      `.execute(db)
    } else await markReadUpTo(await actingAs(platform, ids[step.readBy]), { chatId, upTo: seq })
    await sql`update messages set created_at = ${time} where chat_id = ${chatId} and seq > ${seq}`.execute(db)
    seq = await lastSeq()
  }
  const first = timeOf(steps[0]?.ago ?? DEFAULT_AGE)
  await sql`
    update chats set created_at = ${first},
      updated_at = coalesce((select max(created_at) from messages where chat_id = ${chatId}), ${first})
    where id = ${chatId}
  `.execute(db)
}

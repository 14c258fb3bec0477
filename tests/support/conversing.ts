import { makeAccount } from '../../src/server/factories/accounts.ts'
import { actingAs } from '../../src/server/factories/acting.ts'
import { makeActiveCase, makeChat } from '../../src/server/factories/conversations.ts'
import { completeProfile } from '../../src/server/factories/lawyers.ts'
import type { useDatabase } from './suite.ts'

/** People who talk, and what is stored of it, in a test file's own database. */
export function conversing(house: ReturnType<typeof useDatabase>) {
  const client = async (name = 'Camila Rojas') => (await makeAccount(house.platform.db, { name })).id
  /** A verified one. @param specialties of a complete profile; without them there is none */
  const lawyer = async (name = 'Andrés Muñoz', specialties?: string[]) => {
    const { id } = await makeAccount(house.platform.db, {
      name,
      role: 'lawyer',
      verificationStatus: 'verified',
    })
    if (specialties) await completeProfile(house.platform.db, id, { specialties })
    return id
  }
  return {
    client,
    lawyer,
    /** A new client, a new lawyer and their chat. */
    async conversation() {
      const clientId = await client()
      const lawyerId = await lawyer()
      const chatId = await makeChat(house.platform, { clientId, lawyerId })
      return {
        clientId,
        lawyerId,
        chatId,
        asClient: await actingAs(house.platform, clientId),
        asLawyer: await actingAs(house.platform, lawyerId),
      }
    },
    /** A new client, a new lawyer and the case that they work on. */
    async running() {
      const parties = { clientId: await client(), lawyerId: await lawyer() }
      const { caseId } = await makeActiveCase(house.platform, parties)
      return {
        ...parties,
        caseId,
        asClient: await actingAs(house.platform, parties.clientId),
        asLawyer: await actingAs(house.platform, parties.lawyerId),
      }
    },
    messagesOf: (chatId: string) =>
      house.database.sql(
        'select type, content, side, proposal_id from messages where chat_id = $1 order by seq',
        [chatId],
      ),
    chatOf: async (id: string) =>
      (await house.database.sql('select * from chats where id = $1', [id]))[0] ?? {},
  }
}

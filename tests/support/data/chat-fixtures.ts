import { makeAccount } from '../../../src/demo-data/accounts.ts'
import { actingAs } from '../../../src/demo-data/acting-as.ts'
import { makeActiveCase, makeChat } from '../../../src/demo-data/conversations.ts'
import { completeProfile } from '../../../src/demo-data/lawyers.ts'
import type { useDatabase } from '../app/suite.ts'

/** Creates chats, cases and their parties in the database of a test file, and reads the stored messages. */
export function chatFixtures(suite: ReturnType<typeof useDatabase>) {
  const client = async (name = 'Camila Rojas') => (await makeAccount(suite.platform.db, { name })).id
  /** Creates a verified lawyer. @param specialties with them, the profile is complete; without them, empty */
  const lawyer = async (name = 'Andrés Muñoz', specialties?: string[]) => {
    const { id } = await makeAccount(suite.platform.db, {
      name,
      role: 'lawyer',
      verificationStatus: 'verified',
    })
    if (specialties) await completeProfile(suite.platform.db, id, { specialties })
    return id
  }
  return {
    client,
    lawyer,
    /** Creates a client, a lawyer and their chat. */
    async conversation() {
      const clientId = await client()
      const lawyerId = await lawyer()
      const chatId = await makeChat(suite.platform, { clientId, lawyerId })
      return {
        clientId,
        lawyerId,
        chatId,
        asClient: await actingAs(suite.platform, clientId),
        asLawyer: await actingAs(suite.platform, lawyerId),
      }
    },
    /** Creates a client, a lawyer and their active case. */
    async activeCase() {
      const parties = { clientId: await client(), lawyerId: await lawyer() }
      const { caseId } = await makeActiveCase(suite.platform, parties)
      return {
        ...parties,
        caseId,
        asClient: await actingAs(suite.platform, parties.clientId),
        asLawyer: await actingAs(suite.platform, parties.lawyerId),
      }
    },
    messagesOf: (chatId: string) =>
      suite.database.sql(
        'select type, content, side, proposal_id from messages where chat_id = $1 order by seq',
        [chatId],
      ),
    chatOf: async (id: string) =>
      (await suite.database.sql('select * from chats where id = $1', [id]))[0] ?? {},
  }
}

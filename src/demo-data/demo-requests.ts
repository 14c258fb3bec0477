import { report } from '../capabilities/moderation/commands.server.ts'
import { sendRequest } from '../capabilities/privacy/requests/own-requests.server.ts'
import type { SendRequestInput } from '../capabilities/privacy/schema.ts'
import { uuidv7 } from '../input/ids.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { findAccountId } from './accounts.ts'
import { actingAs, unwrap } from './acting-as.ts'
import { makeChat } from './conversations.ts'

const REQUESTS: readonly (Partial<SendRequestInput> & Pick<SendRequestInput, 'kind'> & { by: string })[] = [
  { by: 'Patricio Gallardo Mena', kind: 'corregir', about: 'nombre', newValue: 'Patricio Gallardo Menares' },
  {
    by: 'Lorena Vidal Carrasco',
    kind: 'consulta',
    details: '¿Quiénes pueden ver mi causa mientras espera un abogado?',
  },
  {
    by: 'Ximena Tobar Salinas',
    kind: 'revision',
    details: 'Pregunté por la garantía de un arriendo y me propuso Derecho Comercial.',
  },
]

/** Fills the administrator's queues: requests about one's data, and a report of a conversation. */
export async function createDemoRequests(platform: Platform): Promise<void> {
  for (const { by, ...request } of REQUESTS) {
    const person = await actingAs(platform, await findAccountId(platform.db, by))
    const empty = { about: null, cause: null, newValue: '', details: '', fileKeys: [] }
    unwrap(await sendRequest(person, { ...empty, ...request, requestId: uuidv7() }))
  }
  const clientId = await findAccountId(platform.db, 'Rodolfo Espina Navarro')
  const lawyerId = await findAccountId(platform.db, 'Sebastián Godoy Carvajal')
  const chatId = await makeChat(platform, { clientId, lawyerId }, [
    ['client', 'Buenas tardes, quisiera saber cuánto costaría revisar mi contrato de arriendo.'],
    ['lawyer', 'Para empezar debe transferirme hoy $300.000 a mi cuenta personal. No doy boleta.'],
  ])
  const client = await actingAs(platform, clientId)
  unwrap(
    await report(client, {
      ...{ id: uuidv7(), object: 'conversation', objectId: chatId, reason: 'engano', seqs: [2] },
      detail: 'Me pide dinero antes de ver el contrato.',
    }),
  )
}

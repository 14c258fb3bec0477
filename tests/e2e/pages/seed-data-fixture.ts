/** A database in which every page has content: accounts with cases, chats, reviews and full lists. */

import demoLawyers from '../../../data/demo/lawyers.json' with { type: 'json' }
import { markReadUpTo } from '../../../src/capabilities/chat/conversation.server.ts'
import { returnProfile, verify } from '../../../src/capabilities/verification/commands.server.ts'
import { makeAccount } from '../../../src/demo-data/accounts.ts'
import { actingAs } from '../../../src/demo-data/acting-as.ts'
import { finishCase } from '../../../src/demo-data/closings.ts'
import {
  makeActiveCase,
  makeChat,
  makeOpenCase,
  makeProposal,
  sendText,
} from '../../../src/demo-data/conversations.ts'
import { completeProfile, setPlan } from '../../../src/demo-data/lawyers.ts'
import { makeUpdate } from '../../../src/demo-data/progress.ts'
import { giveTask, makeDocument, makeTask } from '../../../src/demo-data/workspace.ts'
import { withCheapPassword } from '../../support/data/cheap-password.ts'
import { makeReview } from '../../support/data/make-review.ts'
import { createWaitingLawyer, type WaitingLawyer } from '../../support/data/waiting-lawyer.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts'
import { createPdf } from '../../support/files/sample-documents.ts'
import { type Account, test as base } from '../harness/fixtures.ts'

export interface SeedData {
  client: Account
  lawyer: Account
  admin: Account
  /** Ids for the URLs of the pages. */
  ids: Record<'lawyer' | 'case' | 'chat' | 'waiting', string>
}

/** Uses a database of its own: data left by other tests would change the weight of the pages. */
export const test = base.extend<object, { seedData: SeedData }>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const database = await createTestDatabase('pages')
      await use(database)
      await database.close()
    },
    { scope: 'worker' },
  ],
  seedData: [
    async ({ database }, use) => use(await createSeedData(database)),
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** Fills one page of each list: 20 lawyers, 20 open cases. */
const PAGE_SIZE = 20
/** An account may publish ten cases an hour. */
const CASES_PER_CLIENT = 10

async function createSeedData({ platform }: TestDatabase): Promise<SeedData> {
  const { db } = platform
  const client = await makeAccount(db, withCheapPassword({ name: 'Camila Rojas Fuentes' }))
  const admin = await makeAccount(db, withCheapPassword({ role: 'admin', name: 'Paulina Mardones' }))
  const [lawyer, second] = await makeLawyers(platform)
  if (!lawyer || !second) throw new Error('no lawyers')
  await setPlan(db, lawyer.id, 'intermedio', 50)
  const waiting = await makeQueue(platform, admin.id)

  const others: string[] = []
  for (const name of ['Rosa Díaz Pino', 'Elena Ríos Toledo', 'Marcelo Vidal Soto', 'Hugo Lara Muñoz'])
    others.push((await makeAccount(db, { name })).id)
  for (let at = 0; at < PAGE_SIZE; at++)
    await makeOpenCase(platform, others[Math.floor(at / CASES_PER_CLIENT)] ?? '', {
      description: `${at + 1} meses adeudados.\n¿Existe un contrato por escrito? Sí, firmado ante notario.\n¿Qué se ha intentado? Cartas y una reunión.`,
    })
  for (const [at, clientId] of others.entries()) {
    await makeReview(platform, { clientId, lawyerId: lawyer.id }, { rating: 5 - (at % 2) })
    const chatId = await makeChat(platform, { clientId, lawyerId: lawyer.id }, [
      ['client', 'Buenas tardes, ¿podemos hablar del contrato?'],
    ])
    await makeProposal(platform, { chatId, lawyerId: lawyer.id }, { fee: 240_000 + at * 35_000 })
  }

  // The client has an active case with one lawyer, a finished one with the other, and an open one without a
  // lawyer.
  const parties = { clientId: client.id, lawyerId: lawyer.id }
  const { caseId, chatId } = await makeActiveCase(platform, parties, { deadline: '2099-12-15' })
  for (const [title, status] of [
    ['Revisar el finiquito', 'por_analizar'],
    ['Calcular la indemnización', 'por_analizar'],
    ['Redactar la demanda', 'en_desarrollo'],
    ['Carta para firmar', 'listo_para_cliente'],
  ] as const)
    await makeTask(platform, { caseId, lawyerId: lawyer.id }, title, status)
  await makeUpdate(platform, { caseId, lawyerId: lawyer.id })
  for (const assignee of ['client', 'lawyer'] as const)
    for (const days of [0, 20])
      await giveTask(platform, { caseId, lawyerId: lawyer.id }, 'Reunir las liquidaciones del año', {
        ...{ assignee, days, note: 'De enero a octubre.', items: ['Primer semestre', 'Segundo semestre'] },
      })
  const bytes = createPdf('Finiquito', ['Liquidación de remuneraciones y días pendientes.'])
  for (const userId of [client.id, lawyer.id])
    await makeDocument(platform, { caseId, userId, name: 'Finiquito.pdf', bytes })
  for (let at = 0; at < 12; at++)
    await sendText(
      platform,
      chatId,
      at % 2 ? lawyer.id : client.id,
      'Le envío la liquidación del último mes y la carta de aviso, que llegó el lunes por la tarde.',
    )
  await makeProposal(platform, { chatId, lawyerId: lawyer.id })
  // Mark the chat as read for both: otherwise the first test that opens it would see something else than the
  // next.
  for (const { id } of [client, lawyer])
    await markReadUpTo(await actingAs(platform, id), { chatId, upTo: 1_000 })
  await makeReview(platform, { clientId: client.id, lawyerId: second.id })
  const finishedCase = await makeActiveCase(platform, { clientId: client.id, lawyerId: second.id })
  const secondLawyer = await actingAs(platform, second.id)
  await finishCase(secondLawyer, finishedCase.caseId)
  await makeOpenCase(platform, client.id)
  return { client, lawyer, admin, ids: { lawyer: lawyer.id, case: caseId, chat: chatId, waiting } }
}

/**
 * Creates profiles that wait for verification, and two that are decided.
 * @returns the id of one that waits
 */
async function makeQueue(platform: TestDatabase['platform'], adminId: string): Promise<string> {
  const queue: WaitingLawyer[] = []
  for (const { name } of demoLawyers.waiting.slice(0, 5))
    queue.push(await createWaitingLawyer(platform, { name, document: 'image' }))
  const [verified, returned, next] = queue
  if (!verified || !returned || !next) throw new Error('too few waiting lawyers')
  const admin = await actingAs(platform, adminId)
  await verify(admin, { lawyerId: verified.id, submissionId: verified.submissionId, confirmed: true })
  const { id: lawyerId, submissionId } = returned
  await returnProfile(admin, { lawyerId, submissionId, reason: 'La foto del carnet se ve borrosa.' })
  return next.id
}

async function makeLawyers({ db }: TestDatabase['platform']): Promise<Account[]> {
  const lawyers: Account[] = []
  for (const { name, description, specialties, price } of demoLawyers.verified.slice(0, PAGE_SIZE + 2)) {
    const account = await makeAccount(
      db,
      withCheapPassword({ name, role: 'lawyer', verificationStatus: 'verified' }),
    )
    await completeProfile(db, account.id, { description, specialties, price })
    lawyers.push(account)
  }
  return lawyers
}

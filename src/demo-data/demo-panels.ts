import { sql } from 'kysely'
import pastCases from '../../data/demo/past-cases.json' with { type: 'json' }
import { caseTitle } from '../capabilities/cases/intake/answers.ts'
import type { CaseStatus } from '../capabilities/cases/schema.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { findAccountId, makeAccount } from './accounts.ts'
import { makeOpenCase } from './conversations.ts'
import { composeDemoCase } from './demo-cases.ts'
import { makePastCase } from './past-case.ts'

const DAY_MS = 86_400_000

/** Clients who are not among the accounts of README.md. */
const OTHER_CLIENTS = ['Marcela Soto Cifuentes', 'Patricio Garrido Núñez', 'Daniela Muñoz Cárcamo']

/** Creates more cases for the dashboards, in addition to those of the demonstration's conversations. */
export async function createDemoPanels(platform: Platform): Promise<void> {
  const { db } = platform
  for (const [at, name] of OTHER_CLIENTS.entries())
    await makeAccount(db, { name, email: `clienta${at + 1}@demo.test` })
  for (const { client, lawyer, startedDaysAgo, status, ...past } of pastCases) {
    const started = new Date(Date.now() - startedDaysAgo * DAY_MS)
    await makePastCase(platform, {
      ...past,
      clientId: await findAccountId(db, client),
      lawyerId: await findAccountId(db, lawyer),
      title: caseTitle(past.specialty, past.commune),
      status: status as CaseStatus,
      sent: started,
      accepted: started,
    })
  }
  const answers = [
    'Otro familiar o heredero',
    '@430',
    'Una casa antigua de mi abuela. Somos siete nietos y nadie hizo la posesión efectiva.',
  ]
  const waiting = await makeOpenCase(
    platform,
    await findAccountId(db, 'Camila Rojas Fuentes'),
    composeDemoCase('Herencias y posesiones', { commune: 'Quinta Normal', answers }, new Date()),
  )
  await sql`update cases set created_at = now() - interval '51 hours' where id = ${waiting}`.execute(db)
}

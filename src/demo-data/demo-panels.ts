import { sql } from 'kysely'
import pastCases from '../../data/demo/past-cases.json' with { type: 'json' }
import { caseTitle } from '../capabilities/cases/intake/answers.ts'
import type { CaseStatus } from '../capabilities/cases/schema.ts'
import { closeCase } from '../capabilities/closings/commands.server.ts'
import type { Outcome } from '../capabilities/closings/schema.ts'
import { withdrawCase } from '../capabilities/open-cases/commands.server.ts'
import { uuidv4 } from '../input/ids.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { findAccountId, makeAccount } from './accounts.ts'
import { actingAs, unwrap } from './acting-as.ts'
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
  for (const { client, lawyer, startedDaysAgo, status, closing, ...past } of pastCases) {
    const started = new Date(Date.now() - startedDaysAgo * DAY_MS)
    const lawyerId = await findAccountId(db, lawyer)
    const caseId = await makePastCase(platform, {
      ...past,
      clientId: await findAccountId(db, client),
      lawyerId,
      title: caseTitle(past.specialty, past.commune),
      status: status as CaseStatus,
      sent: started,
      accepted: started,
    })
    if (closing) {
      const outcome = closing.outcome as Outcome
      unwrap(
        await closeCase(await actingAs(platform, lawyerId), { caseId, id: uuidv4(), ...closing, outcome }),
      )
    }
  }
  const answers = [
    'Otro familiar o heredero',
    '@430',
    'Una casa antigua de mi abuela. Somos siete nietos y nadie hizo la posesión efectiva.',
  ]
  const clientId = await findAccountId(db, 'Camila Rojas Fuentes')
  const client = await actingAs(platform, clientId)
  // Published twice, so that both have the same title; the older one is withdrawn.
  for (const hoursAgo of [57, 51]) {
    const caseId = await makeOpenCase(
      platform,
      clientId,
      composeDemoCase('Herencias y posesiones', { commune: 'Quinta Normal', answers }, new Date()),
    )
    await sql`update cases set created_at = now() - make_interval(hours => ${hoursAgo}) where id = ${caseId}`.execute(
      db,
    )
    if (hoursAgo === 57) unwrap(await withdrawCase(client, { caseId, reason: 'Otro' }))
  }
}

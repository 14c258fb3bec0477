import { randomUUID } from 'node:crypto'
import demoCases from '../../data/demo/cases.json' with { type: 'json' }
import { composeCase } from '../capabilities/cases/intake/answers.ts'
import { isSafetySpecialty, OTHER_SPECIALTY } from '../capabilities/cases/intake/questions.ts'
import type { URGENCIES } from '../capabilities/cases/schema.ts'
import { isoDay } from '../chile/dates.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { makeAccount } from './accounts.ts'

const DAY_MS = 86_400_000

interface DemoCase {
  commune: string
  urgency?: (typeof URGENCIES)[number] | null
  /** One per question of the specialty; `@40` is the date 40 days ago. */
  answers: string[]
}

/** Composes a case as the wizard would. @throws when it would refuse the answers */
export function composeDemoCase(specialty: string, { commune, answers }: DemoCase, now: Date) {
  const [q1, q2, q3] = answers.map((answer) => resolveDate(answer, now))
  const composed = composeCase(
    specialty === OTHER_SPECIALTY
      ? { specialty, commune, answers: {}, otherText: q1 }
      : { specialty, commune, answers: { q1, q2, q3 } },
    isoDay(now),
  )
  if (!composed.ok) throw new Error(`${composed.refusal.message} ${commune}: ${answers}`)
  return composed.value
}

/** Replaces `@40` by the date 40 days ago. */
const resolveDate = (answer: string, now: Date) =>
  /^@\d+$/.test(answer) ? isoDay(new Date(now.getTime() - Number(answer.slice(1)) * DAY_MS)) : answer

/** Age of a case in minutes, by its index: some are from the last hour, most from the last weeks. */
const ageInMinutes = (at: number) => Math.round(7 + 40 * at + 0.9 * at ** 2.6)

/** Creates about sixty open cases of all specialties and many communes, as the wizard would. */
export async function createDemoCases(platform: Platform): Promise<void> {
  const clients: string[] = []
  for (const [at, name] of demoCases.clients.entries())
    clients.push((await makeAccount(platform.db, { name, email: `cliente${at + 1}@demo.test` })).id)
  const now = new Date()
  const cases = Object.entries(demoCases.specialties)
    .flatMap(([specialty, { cases: list }]: [string, { cases: unknown[] }]) =>
      (list as DemoCase[]).map((one) => ({
        ...composeDemoCase(specialty, one, now),
        urgency: one.urgency ?? null,
      })),
    )
    // Mix the specialties.
    .map((one, at) => ({ one, key: (at * 37) % 101 }))
    .sort((a, b) => a.key - b.key)
  const rows = cases.map(({ one: { details, ...one } }, at) => ({
    ...one,
    id: randomUUID(),
    client_id: clients[at % clients.length],
    details: JSON.stringify(details),
    // Of those about danger, one in two was published by choice.
    in_market: !isSafetySpecialty(one.specialty) || at % 2 === 0,
    created_at: new Date(now.getTime() - ageInMinutes(at) * 60_000),
  }))
  await platform.db.insertInto('cases').values(rows).execute()
}

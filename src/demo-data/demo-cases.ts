import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { composeCase } from '../capabilities/cases/intake/answers.ts'
import { OTHER_SPECIALTY, QUESTION_IDS } from '../capabilities/cases/intake/questions.ts'
import { isoDay } from '../chile/dates.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { makeAccount } from './accounts.ts'
import { CASE_TEXTS, DEMO_CLIENTS } from './demo-case-texts.ts'

const URGENCY_PATTERN = /^(?:alta|media|baja)$/
const DAY_MS = 86_400_000

/** Parses the texts (format: demo-case-texts.ts). @throws when the wizard would refuse a line's answers */
function readCases(text: string, now: Date) {
  const cases: ReturnType<typeof readCase>[] = []
  let specialty = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) specialty = line.slice(2)
    else if (line !== '' && !line.startsWith('? ')) cases.push(readCase(specialty, line, now))
  }
  return cases
}

function readCase(specialty: string, line: string, now: Date) {
  const [commune = '', ...rest] = line.split(' | ')
  const urgency = URGENCY_PATTERN.test(rest.at(-1) ?? '') ? (rest.pop() ?? null) : null
  const values = rest.map((answer) => resolveDate(answer, now))
  const answers = Object.fromEntries(QUESTION_IDS.map((id, at) => [id, values[at]]))
  const composed = composeCase(
    specialty === OTHER_SPECIALTY
      ? { specialty, commune, answers: {}, otherText: values.join(' | ') }
      : { specialty, commune, answers },
    isoDay(now),
  )
  if (!composed.ok) throw new Error(`${composed.refusal.message} ${line}`)
  return { ...composed.value, urgency }
}

/** Replaces `@40` by the date 40 days ago. */
const resolveDate = (answer: string, now: Date) =>
  /^@\d+$/.test(answer) ? isoDay(new Date(now.getTime() - Number(answer.slice(1)) * DAY_MS)) : answer

/** Age of a case in minutes, by its index: some are from the last hour, most from the last weeks. */
const ageInMinutes = (at: number) => Math.round(7 + 40 * at + 0.9 * at ** 2.6)

/**
 * Creates about sixty open cases for all specialties and many communes, as the wizard would have written
 * them.
 */
export async function createDemoCases(platform: Platform): Promise<void> {
  const clients: string[] = []
  for (const [at, name] of DEMO_CLIENTS.entries())
    clients.push((await makeAccount(platform.db, { name, email: `cliente${at + 1}@demo.test` })).id)
  const now = new Date()
  const cases = readCases(CASE_TEXTS, now)
    // Mix the specialties.
    .map((one, at) => ({ one, key: (at * 37) % 101 }))
    .sort((a, b) => a.key - b.key)
  const rows = cases.map(({ one }, at) => ({
    ...one,
    id: randomUUID(),
    client_id: clients[at % clients.length],
    created_at: new Date(now.getTime() - ageInMinutes(at) * 60_000),
  }))
  await sql`
    insert into cases (id, client_id, title, description, specialty, commune, urgency, details, created_at)
    select id, client_id, title, description, specialty, commune, urgency, details, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, client_id uuid, title text,
      description text, specialty text, commune text, urgency text, details jsonb, created_at timestamptz)
  `.execute(platform.db)
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { formatLongDate } from '../../chile/dates.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { makeAccount } from './accounts.ts'
import { CASE_TEXTS, DEMO_CLIENTS } from './demo-case-texts.ts'

interface DemoCase {
  specialty: string
  commune: string
  urgency: string | null
  details: { question: string; answer: string }[]
}

const URGENCY = /^(?:alta|media|baja)$/
const DAY = 86_400_000

/** The texts' blocks as cases. @throws when a line has not one answer a question */
function readCases(text: string, now: Date): DemoCase[] {
  const cases: DemoCase[] = []
  let specialty = ''
  let questions: string[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) {
      specialty = line.slice(2)
      questions = []
    } else if (line.startsWith('? ')) questions.push(line.slice(2))
    else if (line !== '') {
      const [commune = '', ...rest] = line.split(' | ')
      const urgency = URGENCY.test(rest.at(-1) ?? '') ? (rest.pop() ?? null) : null
      if (rest.length !== questions.length) throw new Error(`answers of: ${line}`)
      const details = questions.map((question, at) => ({ question, answer: saidOf(rest[at] ?? '', now) }))
      cases.push({ specialty, commune, urgency, details })
    }
  }
  return cases
}

const saidOf = (answer: string, now: Date) =>
  /^@\d+$/.test(answer) ? formatLongDate(new Date(now.getTime() - Number(answer.slice(1)) * DAY)) : answer

/** Minutes ago of case number n: some of the last hour, most of the last weeks. */
const ageOf = (at: number) => Math.round(7 + 40 * at + 0.9 * at ** 2.6)

/** Some sixty open cases over all specialties and many communes, as their clients' wizard would have written them. */
export async function createDemoCases(platform: Platform): Promise<void> {
  const clients: string[] = []
  for (const [at, name] of DEMO_CLIENTS.entries())
    clients.push((await makeAccount(platform.db, { name, email: `cliente${at + 1}@demo.test` })).id)
  const now = new Date()
  const cases = readCases(CASE_TEXTS, now)
    // Not one specialty after the other.
    .map((one, at) => ({ one, key: (at * 37) % 101 }))
    .sort((a, b) => a.key - b.key)
  const rows = cases.map(({ one: { details, specialty, commune, urgency } }, at) => ({
    id: randomUUID(),
    client_id: clients[at % clients.length],
    title: `Consulta de ${specialty} en ${commune}`,
    description: details.map(({ question, answer }) => `${question} ${answer}`).join('\n'),
    specialty,
    commune,
    urgency,
    details,
    created_at: new Date(now.getTime() - ageOf(at) * 60_000),
  }))
  await sql`
    insert into cases (id, client_id, title, description, specialty, commune, urgency, details, created_at)
    select id, client_id, title, description, specialty, commune, urgency, details, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, client_id uuid, title text,
      description text, specialty text, commune text, urgency text, details jsonb, created_at timestamptz)
  `.execute(platform.db)
}

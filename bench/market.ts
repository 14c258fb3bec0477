// The market of open cases: 100,000 of them, every kind of filter, first and later pages, with the count.
import pg from 'pg'
import { marketFilter } from '../src/capabilities/cases/rules.ts'
import { COUNT_MOST, MARKET_PAGE } from '../src/capabilities/cases/schema.ts'
import { countMarket, listMarket, type MarketPlace } from '../src/capabilities/cases/store.server.ts'
import { CASE_SPECIALTIES } from '../src/capabilities/lawyers/schema.ts'
import type { MarketLawyer } from '../src/capabilities/plans/rules.ts'
import { COMMUNES } from '../src/chile/regions.ts'
import type { Db } from '../src/platform/database/database.server.ts'
import { sqlId, statementOf } from './chat-stage.ts'
import { onDatabase } from './database-stage.ts'
import { median, type Options, type Outcome, percentile, round, spread } from './support.ts'

const CASES = 100_000
const CLIENTS = 5_000
const LAWYER = { lawyerId: '00000000-0000-4000-8000-00000000ffff' } as MarketLawyer
/** As in the command: fewer are found by their filter and sorted. */
const FEW = 1_000

/** How many of the list are chosen at once; from its frequent end, its rare end, and thrown. */
const SPECIALTIES = [0, 1, 2, 4, 8, 15]
const PLACES = [0, 1, 2, 5, 15, 50, 150, 345]

interface Choice {
  specialties: string[]
  communes: string[]
  after: MarketPlace | null
}

interface Measured {
  choice: Choice
  /** Planning and execution of both statements. */
  ms: number
  /** Pages of the database that were looked at, all from memory. */
  pages: number
  total: number
}

export const run = ({ quick }: Options): Promise<Outcome> =>
  onDatabase(fill, (client) => measure(client, quick))

async function measure(client: pg.Client, quick: boolean): Promise<Outcome> {
  const { rows } = await client.query<MarketPlace>(
    `select (extract(epoch from created_at) * 1000000)::int8::float8 as stamp, id from cases
     where status = 'ingresado' order by created_at desc offset ${CASES / 2} limit 1`,
  )
  const choices = choicesOf([null, rows[0] ?? null])
  // The plans settle first: a statement is planned anew for its values until a plan for all of them is no dearer.
  for (const choice of choices) await answer(client, choice, false)
  const runs: Measured[][] = []
  for (let run = 0; run < (quick ? 1 : 5); run += 1) {
    const times: Measured[] = []
    for (const choice of choices) times.push({ choice, ...(await answer(client, choice, true)) })
    runs.push(times)
  }
  const worst = runs.flat().sort((a, b) => b.ms - a.ms)
  for (const { choice, ms, total } of worst.slice(0, 5))
    console.log(
      `${ms.toFixed(2)} ms: ${choice.specialties.length} specialties, ${choice.communes.length} communes, ${choice.after ? 'later' : 'first'} page, ${total} fit`,
    )
  // Each request's median of the runs: what it costs, without what else the machine did in one of them.
  const requests = choices.map((choice, at) => ({
    choice,
    ms: median(runs.map((times) => times[at]?.ms ?? Number.NaN)),
  }))
  const p99 = (kind: (choice: Choice) => boolean) =>
    round(
      percentile(
        requests.filter(({ choice }) => kind(choice)).map(({ ms }) => ms),
        0.99,
      ),
    )
  const has = (list: string[]) => list.length > 0
  return {
    figures: {
      'requests a run': choices.length,
      'database p50 ms': round(median(requests.map(({ ms }) => ms))),
      'database p99 ms': p99(() => true),
      'no filter p99 ms': p99((one) => !has(one.specialties) && !has(one.communes)),
      'specialties alone p99 ms': p99((one) => has(one.specialties) && !has(one.communes)),
      'communes alone p99 ms': p99((one) => !has(one.specialties) && has(one.communes)),
      'both p99 ms': p99((one) => has(one.specialties) && has(one.communes)),
      ...spread(
        'one run p99 ms',
        runs.map((times) =>
          percentile(
            times.map(({ ms }) => ms),
            0.99,
          ),
        ),
      ),
      'most pages of 8 kB read': Math.max(...runs.flat().map(({ pages }) => pages)),
    },
    goals: { 'database p99 ms': 5 },
  }
}

/** Count and page of one request, as the command asks for them: milliseconds of planning and execution. */
async function answer(client: pg.Client, { specialties, communes, after }: Choice, explained: boolean) {
  const filter = marketFilter({ specialties, communes })
  if (!filter.ok) throw new Error(filter.refusal.message)
  const count = await ask(client, (db) => countMarket(db, LAWYER, filter.value, COUNT_MOST + 1), explained)
  const total = Number(count.rows[0]?.total)
  const page = { filter: filter.value, after, total: total <= FEW ? FEW : null, limit: MARKET_PAGE + 1 }
  const list = await ask(client, (db) => listMarket(db, LAWYER, page), explained)
  return { ms: count.ms + list.ms, pages: count.pages + list.pages, total }
}

const names = new Map<string, string>()

async function ask(client: pg.Client, run: (db: Db) => Promise<unknown>, explained: boolean) {
  const { text, values } = await statementOf(run)
  const name = names.get(text) ?? `market_${names.size}`
  names.set(text, name)
  const { rows } = await client.query<Record<string, unknown>>({ name, text, values })
  if (!explained) return { rows, ms: 0, pages: 0 }
  const literals = values.map(literal).join(', ')
  const plan = await client.query(
    `explain (analyze, buffers, timing off, format json) execute ${name}${literals && `(${literals})`}`,
  )
  const [told] = plan.rows[0]['QUERY PLAN'] as Told[]
  if (!told) throw new Error('no plan')
  const { Plan: top } = told
  return {
    rows,
    ms: told['Planning Time'] + told['Execution Time'],
    pages: top['Shared Hit Blocks'] + top['Shared Read Blocks'],
  }
}

interface Told {
  'Planning Time': number
  'Execution Time': number
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

const literal = (value: unknown): string =>
  Array.isArray(value) ? `array[${value.map(literal).join(', ')}]` : pg.escapeLiteral(String(value))

function choicesOf(places: (MarketPlace | null)[]): Choice[] {
  const ways = ['frequent', 'rare', 'thrown'] as const
  return SPECIALTIES.flatMap((many) =>
    PLACES.flatMap((most) =>
      ways.flatMap((way, at) =>
        places.map((after) => ({
          specialties: pick(CASE_SPECIALTIES, many, ways[(at + most) % 3] ?? way, many + 1),
          communes: pick(COMMUNES, most, way, most + 7),
          after,
        })),
      ),
    ),
  )
}

/** Of a list whose first ones are the frequent ones. */
function pick(
  list: readonly string[],
  count: number,
  way: 'frequent' | 'rare' | 'thrown',
  seed: number,
): string[] {
  if (way === 'frequent') return list.slice(0, count)
  if (way === 'rare') return count === 0 ? [] : list.slice(-count)
  return [...list]
    .map((name, at) => ({ name, key: ((at + seed) * 2_654_435_761) % 4_294_967_291 }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ name }) => name)
}

/** Frequent and rare as life has it: the first commune has 300 times the cases of the last. */
async function fill(pool: pg.Pool): Promise<void> {
  const list = (names: readonly string[]) => `(array[${names.map(literal).join(',')}]::text[])`
  const skewed = (count: number, by: number) => `(1 + floor(${count} * power(random(), ${by})))::int`
  const words = 'Me despidieron por necesidades de la empresa y publicaron el mismo cargo. '
  const statements = [
    'select setseed(0.5)',
    `insert into "user" (id, name, email, signup_role)
       select ${sqlId('n')}, 'Persona ' || n, 'p' || n || '@bench.test', 'client' from generate_series(1, ${CLIENTS}) as s (n)`,
    `insert into profiles (id, name, email, role)
       select ${sqlId('n')}, 'Persona ' || n, 'p' || n || '@bench.test', 'client' from generate_series(1, ${CLIENTS}) as s (n)`,
    `insert into cases (client_id, title, description, specialty, commune, created_at)
       select ${sqlId(`(1 + n % ${CLIENTS})`)}, 'Consulta ' || n, repeat('${words}', 3 + n % 12),
         ${list(CASE_SPECIALTIES)}[${skewed(CASE_SPECIALTIES.length, 1.6)}],
         ${list(COMMUNES)}[${skewed(COMMUNES.length, 2.5)}],
         now() - n * interval '5 minutes' - random() * interval '4 minutes'
       from generate_series(1, ${CASES}) as s (n)`,
    // This lawyer talks with some of them already, others with many.
    `insert into chats (client_id, lawyer_id) select ${sqlId('n')}, '${LAWYER.lawyerId}' from generate_series(1, 300) as s (n)`,
    `insert into chats (client_id, lawyer_id) select ${sqlId('n')}, ${sqlId('(1000000 + k)')}
       from generate_series(1, ${CLIENTS}) as s (n), generate_series(1, 10) as t (k)`,
    // As many that have left the market.
    `insert into cases (client_id, title, description, specialty, commune, created_at, status, lawyer_id, proposal_accepted_at)
       select client_id, title, description, specialty, commune, created_at, 'activo', '${LAWYER.lawyerId}', created_at
       from cases`,
  ]
  const client = await pool.connect()
  // The rows are right by their making: no need to look each reference up.
  await client.query('set session_replication_role = replica; set statement_timeout = 0')
  for (const statement of statements) await client.query(statement)
  client.release(true)
  await pool.query('vacuum analyze')
}

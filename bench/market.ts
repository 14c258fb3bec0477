// The market with 100,000 open cases: combinations of filters, first and later pages, including the count.
import pg from 'pg'
import { CASE_SPECIALTIES } from '../src/capabilities/lawyers/schema.ts'
import { parseMarketFilter } from '../src/capabilities/market/rules.ts'
import { MARKET_PAGE_SIZE, MAX_COUNT } from '../src/capabilities/market/schema.ts'
import { countMarket, listMarket } from '../src/capabilities/market/store.server.ts'
import type { MarketLawyer } from '../src/capabilities/plans/rules.ts'
import { COMMUNES } from '../src/chile/regions.ts'
import type { TimeCursor } from '../src/input/cursor.ts'
import type { Db } from '../src/platform/database/database.server.ts'
import { captureStatement, sqlId } from './chat-fixture.ts'
import { withBenchDatabase } from './database-fixture.ts'
import { median, type Options, type Outcome, percentile, round, summarize } from './harness.ts'

const LENGTHS = {
  full: { runs: 5, cases: 100_000, clients: 5_000 },
  quick: { runs: 1, cases: 100_000, clients: 5_000 },
  smoke: { runs: 1, cases: 2_000, clients: 500 },
}
const LAWYER = { lawyerId: '00000000-0000-4000-8000-00000000ffff' } as MarketLawyer
/** As in the command: below this count, the rows are found through the filter and then sorted. */
const SORT_LIMIT = 1_000

/** Numbers of selected specialties and communes. */
const SPECIALTY_COUNTS = [0, 1, 2, 4, 8, 15]
const COMMUNE_COUNTS = [0, 1, 2, 5, 15, 50, 150, 345]

interface MarketRequest {
  specialties: string[]
  communes: string[]
  after: TimeCursor | null
}

interface Measurement {
  request: MarketRequest
  /** Planning and execution time of both statements. */
  ms: number
  /** Database pages that were read, all from memory. */
  pages: number
  total: number
}

export function run({ length }: Options): Promise<Outcome> {
  const { runs, cases, clients } = LENGTHS[length]
  return withBenchDatabase(
    (pool) => fill(pool, cases, clients),
    (client) => measure(client, runs, cases),
  )
}

async function measure(client: pg.Client, runCount: number, cases: number): Promise<Outcome> {
  const { rows } = await client.query<TimeCursor>(
    `select (extract(epoch from created_at) * 1000000)::int8::float8 as stamp, id from cases
     where status = 'ingresado' order by created_at desc offset ${cases / 2} limit 1`,
  )
  const requests = requestsFor([null, rows[0] ?? null])
  // Warms up the plans: PostgreSQL makes custom plans until the generic plan is not more expensive.
  for (const request of requests) await runRequest(client, request, false)
  const runs: Measurement[][] = []
  for (let run = 0; run < runCount; run += 1) {
    const times: Measurement[] = []
    for (const request of requests) times.push({ request, ...(await runRequest(client, request, true)) })
    runs.push(times)
  }
  const worst = runs.flat().sort((a, b) => b.ms - a.ms)
  for (const { request, ms, total } of worst.slice(0, 5))
    console.log(
      `${ms.toFixed(2)} ms: ${request.specialties.length} specialties, ${request.communes.length} communes, ${request.after ? 'later' : 'first'} page, ${total} match`,
    )
  // The median over the runs removes disturbances of single runs.
  const medians = requests.map((request, at) => ({
    request,
    ms: median(runs.map((times) => times[at]?.ms ?? Number.NaN)),
  }))
  const p99 = (filter: (request: MarketRequest) => boolean) =>
    round(
      percentile(
        medians.filter(({ request }) => filter(request)).map(({ ms }) => ms),
        0.99,
      ),
    )
  const has = (list: string[]) => list.length > 0
  return {
    figures: {
      'requests a run': requests.length,
      'database p50 ms': round(median(medians.map(({ ms }) => ms))),
      'database p99 ms': p99(() => true),
      'no filter p99 ms': p99((one) => !has(one.specialties) && !has(one.communes)),
      'specialties alone p99 ms': p99((one) => has(one.specialties) && !has(one.communes)),
      'communes alone p99 ms': p99((one) => !has(one.specialties) && has(one.communes)),
      'both p99 ms': p99((one) => has(one.specialties) && has(one.communes)),
      ...summarize(
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
    goals: { 'database p99 ms': 10 },
  }
}

/** Runs the statements of one request, as the command does: the count and the page. */
async function runRequest(
  client: pg.Client,
  { specialties, communes, after }: MarketRequest,
  explain: boolean,
) {
  const filter = parseMarketFilter({ specialties, communes })
  if (!filter.ok) throw new Error(filter.refusal.message)
  const count = await runStatement(
    client,
    (db) => countMarket(db, LAWYER, filter.value, MAX_COUNT + 1),
    explain,
  )
  const total = Number(count.rows[0]?.total)
  const page = {
    filter: filter.value,
    after,
    total: total <= SORT_LIMIT ? SORT_LIMIT : null,
    limit: MARKET_PAGE_SIZE + 1,
  }
  const list = await runStatement(client, (db) => listMarket(db, LAWYER, page), explain)
  return { ms: count.ms + list.ms, pages: count.pages + list.pages, total }
}

const names = new Map<string, string>()

async function runStatement(client: pg.Client, run: (db: Db) => Promise<unknown>, explain: boolean) {
  const { text, values } = await captureStatement(run)
  const name = names.get(text) ?? `market_${names.size}`
  names.set(text, name)
  const { rows } = await client.query<Record<string, unknown>>({ name, text, values })
  if (!explain) return { rows, ms: 0, pages: 0 }
  const literals = values.map(literal).join(', ')
  const plan = await client.query(
    `explain (analyze, buffers, timing off, format json) execute ${name}${literals && `(${literals})`}`,
  )
  const [explained] = plan.rows[0]['QUERY PLAN'] as ExplainResult[]
  if (!explained) throw new Error('no plan')
  const { Plan: top } = explained
  return {
    rows,
    ms: explained['Planning Time'] + explained['Execution Time'],
    pages: top['Shared Hit Blocks'] + top['Shared Read Blocks'],
  }
}

interface ExplainResult {
  'Planning Time': number
  'Execution Time': number
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

const literal = (value: unknown): string =>
  Array.isArray(value) ? `array[${value.map(literal).join(', ')}]` : pg.escapeLiteral(String(value))

function requestsFor(cursors: (TimeCursor | null)[]): MarketRequest[] {
  const orders = ['frequent', 'rare', 'shuffled'] as const
  return SPECIALTY_COUNTS.flatMap((specialtyCount) =>
    COMMUNE_COUNTS.flatMap((communeCount) =>
      orders.flatMap((order, at) =>
        cursors.map((after) => ({
          specialties: pick(
            CASE_SPECIALTIES,
            specialtyCount,
            orders[(at + communeCount) % 3] ?? order,
            specialtyCount + 1,
          ),
          communes: pick(COMMUNES, communeCount, order, communeCount + 7),
          after,
        })),
      ),
    ),
  )
}

/** Picks entries of a list that is sorted by frequency: the first, the last, or pseudo-random ones. */
function pick(
  list: readonly string[],
  count: number,
  order: 'frequent' | 'rare' | 'shuffled',
  seed: number,
): string[] {
  if (order === 'frequent') return list.slice(0, count)
  if (order === 'rare') return count === 0 ? [] : list.slice(-count)
  return [...list]
    .map((name, at) => ({ name, key: ((at + seed) * 2_654_435_761) % 4_294_967_291 }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ name }) => name)
}

/** Inserts cases with a realistic skew: the first commune has 300 times the cases of the last. */
async function fill(pool: pg.Pool, cases: number, clients: number): Promise<void> {
  const list = (names: readonly string[]) => `(array[${names.map(literal).join(',')}]::text[])`
  const skewed = (count: number, by: number) => `(1 + floor(${count} * power(random(), ${by})))::int`
  const text = 'Me despidieron por necesidades de la empresa y publicaron el mismo cargo. '
  const statements = [
    'select setseed(0.5)',
    `insert into "user" (id, name, email, signup_role)
       select ${sqlId('n')}, 'Persona ' || n, 'p' || n || '@bench.test', 'client' from generate_series(1, ${clients}) as s (n)`,
    `insert into profiles (id, name, email, role)
       select ${sqlId('n')}, 'Persona ' || n, 'p' || n || '@bench.test', 'client' from generate_series(1, ${clients}) as s (n)`,
    `insert into cases (client_id, title, description, specialty, commune, created_at)
       select ${sqlId(`(1 + n % ${clients})`)}, 'Consulta ' || n, repeat('${text}', 3 + n % 12),
         ${list(CASE_SPECIALTIES)}[${skewed(CASE_SPECIALTIES.length, 1.6)}],
         ${list(COMMUNES)}[${skewed(COMMUNES.length, 2.5)}],
         now() - n * interval '5 minutes' - random() * interval '4 minutes'
       from generate_series(1, ${cases}) as s (n)`,
    // The measured lawyer has chats with some clients, other lawyers with all of them.
    `insert into chats (client_id, lawyer_id) select ${sqlId('n')}, '${LAWYER.lawyerId}' from generate_series(1, 300) as s (n)`,
    `insert into chats (client_id, lawyer_id) select ${sqlId('n')}, ${sqlId('(1000000 + k)')}
       from generate_series(1, ${clients}) as s (n), generate_series(1, 10) as t (k)`,
    // The same number of cases that have left the market.
    `insert into cases (client_id, title, description, specialty, commune, created_at, status, lawyer_id, proposal_accepted_at)
       select client_id, title, description, specialty, commune, created_at, 'activo', '${LAWYER.lawyerId}', created_at
       from cases`,
  ]
  const client = await pool.connect()
  // Skips foreign key checks, because the statements produce consistent rows.
  await client.query('set session_replication_role = replica; set statement_timeout = 0')
  for (const statement of statements) await client.query(statement)
  client.release(true)
  await pool.query('vacuum analyze')
}

// The search over 100,000 lawyers: all combinations of filters, first and later pages, including the count.
import pg from 'pg'
import { PROFILE_SPECIALTIES } from '../src/capabilities/lawyers/schema.ts'
import {
  decodeCursor,
  encodeCursor,
  listingMarks,
  toSearchConditions,
} from '../src/capabilities/search/rules.ts'
import { type LawyersInput, MAX_COUNT, SEARCH_PAGE_SIZE } from '../src/capabilities/search/schema.ts'
import { findLawyers } from '../src/capabilities/search/store.server.ts'
import { COMMUNES } from '../src/chile/regions.ts'
import { createDatabase } from '../src/platform/database/database.server.ts'
import { sqlId } from './chat-fixture.ts'
import { withBenchDatabase } from './database-fixture.ts'
import { median, type Options, type Outcome, percentile, round, summarize } from './harness.ts'

const LENGTHS = {
  full: { runs: 5, lawyers: 100_000 },
  quick: { runs: 1, lawyers: 100_000 },
  smoke: { runs: 1, lawyers: 2_000 },
}
const FIRST_NAMES =
  'María Juan José Ana Luis Carlos Camila Javiera Francisca Constanza Ignacio Rodrigo Felipe Sebastián Valentina Catalina Matías Cristóbal Ximena Ñusta'
const LAST_NAMES =
  'González Muñoz Rojas Díaz Pérez Soto Contreras Silva Martínez Sepúlveda Morales Rodríguez López Fuentes Hernández Torres Araya Flores Espinoza Valenzuela Castillo Tapia Reyes Gutiérrez Castro Pizarro Álvarez Vásquez Sánchez Fernández Carrasco Gómez Cortés Herrera Núñez Jara Vergara Rivera Figueroa Riquelme Bravo Miranda Molina Vega Campos Sandoval Orellana Zúñiga Olivares Ortiz Gallardo Garrido Alarcón Salazar Aguilera Ñancupil Quezada Ibáñez Wörner Yáñez'

/** Values of each filter: none, a frequent one, rarer ones. */
const TEXTS = [undefined, 'a', 'María', 'ximena quezada', 'wq']
const SPECIALTY_INDEXES = [undefined, 0, 20]
const COMMUNE_INDEXES = [undefined, 0, 150]
const YEARS = [undefined, '1', '10'] as const
const PRICES = [undefined, '60000', '27500']

interface SearchRequest {
  input: LawyersInput
  isLaterPage: boolean
}

interface ExplainResult {
  'Planning Time': number
  'Execution Time': number
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

export function run({ length }: Options): Promise<Outcome> {
  const { runs, lawyers } = LENGTHS[length]
  return withBenchDatabase(
    (pool) => fill(pool, lawyers),
    (client) => measure(client, runs, lawyers),
  )
}

async function measure(client: pg.Client, runCount: number, lawyers: number): Promise<Outcome> {
  const runRequest = createRunner(client)
  const requests = allRequests()
  // Warms up the plans: PostgreSQL makes custom plans until the generic plan is not more expensive.
  for (const request of requests) await runRequest(request, false)
  const runs: { ms: number; pages: number; statements: number; total: number | null }[][] = []
  for (let run = 0; run < runCount; run += 1) {
    const times = []
    for (const request of requests) times.push(await runRequest(request, true))
    runs.push(times)
  }
  const medians = requests.map((request, at) => ({
    request,
    ms: median(runs.map((times) => times[at]?.ms ?? Number.NaN)),
    statements: runs[0]?.[at]?.statements ?? 0,
    total: runs[0]?.[at]?.total,
  }))
  for (const { request, ms, statements, total } of [...medians].sort((a, b) => b.ms - a.ms).slice(0, 8))
    console.log(
      `${ms.toFixed(2)} ms, ${statements} statements: ${JSON.stringify(request.input)} ${request.isLaterPage ? 'later' : 'first'} page, ${total} match`,
    )
  const p99 = (filter: (request: SearchRequest) => boolean) =>
    round(
      percentile(
        medians.filter(({ request }) => filter(request)).map(({ ms }) => ms),
        0.99,
      ),
    )
  return {
    figures: {
      lawyers,
      'requests a run': requests.length,
      'database p50 ms': round(median(medians.map(({ ms }) => ms))),
      'database p99 ms': p99(() => true),
      'first page p99 ms': p99(({ isLaterPage }) => !isLaterPage),
      'later page p99 ms': p99(({ isLaterPage }) => isLaterPage),
      'with a name p99 ms': p99(({ input }) => input?.text !== undefined),
      'without a name p99 ms': p99(({ input }) => input?.text === undefined),
      'slowest ms': round(Math.max(...medians.map(({ ms }) => ms))),
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

/**
 * @returns a function that searches as the command does, and sums planning and execution times of all
 * statements
 */
function createRunner(client: pg.Client) {
  const names = new Map<string, string>()
  let cost = { ms: 0, pages: 0, statements: 0 }
  let explains = false
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const name = names.get(text) ?? `search_${names.size}`
    names.set(text, name)
    const answer = await client.query({ name, text, values })
    if (!explains) return answer
    const literals = values.map(literal).join(', ')
    const plan = await client.query(
      `explain (analyze, buffers, timing off, format json) execute ${name}${literals && `(${literals})`}`,
    )
    const [explained] = plan.rows[0]['QUERY PLAN'] as ExplainResult[]
    if (!explained) throw new Error('no plan')
    cost = {
      ms: cost.ms + explained['Planning Time'] + explained['Execution Time'],
      pages: cost.pages + explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks'],
      statements: cost.statements + 1,
    }
    return answer
  }
  const db = createDatabase({ connect: async () => ({ query, release() {} }) } as unknown as pg.Pool)
  const laterCursors = new Map<string, string | null>()
  /** Cursor of the tenth page of a search, or of its last page. */
  const laterCursorOf = async (input: LawyersInput) => {
    const key = JSON.stringify(input)
    const cached = laterCursors.get(key)
    if (cached !== undefined) return cached
    const search = {
      filter: toSearchConditions(input),
      marks: listingMarks(toSearchConditions(input)),
      order: 'search' as const,
      after: null,
      limit: 200,
    }
    const place = (await findLawyers(db, search, null)).items.at(-1)?.cursor
    laterCursors.set(key, place ? encodeCursor(place) : null)
    return laterCursors.get(key) ?? null
  }
  return async ({ input, isLaterPage }: SearchRequest, explain: boolean) => {
    explains = false
    const cursor = isLaterPage ? await laterCursorOf(input) : null
    explains = explain
    cost = { ms: 0, pages: 0, statements: 0 }
    const { total } = await findLawyers(
      db,
      {
        filter: toSearchConditions(input),
        marks: listingMarks(toSearchConditions(input)),
        order: 'search',
        after: cursor ? decodeCursor(cursor) : null,
        limit: SEARCH_PAGE_SIZE + 1,
      },
      isLaterPage ? null : MAX_COUNT,
    )
    return { ...cost, total }
  }
}

const literal = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? value.length === 0
        ? `'{}'`
        : `array[${value.map(literal).join(', ')}]`
      : pg.escapeLiteral(String(value))

function allRequests(): SearchRequest[] {
  return TEXTS.flatMap((text) =>
    SPECIALTY_INDEXES.flatMap((specialty) =>
      COMMUNE_INDEXES.flatMap((commune) =>
        YEARS.flatMap((experience) =>
          PRICES.flatMap((maxPrice) =>
            [false, true].map((isLaterPage) => ({
              input: {
                ...(text !== undefined && { text }),
                ...(specialty !== undefined && { specialty: PROFILE_SPECIALTIES[specialty] }),
                ...(commune !== undefined && { commune: COMMUNES[commune] }),
                ...(experience !== undefined && { experience }),
                ...(maxPrice !== undefined && { maxPrice }),
              },
              isLaterPage,
            })),
          ),
        ),
      ),
    ),
  )
}

/**
 * Inserts lawyers with a realistic skew: the first commune has 300 times the lawyers of the last, most
 * lawyers have the free plan and no reviews, and those with a paid plan charge more.
 */
async function fill(pool: pg.Pool, lawyers: number): Promise<void> {
  const list = (names: readonly string[]) => `(array[${names.map(literal).join(',')}]::text[])`
  const skewed = (count: number, by: number) => `(1 + floor(${count} * power(random(), ${by})))::int`
  const one = (names: readonly string[], by: number) => `${list(names)}[${skewed(names.length, by)}]`
  const statements = [
    'select setseed(0.5)',
    `create temporary table people as select n, ${sqlId('n')} as id,
       ${one(FIRST_NAMES.split(' '), 1.4)} || ' ' || ${one(LAST_NAMES.split(' '), 1.6)} || ' ' || ${one(LAST_NAMES.split(' '), 1.6)} as name,
       random() as luck, random() as praise, random() as craft
     from generate_series(1, ${lawyers}) as s (n)`,
    `insert into "user" (id, name, email, signup_role) select id, name, 'p' || n || '@bench.test', 'lawyer' from people`,
    `insert into profiles (id, name, email, role, verification_status, verified_name)
       select id, name, 'p' || n || '@bench.test', 'lawyer', 'verified', name from people`,
    `insert into lawyer_profiles (id, verification_status, is_verified, plan, price, experience, description, specialties,
       phone_number, rut, birth_date, address_street, address_commune, address_region, location, university,
       graduation_year, id_card_path, rating_count, rating_sum)
       select id, 'verified', true, plan, greatest(5, 18 + 60 * power(craft, 3) + 25 * power(1 - luck, 4) - 14 * random())::int * 1000,
         (45 * power(random(), 2.2))::int, repeat('Atiendo con dedicación. ', 10 + n % 60), specialties,
         '+56987654321', (1000000 + n) || '-5', '1985-01-01', 'Calle 1', commune, 'Región', commune || ', Región',
         'Universidad de Chile', 2010, 'identidad/x', reviews,
         case when reviews = 0 then 0 else least(5 * reviews, greatest(reviews, round(reviews * (3.2 + 1.8 * random()))))::int end
       from (
         select *, case when luck < 0.05 then 'avanzado' when luck < 0.14 then 'intermedio' when luck < 0.3 then 'basico' else 'gratis' end as plan,
           ${one(COMMUNES, 2.5)} as commune,
           case when praise < 0.6 then 0 else floor(60 * power(random(), 3))::int end as reviews,
           array(select distinct ${one(PROFILE_SPECIALTIES, 1.5)} from generate_series(1, 1 + (people.n % 6)::int)) as specialties
         from people
       ) as made`,
    `insert into lawyer_listing (id, grade, tie, name, specialties, commune, experience, price)
       select l.id, listing_grade(l.plan, l.rating_sum, l.rating_count), listing_tie(l.rating_count, l.experience),
         folded(p.name), l.specialties, l.address_commune, coalesce(l.experience, 0), l.price
       from lawyer_profiles l join profiles p on p.id = l.id where l.is_verified`,
  ]
  const client = await pool.connect()
  // Skips foreign key checks and triggers, because the statements produce consistent rows.
  await client.query('set session_replication_role = replica; set statement_timeout = 0')
  for (const statement of statements) await client.query(statement)
  await client.query('vacuum analyze')
  client.release(true)
}

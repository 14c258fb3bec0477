import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../support/app/suite.ts'
import { clientWithSession, mintSession } from '../support/data/sessions.ts'
import { type ChangeWatch, watchChanges } from '../support/database/watch-changes.ts'
import { type EventStream, isGreeting, openEventStream } from '../support/network/event-stream.ts'
import type { HttpResponse } from '../support/network/http-client.ts'
import { ABUSES } from './matrix/abuses.ts'
import { ACTORS, type Actor, WITHOUT_SESSION } from './matrix/actors.ts'
import { findLeaks, responseText } from './matrix/canaries.ts'
import { callOperation, type Operation, operations } from './matrix/operations.ts'
import { expectedOf, type Row, variantsOf } from './matrix/rows.ts'
import { accountRows } from './matrix/rows-accounts.ts'
import { caseLifeRows } from './matrix/rows-case-life.ts'
import { workRows } from './matrix/rows-cases-and-chats.ts'
import { consoleRows } from './matrix/rows-console.ts'
import { moderationRows } from './matrix/rows-moderation.ts'
import { privacyRows } from './matrix/rows-privacy.ts'
import { progressRows } from './matrix/rows-progress.ts'
import { reachRows } from './matrix/rows-reviews-and-search.ts'
import { securityRows } from './matrix/rows-security.ts'
import { verificationRows } from './matrix/rows-verification.ts'
import { visitorRows } from './matrix/rows-visitors.ts'
import { workspaceRows } from './matrix/rows-workspace.ts'
import { makeWorld, type World } from './matrix/world.ts'

// The access matrix of operations (abuse 1 to 5, 15 to 20, 22, 24 to 27): every operation ×
// every actor × whose object it is, through REST and RPC. Refused requests and reads write nothing; no
// response contains another person's data.

const ROWS: Record<string, Row> = {
  ...accountRows,
  ...securityRows,
  ...verificationRows,
  ...workRows,
  ...progressRows,
  ...caseLifeRows,
  ...privacyRows,
  ...visitorRows,
  ...moderationRows,
  ...consoleRows,
  ...workspaceRows,
  ...reachRows,
}
const PROTOCOLS = ['rest', 'rpc'] as const

interface PlannedCell {
  operation: Operation
  row: Row
  actor: Actor
  variant: string
  expected: number
}
const plannedCells: PlannedCell[] = operations.flatMap((operation) => {
  const row = ROWS[operation.name]
  return row
    ? ACTORS.flatMap((actor) =>
        variantsOf(row).map((variant) => ({
          operation,
          row,
          actor,
          variant,
          expected: expectedOf(row, actor, variant),
        })),
      )
    : []
})
const titleOf = (name: string) => (ABUSES[name] ? `${name} (abuse ${ABUSES[name]})` : name)
const isReadOnly = ({ operation, expected }: PlannedCell) => operation.method === 'GET' || expected >= 400

const testApp = useTestApp()
let world: World
/** What lets the actors sign in, before the first request. */
let credentials: object[]
let watch: ChangeWatch
const streams = new Map<Actor, EventStream>()

beforeAll(async () => {
  world = await makeWorld(testApp)
  credentials = await readCredentials()
  watch = await watchChanges(testApp.database, 'rate_limits', 'mail_attempts', 'local_mailbox')
  for (const actor of ACTORS) {
    const stream = await openEventStream(
      testApp.app.url,
      clientWithSession(testApp.app.url, world.cookies[actor]),
    )
    if (stream.status !== 200) continue
    await stream.waitFor(isGreeting)
    streams.set(actor, stream)
  }
})

afterAll(() => {
  for (const stream of streams.values()) stream.close()
})

/** Passwords, e-mail addresses and factors of the actors. */
const readCredentials = () =>
  testApp.database.sql(
    `select u.id, u.email, a.password, t.confirmed_at
     from "user" u left join account a on a."userId" = u.id left join totp_secrets t on t.user_id = u.id
     where u.id = any($1) order by u.id`,
    [Object.values(world.ids).filter(Boolean)],
  )

interface Observation {
  protocol: (typeof PROTOCOLS)[number]
  answer: HttpResponse
  /** Changes of rows during the request. */
  written: string[]
  /** Labels of other persons' data in the response. */
  leaks: string[]
}

/** Sends the request once through each protocol, or through one of them if it hashes a password. */
async function probe(
  { operation, row, actor, variant, expected }: PlannedCell,
  turn: number,
): Promise<Observation[]> {
  const observations: Observation[] = []
  for (const protocol of row.hashesPassword ? [PROTOCOLS[turn % 2] ?? 'rest'] : PROTOCOLS) {
    const isFreshActor = row.freshActor === true && expected < 400 && !WITHOUT_SESSION.includes(actor)
    const userId = isFreshActor
      ? await world.createActorLike(actor)
      : world.ids[WITHOUT_SESSION.includes(actor) ? 'visitor' : actor]
    const input = await row.input?.({ world, actor, variant, userId })
    const cookie = isFreshActor ? await mintSession(testApp, userId) : world.cookies[actor]
    if (isFreshActor && row.proven)
      await testApp.database.sql('update session set proven_at = app_now() where "userId" = $1', [userId])
    // Discards the changes that preparing the input made.
    if (isFreshActor || row.input) await watch.takeChanges()
    const answer = await callOperation(clientWithSession(testApp.app.url, cookie), operation, protocol, input)
    const written = (await watch.takeChanges()).map(({ table, operation: change }) => `${change} ${table}`)
    if (!isFreshActor)
      for (const one of world.canaries)
        if (one.readers.includes(actor) && answer.text.includes(one.text)) seenCanaries.add(one.label)
    observations.push({
      protocol,
      answer,
      written,
      leaks: findLeaks(world.canaries, isFreshActor ? null : actor, responseText(answer)).filter(
        (label) => !(answer.status === 200 && row.shows?.includes(label)),
      ),
    })
  }
  requestCount += observations.length
  return observations
}

let requestCount = 0
/** The texts of 404 responses by cell. */
const notFoundTexts = new Map<string, string>()
/** Canaries that authorized actors have received. A canary that no response contains would prove nothing. */
const seenCanaries = new Set<string>()

/** Checks the cells of an operation. @returns the deviations from its row */
async function check(cells: PlannedCell[]): Promise<string[]> {
  const wrong: string[] = []
  for (const [turn, cell] of cells.entries()) {
    const { operation, actor, variant, expected } = cell
    for (const { protocol, answer, written, leaks } of await probe(cell, turn)) {
      const name = `${operation.name} as ${actor}, ${variant}, ${protocol}`
      if (answer.status !== expected)
        wrong.push(`${name}: ${answer.status}, not ${expected} ${answer.text.slice(0, 200)}`)
      if (leaks.length > 0) wrong.push(`${name}: leaks ${leaks.join(', ')}`)
      // DAT-35: a look at personal data is recorded with it, exactly once.
      const recorded = written.filter((change) => !change.endsWith(' rate_limits')).join()
      const isRecorded = expected < 400 && cell.row.isLook && recorded === 'INSERT audit_log'
      if (cell.row.isLook && expected < 400 && !isRecorded)
        wrong.push(`${name}: the look is not recorded: ${recorded}`)
      if (isReadOnly(cell) && !isRecorded && written.length > 0)
        wrong.push(`${name}: wrote ${written.join(', ')}`)
      if (answer.status === 404)
        notFoundTexts.set(`${operation.name} ${actor} ${protocol} ${variant}`, answer.text)
    }
  }
  // The first failures are enough to find the cause.
  return wrong.length > 20 ? [...wrong.slice(0, 20), `and ${wrong.length - 20} more`] : wrong
}

test('SEG-78 of cases, chats and notices administrators get numbers only', () => {
  const slices = [
    'progress',
    'workspace',
    'closings',
    'openCases',
    'calendar',
    'chat',
    'notices',
    'proposals',
  ]
  const allowed = plannedCells.filter(
    ({ actor, operation, expected }) =>
      actor === 'admin' && slices.includes(operation.name.split('.')[0] ?? '') && expected < 400,
  )
  expect([...new Set(allowed.map(({ operation }) => operation.name))]).toEqual([
    'chat.counts',
    'proposals.counts',
  ])
})

test('every operation has a row, and every row an operation', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(ROWS).sort())
})

test('there are at least 2,000 cells, and each operation has one that succeeds', () => {
  expect(plannedCells.length).toBeGreaterThanOrEqual(2_000)
  const allowed = new Set(
    plannedCells.filter(({ expected }) => expected === 200).map(({ operation }) => operation.name),
  )
  expect(
    operations
      .map(({ name }) => name)
      .filter((name) => ROWS[name] && !ROWS[name].succeedsIn && !allowed.has(name)),
  ).toEqual([])
})

test('the change watch reports committed changes and no rolled back ones', async () => {
  const { database } = testApp
  const id = await world.createActorLike('clientA')
  await watch.takeChanges()
  await database.sql('update profiles set name = name where id = $1', [id])
  expect(await watch.takeChanges()).toEqual([{ table: 'profiles', operation: 'UPDATE' }])
  await database.sql(`begin; delete from "user" where id = '${id}'; rollback`)
  expect(await watch.takeChanges()).toEqual([])
  await database.sql('delete from "user" where id = $1', [id])
  const gone = (await watch.takeChanges()).map(({ table, operation }) => `${operation} ${table}`)
  expect(gone.sort()).toEqual([
    ...['DELETE account', 'DELETE client_profiles', 'DELETE profiles', 'DELETE user'],
    ...['UPDATE consent_movements', 'UPDATE consent_movements'],
  ])
  await database.sql('truncate paused_cases')
  expect((await watch.takeChanges()).map(({ operation }) => operation)).toEqual(['TRUNCATE'])
})

describe('refused requests and reads write nothing and leak nothing', () => {
  for (const { name } of operations.filter((operation) => ROWS[operation.name])) {
    test(titleOf(name), async () => {
      await testApp.database.sql('delete from rate_limits')
      expect(
        await check(plannedCells.filter((cell) => cell.operation.name === name && isReadOnly(cell))),
      ).toEqual([])
    })
  }

  test('abuse 3: no input key with the name of a profile column is accepted', async () => {
    const columns = await testApp.database.sql<{ name: string }>(
      `select distinct column_name as name from information_schema.columns
       where table_schema = 'public' and table_name in ('profiles', 'lawyer_profiles')`,
    )
    const own = {
      price: 30_000,
      description: 'Texto nuevo',
      phoneNumber: '+56911112222',
      location: { region: 'Valparaíso', commune: 'Quilpué' },
      addressStreet: 'Freire',
      addressNumber: '12',
    }
    const inputs: [string, object][] = [
      ['accounts.updateName', { name: 'Otro Nombre' }],
      ['lawyers.updateProfile', own],
      ['plans.subscribe', { planId: 'avanzado' }],
    ]
    await testApp.database.sql('delete from rate_limits')
    await watch.takeChanges()
    let attempts = 0
    for (const [name, input] of inputs)
      for (const { name: column } of columns)
        for (const protocol of PROTOCOLS) {
          const operation = operations.find((one) => one.name === name)
          if (!operation || Object.keys(input).includes(column)) continue
          attempts++
          const answer = await callOperation(
            clientWithSession(testApp.app.url, world.cookies.gratis),
            operation,
            protocol,
            {
              ...input,
              [column]: column === 'is_verified' ? true : 'avanzado',
            },
          )
          expect([name, column, protocol, answer.status]).toEqual([name, column, protocol, 422])
        }
    expect(attempts).toBeGreaterThan(150)
    expect(await watch.takeChanges()).toEqual([])
  })

  test('the response for an object of another person equals the one for a missing object', () => {
    const differences: string[] = []
    for (const [key, text] of notFoundTexts)
      if (key.endsWith(' foreign')) {
        const absent = notFoundTexts.get(key.replace(/foreign$/, 'absent'))
        if (absent !== undefined && absent !== text) differences.push(`${key}: ${text} / ${absent}`)
      }
    expect(differences).toEqual([])
  })
})

describe('allowed requests succeed and leak nothing', () => {
  for (const { name } of operations.filter((operation) => ROWS[operation.name])) {
    const cells = plannedCells.filter((cell) => cell.operation.name === name && !isReadOnly(cell))
    if (cells.length === 0) continue
    test(titleOf(name), async () => {
      await testApp.database.sql('delete from rate_limits')
      expect(await check(cells)).toEqual([])
    })
  }

  // Every operation has been called as administrator, with the ids of others: `check` compared each answer.
  test('DAT-63 no operation shows an administrator a chat, case or document, or changes a way to sign in', async () => {
    const shown = world.canaries.filter(({ readers }) => readers.includes('admin')).map(({ label }) => label)
    const looks = Object.values(ROWS).flatMap(({ shows = [] }) => shows)
    for (const label of [...shown, ...looks])
      expect(label).toMatch(/^(name|e-mail|client's (id|name|e-mail)) of /)
    expect(world.canaries.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['mensaje of a', 'relato of a', 'papel of a', 'novedad of a', 'password hash']),
    )
    expect(await readCredentials()).toEqual(credentials)
  })

  test('abuse 38: the live streams leaked nothing', async () => {
    expect([...streams.keys()]).toEqual(ACTORS.filter((actor) => !WITHOUT_SESSION.includes(actor)))
    const wrong: string[] = []
    for (const [actor, stream] of streams) {
      const leaks = findLeaks(world.canaries, actor, stream.text())
      if (leaks.length > 0) wrong.push(`${actor}: ${leaks.join(', ')}`)
    }
    expect(wrong).toEqual([])
    const readable = world.canaries.filter(({ readers }) => readers.some((actor) => streams.has(actor)))
    expect(readable.map(({ label }) => label).filter((label) => !seenCanaries.has(label))).toEqual([])
    console.log(
      `access matrix: ${operations.length} operations, ${plannedCells.length} cells, ${requestCount} requests`,
    )
  })
})

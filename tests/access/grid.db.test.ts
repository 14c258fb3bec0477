import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChangeWatch, watchChanges } from '../support/changes.ts'
import { greeted, type OpenStream, openEvents } from '../support/events.ts'
import type { Answer } from '../support/http.ts'
import { clientWith, mintSession } from '../support/sessions.ts'
import { useHouse } from '../support/suite.ts'
import { ABUSES } from './grid/abuses.ts'
import { ACTORS, type Actor, NOBODY } from './grid/actors.ts'
import { heardOf, singing } from './grid/canaries.ts'
import { ask, type Operation, operations } from './grid/doors.ts'
import { casesOf, expectedOf, type Row } from './grid/rows.ts'
import { accountRows } from './grid/rows-accounts.ts'
import { reachRows } from './grid/rows-reach.ts'
import { verificationRows } from './grid/rows-verification.ts'
import { workRows } from './grid/rows-work.ts'
import { workspaceRows } from './grid/rows-workspace.ts'
import { makeWorld, type World } from './grid/world.ts'

// Issue 9.1, security §1 (G1 to G5, G8; abuse 1 to 5, 15 to 20, 22, 24 to 27): every operation × everyone × whose object it
// is, at both doors. What is refused, and what is only looked at, writes nothing; nobody reads a word of others.

const ROWS: Record<string, Row> = {
  ...accountRows,
  ...verificationRows,
  ...workRows,
  ...workspaceRows,
  ...reachRows,
}
const DOORS = ['rest', 'rpc'] as const

interface Plan {
  operation: Operation
  row: Row
  who: Actor
  what: string
  expected: number
}
const plans: Plan[] = operations.flatMap((operation) => {
  const row = ROWS[operation.name]
  return row
    ? ACTORS.flatMap((who) =>
        casesOf(row).map((what) => ({ operation, row, who, what, expected: expectedOf(row, who, what) })),
      )
    : []
})
const titleOf = (name: string) => (ABUSES[name] ? `${name} (abuse ${ABUSES[name]})` : name)
const isLook = ({ operation, expected }: Plan) => operation.method === 'GET' || expected >= 400

const house = useHouse()
let world: World
let watch: ChangeWatch
const streams = new Map<Actor, OpenStream>()

beforeAll(async () => {
  world = await makeWorld(house)
  watch = await watchChanges(house.database, 'rate_limits')
  for (const who of ACTORS) {
    const stream = await openEvents(house.app.url, clientWith(house.app.url, world.cookies[who]))
    if (stream.status !== 200) continue
    await stream.heard(greeted)
    streams.set(who, stream)
  }
})

afterAll(() => {
  for (const stream of streams.values()) stream.close()
})

interface Seen {
  door: (typeof DOORS)[number]
  answer: Answer
  /** Rows that came, changed or went meanwhile. */
  written: string[]
  /** Words of others that it carries. */
  heard: string[]
}

/** Asks once at each door; where a password is hashed, at one of them. */
async function probe({ operation, row, who, what, expected }: Plan, turn: number): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const door of row.costly ? [DOORS[turn % 2] ?? 'rest'] : DOORS) {
    const isTwin = row.twin === true && expected < 400 && !NOBODY.includes(who)
    const userId = isTwin ? await world.twinOf(who) : world.ids[NOBODY.includes(who) ? 'visitor' : who]
    const input = await row.input?.({ world, who, what, userId })
    const cookie = isTwin ? await mintSession(house, userId) : world.cookies[who]
    // What making the input wrote is no doing of the answer's.
    if (isTwin || row.input) await watch.since()
    const answer = await ask(clientWith(house.app.url, cookie), operation, door, input)
    const written = (await watch.since()).map(({ table, what: how }) => `${how} ${table}`)
    if (!isTwin)
      for (const one of world.canaries)
        if (one.readers.includes(who) && answer.text.includes(one.text)) sung.add(one.label)
    seen.push({
      door,
      answer,
      written,
      heard: singing(world.canaries, isTwin ? null : who, heardOf(answer)),
    })
  }
  requests += seen.length
  return seen
}

let requests = 0
/** What an answer of absence said, by cell. */
const refused = new Map<string, string>()
/** Canaries that whoever may hear them has heard: what nobody says at all proves nothing. */
const sung = new Set<string>()

/** Looks at all cells of an operation and says everything that is not as its row has it. */
async function look(cells: Plan[]): Promise<string[]> {
  const wrong: string[] = []
  for (const [turn, cell] of cells.entries()) {
    const { operation, who, what, expected } = cell
    for (const { door, answer, written, heard } of await probe(cell, turn)) {
      const name = `${operation.name} as ${who}, ${what}, ${door}`
      if (answer.status !== expected)
        wrong.push(`${name}: ${answer.status}, not ${expected} ${answer.text.slice(0, 200)}`)
      if (heard.length > 0) wrong.push(`${name}: hears ${heard.join(', ')}`)
      if (isLook(cell) && written.length > 0) wrong.push(`${name}: wrote ${written.join(', ')}`)
      if (answer.status === 404) refused.set(`${operation.name} ${who} ${door} ${what}`, answer.text)
    }
  }
  // What is wrong of many is wrong of the first.
  return wrong.length > 20 ? [...wrong.slice(0, 20), `and ${wrong.length - 20} more`] : wrong
}

test('every operation has a row, and every row an operation', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(ROWS).sort())
})

test('there are at least 2,000 cells, and each operation has one that is allowed', () => {
  expect(plans.length).toBeGreaterThanOrEqual(2_000)
  const allowed = new Set(
    plans.filter(({ expected }) => expected === 200).map(({ operation }) => operation.name),
  )
  expect(operations.map(({ name }) => name).filter((name) => ROWS[name] && !allowed.has(name))).toEqual([])
})

test('what tells of changes misses none, and none that was taken back', async () => {
  const { database } = house
  const id = await world.twinOf('clientA')
  await watch.since()
  await database.sql('update profiles set name = name where id = $1', [id])
  expect(await watch.since()).toEqual([{ table: 'profiles', what: 'UPDATE' }])
  await database.sql(`begin; delete from "user" where id = '${id}'; rollback`)
  expect(await watch.since()).toEqual([])
  await database.sql('delete from "user" where id = $1', [id])
  const gone = (await watch.since()).map(({ table, what }) => `${what} ${table}`)
  expect(gone.sort()).toEqual(['DELETE account', 'DELETE client_profiles', 'DELETE profiles', 'DELETE user'])
  await database.sql('truncate mail_attempts')
  expect((await watch.since()).map(({ what }) => what)).toEqual(['TRUNCATE'])
  await database.sql(`insert into mail_attempts (job_key, sent) values ('lawyer-verified:' || $1, true)`, [
    world.ids.paid,
  ])
})

describe('refused, or only looked at: nothing is written, nobody is heard', () => {
  for (const { name } of operations.filter((operation) => ROWS[operation.name])) {
    test(titleOf(name), async () => {
      await house.database.sql('delete from rate_limits')
      expect(await look(plans.filter((plan) => plan.operation.name === name && isLook(plan)))).toEqual([])
    })
  }

  test('abuse 3: no column of a profile is written by its name', async () => {
    const columns = await house.database.sql<{ name: string }>(
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
    await house.database.sql('delete from rate_limits')
    await watch.since()
    let tries = 0
    for (const [name, input] of inputs)
      for (const { name: column } of columns)
        for (const door of DOORS) {
          const operation = operations.find((one) => one.name === name)
          if (!operation || Object.keys(input).includes(column)) continue
          tries++
          const answer = await ask(clientWith(house.app.url, world.cookies.gratis), operation, door, {
            ...input,
            [column]: column === 'is_verified' ? true : 'avanzado',
          })
          expect([name, column, door, answer.status]).toEqual([name, column, door, 422])
        }
    expect(tries).toBeGreaterThan(150)
    expect(await watch.since()).toEqual([])
  })

  test('security G4: what is not theirs is answered byte by byte as what is not there', () => {
    const differ: string[] = []
    for (const [key, text] of refused)
      if (key.endsWith(' foreign')) {
        const absent = refused.get(key.replace(/foreign$/, 'absent'))
        if (absent !== undefined && absent !== text) differ.push(`${key}: ${text} / ${absent}`)
      }
    expect(differ).toEqual([])
  })
})

describe('allowed: done, and nobody hears of others', () => {
  for (const { name } of operations.filter((operation) => ROWS[operation.name])) {
    const cells = plans.filter((plan) => plan.operation.name === name && !isLook(plan))
    if (cells.length === 0) continue
    test(titleOf(name), async () => {
      await house.database.sql('delete from rate_limits')
      expect(await look(cells)).toEqual([])
    })
  }

  test('abuse 38: the live streams told nobody of others', async () => {
    expect([...streams.keys()]).toEqual(ACTORS.filter((who) => !NOBODY.includes(who)))
    const wrong: string[] = []
    for (const [who, stream] of streams) {
      const heard = singing(world.canaries, who, stream.text())
      if (heard.length > 0) wrong.push(`${who}: ${heard.join(', ')}`)
    }
    expect(wrong).toEqual([])
    const able = world.canaries.filter(({ readers }) => readers.some((who) => streams.has(who)))
    expect(able.map(({ label }) => label).filter((label) => !sung.has(label))).toEqual([])
    console.log(`access grid: ${operations.length} operations, ${plans.length} cells, ${requests} requests`)
  })
})

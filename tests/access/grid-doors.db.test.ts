import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { fileAddress } from '../../src/platform/files/buckets.ts'
import { signLink } from '../../src/platform/files/links.server.ts'
import { fileDoors } from '../../src/server/files.ts'
import { type ChangeWatch, watchChanges } from '../support/changes.ts'
import { about, greeted, type OpenStream, openEvents } from '../support/events.ts'
import { filesOf, pdf, picture } from '../support/files.ts'
import { clientWith, mintSession } from '../support/sessions.ts'
import { useHouse } from '../support/suite.ts'
import { ACTORS, type Actor, familyOf, NOBODY } from './grid/actors.ts'
import { heardOf, singing } from './grid/canaries.ts'
import { foreignFamily, ownFamily } from './grid/families.ts'
import { type Cell, expectedOf, type Row } from './grid/rows.ts'
import { type Family, makeWorld, type World } from './grid/world.ts'

// Issue 9.1, abuse 15, 29, 30, 38: the doors that are no operation (files, live events) × everyone × whose thing it is.

const house = useHouse()
let world: World
let watch: ChangeWatch
beforeAll(async () => {
  world = await makeWorld(house)
  watch = await watchChanges(house.database, 'rate_limits')
})

const clientOf = (who: Actor) => clientWith(house.app.url, world.cookies[who])
const cellOf = (who: Actor, what: string): Cell => ({
  world,
  who,
  what,
  userId: world.ids[NOBODY.includes(who) ? 'visitor' : who],
})
let cells = 0

/** Who may bring what; `input` says the rest of the address. Allowed is 201. */
const UPLOADS: Record<string, Row> = {
  avatars: {
    cases: ['own', 'for a thing'],
    answers: {
      // H-07, A7: the address is proven first.
      emailPending: { 'for a thing': 404, others: 409 },
      lawyers: { 'for a thing': 404, others: 201 },
      others: { 'for a thing': 404, others: 403 },
    },
  },
  identidad: {
    cases: ['own', 'for a thing'],
    answers: {
      profilePending: { 'for a thing': 404, others: 201 },
      lawyers: { 'for a thing': 404, others: 409 },
      others: { 'for a thing': 404, others: 403 },
    },
  },
  certificados: {
    cases: ['own', 'foreign', 'absent', 'open of another', 'no case', 'no thing'],
    input: (cell) =>
      ({
        own: ownFamily(cell).caseId,
        foreign: foreignFamily(cell).caseId,
        'open of another': foreignFamily(cell).openCaseId,
        'no case': '..%2Fx',
        'no thing': '',
      })[cell.what] ?? randomUUID(),
    answers: { others: { own: 201, others: 404 } },
  },
}

/** What has no address has none for whoever has no session either. */
const uploadOf = (row: Row, who: Actor, what: string) =>
  ['for a thing', 'no thing'].includes(what) ? 404 : expectedOf(row, who, what)

describe('who may bring a file', () => {
  test('every door has a row, and every row a door', () => {
    expect(fileDoors.map(({ bucket }) => bucket).sort()).toEqual(Object.keys(UPLOADS).sort())
    expect(Object.keys(READS).sort()).toEqual(Object.keys(UPLOADS).sort())
  })

  for (const [bucket, row] of Object.entries(UPLOADS)) {
    test(`bucket ${bucket}`, async () => {
      const wrong: string[] = []
      for (const who of ACTORS)
        for (const what of row.cases ?? []) {
          cells++
          const thing = what === 'for a thing' ? world.families.a.caseId : row.input?.(cellOf(who, what))
          const expected = uploadOf(row, who, what)
          const before = await filesOf(house.platform)
          await watch.since()
          const answer = await clientOf(who).send(`/api/files/${bucket}${thing ? `/${thing}` : ''}`, {
            method: 'PUT',
            body: bucket === 'avatars' ? await picture('png', { width: 60, height: 60 }) : pdf(),
          })
          const written = await watch.since()
          const name = `${who}, ${what}`
          if (answer.status !== expected)
            wrong.push(`${name}: ${answer.status}, not ${expected} ${answer.text}`)
          const heard = singing(world.canaries, who, heardOf(answer))
          if (heard.length > 0) wrong.push(`${name}: hears ${heard.join(', ')}`)
          if (expected === 201) continue
          if (written.length > 0) wrong.push(`${name}: wrote ${written.map(({ table }) => table).join(', ')}`)
          const after = await filesOf(house.platform)
          if (!isDeepStrictEqual(after, before)) wrong.push(`${name}: left a file`)
        }
      expect(wrong).toEqual([])
    })
  }
})

const KEYS: Record<string, (family: Family) => string> = {
  avatars: ({ photoKey }) => photoKey,
  identidad: ({ cardKey }) => cardKey,
  certificados: ({ documentKey }) => documentKey,
}
const LINKS = ['bare', 'made for them', 'made for its owner'] as const

/** Whether a file opens; otherwise it is as if there were none. */
const READS: Record<string, (who: Actor, what: string, link: (typeof LINKS)[number]) => boolean> = {
  avatars: () => true,
  identidad: (who, what, link) => {
    const isOwner = what === 'own' && ['paid', 'otherPaid', 'gratis'].includes(who)
    return (isOwner && link !== 'bare') || (who === 'admin' && link === 'made for them')
  },
  certificados: (who, what) => what === 'own' && familyOf(who) !== undefined,
}

describe('who may open a file', () => {
  for (const [bucket, opens] of Object.entries(READS)) {
    test(`bucket ${bucket}`, async () => {
      const wrong: string[] = []
      const absences = new Set<string>()
      for (const who of ACTORS)
        for (const what of ['own', 'foreign', 'absent'])
          for (const link of LINKS) {
            cells++
            const cell = cellOf(who, what)
            const family = what === 'foreign' ? foreignFamily(cell) : ownFamily(cell)
            const own = KEYS[bucket]?.(family) ?? ''
            const key = what === 'absent' ? own.replace(/[0-9a-f]{12}(?=[.-])/, '000000000000') : own
            const viewerId = link === 'made for them' ? cell.userId : family.lawyerId
            const address = link === 'bare' ? fileAddress(key) : signLink(house.platform, { key, viewerId })
            await watch.since()
            const answer = await clientOf(who).get(address)
            const expected = what !== 'absent' && opens(who, what, link) && !NOBODY_READS(bucket, who)
            const name = `${who}, ${what}, link ${link}`
            if ((answer.status === 200) !== expected || (!expected && answer.status !== 404))
              wrong.push(`${name}: ${answer.status}, not ${expected ? 200 : 404}`)
            // Administrators look at cards: that is written down, and is no secret to them.
            const readers = bucket === 'identidad' && who === 'admin' && expected ? [] : world.canaries
            const heard = singing(readers, who, heardOf(answer))
            if (heard.length > 0) wrong.push(`${name}: hears ${heard.join(', ')}`)
            const written = (await watch.since()).filter(({ table }) => table !== 'audit_log')
            if (written.length > 0)
              wrong.push(`${name}: wrote ${written.map(({ table }) => table).join(', ')}`)
            if (!expected) absences.add(answer.text)
          }
      expect(wrong).toEqual([])
      // G4: one answer, whether there is a file or not.
      expect(absences.size).toBe(1)
    })
  }
})

/** Photos are everybody's; for the rest there must be a session. */
const NOBODY_READS = (bucket: string, who: Actor) => bucket !== 'avatars' && NOBODY.includes(who)

describe('abuse 38: who hears what on the live stream', () => {
  test('each their own events and nobody else’s, the market its verified lawyers with a plan', async () => {
    const streams = new Map<Actor, OpenStream>()
    const refs = new Map<string, string>()
    for (const who of ACTORS) {
      cells++
      // A second session: the stream of one may not be the stream of another.
      const stream = await openEvents(house.app.url, clientOf(who))
      expect([who, stream.status]).toEqual([who, NOBODY.includes(who) ? 401 : 200])
      if (stream.status !== 200) continue
      await stream.heard(greeted)
      streams.set(who, stream)
    }
    for (const who of [...streams.keys(), 'mercado'] as const) {
      const ref = randomUUID()
      refs.set(who, ref)
      await house.database.sql(
        `insert into events (user_id, audience, kind, ref) values ($1, $2, 'case', $3)`,
        who === 'mercado' ? [null, who, ref] : [world.ids[who], null, ref],
      )
    }
    house.platform.wake()
    for (const [who, stream] of streams) {
      await stream.heard(about(refs.get(who) ?? ''))
      const sees = who === 'paid' || who === 'otherPaid'
      if (sees) await stream.heard(about(refs.get('mercado') ?? ''))
    }
    for (const [who, stream] of streams) {
      const sees = who === 'paid' || who === 'otherPaid'
      const own = [refs.get(who), ...(sees ? [refs.get('mercado')] : [])]
      expect([who, stream.refs()]).toEqual([who, own])
      expect(singing(world.canaries, who, heardOf({ text: stream.text(), headers: stream.headers }))).toEqual(
        [],
      )
      stream.close()
    }
  })

  test('a session that ends while it listens, and one that was never its own', async () => {
    const id = await world.twinOf('clientA')
    const stream = await openEvents(house.app.url, clientWith(house.app.url, await mintSession(house, id)))
    await stream.heard(greeted)
    await house.database.sql('delete from "user" where id = $1', [id])
    await stream.ended
    expect(stream.frames.at(-1)?.event).toBe('end')
    const cookie = decodeURIComponent(world.cookies.clientA ?? '')
    const forged = [
      cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      cookie.split('.')[0] ?? '',
      `${cookie.split('.')[0]}.${decodeURIComponent(world.cookies.clientB ?? '').split('.')[1]}`,
      `x${cookie}`,
    ]
    for (const value of forged) {
      cells++
      const answer = await clientWith(house.app.url, encodeURIComponent(value)).get('/api/events')
      expect([value, answer.status]).toEqual([value, 401])
    }
    console.log(`access grid: ${cells} cells at the doors of files and events`)
  })
})

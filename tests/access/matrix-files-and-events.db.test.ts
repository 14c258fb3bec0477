import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { fileAddress } from '../../src/platform/files/buckets.ts'
import { signLink } from '../../src/platform/files/links.server.ts'
import { bucketPolicies } from '../../src/server/files.ts'
import { useTestApp } from '../support/app/suite.ts'
import { clientWithSession, mintSession } from '../support/data/sessions.ts'
import { type ChangeWatch, watchChanges } from '../support/database/watch-changes.ts'
import { listFiles, pdf, picture } from '../support/files/test-files.ts'
import { type EventStream, hasRef, isGreeting, openEventStream } from '../support/network/event-stream.ts'
import { ACTORS, type Actor, familyOf, WITHOUT_SESSION } from './matrix/actors.ts'
import { findLeaks, responseText } from './matrix/canaries.ts'
import { foreignFamily, ownFamily } from './matrix/families.ts'
import { type Cell, expectedOf, type Row } from './matrix/rows.ts'
import { type Family, makeWorld, type World } from './matrix/world.ts'

// The access matrix of files and live events (abuse 15, 29, 30, 38): every bucket × every actor × whose
// object it is.

const testApp = useTestApp()
let world: World
let watch: ChangeWatch
beforeAll(async () => {
  world = await makeWorld(testApp)
  watch = await watchChanges(testApp.database, 'rate_limits')
})

const clientOf = (actor: Actor) => clientWithSession(testApp.app.url, world.cookies[actor])
const cellOf = (actor: Actor, variant: string): Cell => ({
  world,
  actor,
  variant,
  userId: world.ids[WITHOUT_SESSION.includes(actor) ? 'visitor' : actor],
})
let cellCount = 0

/** Who may upload to which bucket. `input` returns the rest of the URL; 201 is success. */
const UPLOADS: Record<string, Row> = {
  avatars: {
    variants: ['own', 'with id'],
    answers: {
      // H-07, A7: the e-mail address must be verified first.
      emailPending: { 'with id': 404, others: 409 },
      lawyers: { 'with id': 404, others: 201 },
      others: { 'with id': 404, others: 403 },
    },
  },
  identidad: {
    variants: ['own', 'with id'],
    answers: {
      profilePending: { 'with id': 404, others: 201 },
      lawyers: { 'with id': 404, others: 409 },
      others: { 'with id': 404, others: 403 },
    },
  },
  // DAT-11: anybody with a session, for a request of theirs.
  evidencia: { variants: ['own', 'with id'], answers: { others: { 'with id': 404, others: 201 } } },
  certificados: {
    variants: [
      'own',
      'foreign',
      'absent',
      'open of another',
      'no case',
      'own chat',
      'foreign chat',
      'absent chat',
      'without id',
    ],
    input: (cell) =>
      ({
        own: ownFamily(cell).caseId,
        foreign: foreignFamily(cell).caseId,
        'open of another': foreignFamily(cell).openCaseId,
        'no case': '..%2Fx',
        'own chat': `chat-${ownFamily(cell).chatId}`,
        'foreign chat': `chat-${foreignFamily(cell).chatId}`,
        'absent chat': `chat-${randomUUID()}`,
        'without id': '',
      })[cell.variant] ?? randomUUID(),
    answers: {
      clients: { own: 201, 'own chat': 201, others: 404 },
      verified: { own: 201, 'own chat': 201, others: 404 },
      parties: { own: 201, others: 404 },
      // Only clients and lawyers have chats.
      others: { own: 201, 'own chat': 403, 'foreign chat': 403, 'absent chat': 403, others: 404 },
    },
  },
}

/** A URL that no route matches is 404 for visitors, too. */
const expectedUploadStatus = (row: Row, actor: Actor, variant: string) =>
  ['with id', 'without id'].includes(variant) ? 404 : expectedOf(row, actor, variant)

describe('who may upload a file', () => {
  test('every bucket has a row, and every row a bucket', () => {
    expect(bucketPolicies.map(({ bucket }) => bucket).sort()).toEqual(Object.keys(UPLOADS).sort())
    expect(Object.keys(READS).sort()).toEqual(Object.keys(UPLOADS).sort())
  })

  for (const [bucket, row] of Object.entries(UPLOADS)) {
    test(`bucket ${bucket}`, async () => {
      const wrong: string[] = []
      for (const actor of ACTORS)
        for (const variant of row.variants ?? []) {
          cellCount++
          const resourceId =
            variant === 'with id' ? world.families.a.caseId : row.input?.(cellOf(actor, variant))
          const expected = expectedUploadStatus(row, actor, variant)
          const before = await listFiles(testApp.platform)
          await watch.takeChanges()
          const answer = await clientOf(actor).send(
            `/api/files/${bucket}${resourceId ? `/${resourceId}` : ''}`,
            {
              method: 'PUT',
              body: bucket === 'avatars' ? await picture('png', { width: 60, height: 60 }) : pdf(),
            },
          )
          const written = await watch.takeChanges()
          const name = `${actor}, ${variant}`
          if (answer.status !== expected)
            wrong.push(`${name}: ${answer.status}, not ${expected} ${answer.text}`)
          const leaks = findLeaks(world.canaries, actor, responseText(answer))
          if (leaks.length > 0) wrong.push(`${name}: leaks ${leaks.join(', ')}`)
          if (expected === 201) continue
          if (written.length > 0) wrong.push(`${name}: wrote ${written.map(({ table }) => table).join(', ')}`)
          const after = await listFiles(testApp.platform)
          if (!isDeepStrictEqual(after, before)) wrong.push(`${name}: left a file`)
        }
      expect(wrong).toEqual([])
    })
  }
})

const KEYS: Record<string, (family: Family) => string> = {
  evidencia: ({ clientId }) => `evidencia/${clientId}/00000000-0000-4000-8000-000000000001.pdf`,
  avatars: ({ photoKey }) => photoKey,
  identidad: ({ cardKey }) => cardKey,
  certificados: ({ documentKey }) => documentKey,
}
const LINKS = ['unsigned', 'signed for them', 'signed for its owner'] as const

/** Whether a file opens. If not, the response is the one for a file that does not exist. */
const READS: Record<string, (actor: Actor, variant: string, link: (typeof LINKS)[number]) => boolean> = {
  avatars: () => true,
  identidad: (actor, variant, link) => {
    const isOwner = variant === 'own' && ['paid', 'otherPaid', 'gratis'].includes(actor)
    return (isOwner && link !== 'unsigned') || (actor === 'admin' && link === 'signed for them')
  },
  // Files of no request; data-requests.test.ts opens those of one (DAT-11).
  evidencia: () => false,
  certificados: (actor, variant) => variant === 'own' && familyOf(actor) !== undefined,
}

describe('who may open a file', () => {
  for (const [bucket, opens] of Object.entries(READS)) {
    test(`bucket ${bucket}`, async () => {
      const wrong: string[] = []
      const notFoundTexts = new Set<string>()
      for (const actor of ACTORS)
        for (const variant of ['own', 'foreign', 'absent'])
          for (const link of LINKS) {
            cellCount++
            const cell = cellOf(actor, variant)
            const family = variant === 'foreign' ? foreignFamily(cell) : ownFamily(cell)
            const own = KEYS[bucket]?.(family) ?? ''
            const key = variant === 'absent' ? own.replace(/[0-9a-f]{12}(?=[.-])/, '000000000000') : own
            const viewerId = link === 'signed for them' ? cell.userId : family.lawyerId
            const address =
              link === 'unsigned' ? fileAddress(key) : signLink(testApp.platform, { key, viewerId })
            await watch.takeChanges()
            const answer = await clientOf(actor).get(address)
            const expected =
              variant !== 'absent' && opens(actor, variant, link) && !lacksSession(bucket, actor)
            const name = `${actor}, ${variant}, link ${link}`
            if ((answer.status === 200) !== expected || (!expected && answer.status !== 404))
              wrong.push(`${name}: ${answer.status}, not ${expected ? 200 : 404}`)
            // Administrators may see the contents of cards; each view is audited.
            const readers = bucket === 'identidad' && actor === 'admin' && expected ? [] : world.canaries
            const leaks = findLeaks(readers, actor, responseText(answer))
            if (leaks.length > 0) wrong.push(`${name}: leaks ${leaks.join(', ')}`)
            // SEG-22: the other party's first reading of a document is recorded.
            const mayBeWritten =
              bucket === 'certificados' && expected
                ? ['audit_log', 'document_views', 'events']
                : ['audit_log']
            const written = (await watch.takeChanges()).filter(({ table }) => !mayBeWritten.includes(table))
            if (written.length > 0)
              wrong.push(`${name}: wrote ${written.map(({ table }) => table).join(', ')}`)
            if (!expected) notFoundTexts.add(answer.text)
          }
      expect(wrong).toEqual([])
      // One response, whether the file exists or not.
      expect(notFoundTexts.size).toBe(1)
    })
  }
})

/** Photos are public; all other files need a session. */
const lacksSession = (bucket: string, actor: Actor) => bucket !== 'avatars' && WITHOUT_SESSION.includes(actor)

describe('abuse 38: who receives what on the live stream', () => {
  test('each person only their own events; market events only verified lawyers with a plan', async () => {
    const streams = new Map<Actor, EventStream>()
    const refs = new Map<string, string>()
    for (const actor of ACTORS) {
      cellCount++
      const stream = await openEventStream(testApp.app.url, clientOf(actor))
      expect([actor, stream.status]).toEqual([actor, WITHOUT_SESSION.includes(actor) ? 401 : 200])
      if (stream.status !== 200) continue
      await stream.waitFor(isGreeting)
      streams.set(actor, stream)
    }
    for (const actor of [...streams.keys(), 'mercado'] as const) {
      const ref = randomUUID()
      refs.set(actor, ref)
      await testApp.database.sql(
        `insert into events (user_id, audience, kind, ref) values ($1, $2, 'case', $3)`,
        actor === 'mercado' ? [null, actor, ref] : [world.ids[actor], null, ref],
      )
    }
    testApp.platform.wake()
    for (const [actor, stream] of streams) {
      await stream.waitFor(hasRef(refs.get(actor) ?? ''))
      const seesMarket = actor === 'paid' || actor === 'otherPaid'
      if (seesMarket) await stream.waitFor(hasRef(refs.get('mercado') ?? ''))
    }
    for (const [actor, stream] of streams) {
      const seesMarket = actor === 'paid' || actor === 'otherPaid'
      const own = [refs.get(actor), ...(seesMarket ? [refs.get('mercado')] : [])]
      expect([actor, stream.refs()]).toEqual([actor, own])
      expect(
        findLeaks(world.canaries, actor, responseText({ text: stream.text(), headers: stream.headers })),
      ).toEqual([])
      stream.close()
    }
  })

  test('a session that ends during the stream, and forged sessions', async () => {
    const id = await world.createActorLike('clientA')
    const stream = await openEventStream(
      testApp.app.url,
      clientWithSession(testApp.app.url, await mintSession(testApp, id)),
    )
    await stream.waitFor(isGreeting)
    await testApp.database.sql('delete from "user" where id = $1', [id])
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
      cellCount++
      const answer = await clientWithSession(testApp.app.url, encodeURIComponent(value)).get('/api/events')
      expect([value, answer.status]).toEqual([value, 401])
    }
    console.log(`access matrix: ${cellCount} cells for files and events`)
  })
})

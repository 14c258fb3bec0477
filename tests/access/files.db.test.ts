import { createHmac, hkdfSync } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { setVerification } from '../../src/demo-data/lawyers.ts'
import { withoutFileName } from '../../src/platform/files/file-names.ts'
import { signLink } from '../../src/platform/files/links.server.ts'
import { createSealer } from '../../src/platform/jobs/sealer.server.ts'
import { bucketPolicies } from '../../src/server/files.ts'
import { startInProcessApp } from '../support/app/in-process-app.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { clientAt } from '../support/data/writers.ts'
import { TEST_SECRET } from '../support/database/test-database.ts'
import { listFiles, pdf, picture, readStoredFile, storeFile } from '../support/files/test-files.ts'
import type { Client, HttpResponse } from '../support/network/http-client.ts'

// Who may upload a file and who may open one: every bucket × every role (docs/design.md §5, §8; CAL-28,
// CAL-29, CAL-30).

const testApp = useTestApp()

const ACTORS = [
  'visitor',
  'client',
  'lawyer',
  'lawyer in review',
  'admin',
  'no profile',
  'ended session',
] as const
type Actor = (typeof ACTORS)[number]

async function clientAs(actor: Actor): Promise<Client> {
  if (actor === 'visitor') return testApp.visitor()
  const role = actor === 'client' || actor === 'admin' ? actor : 'lawyer'
  const member = await testApp.member({
    role,
    ...(role === 'lawyer' && { verificationStatus: 'profile_pending' }),
  })
  // After sending the form: the ID card is under review.
  if (actor === 'lawyer in review') await setVerification(testApp.platform.db, member.id, 'admin_pending')
  if (actor === 'no profile') await testApp.database.sql('delete from profiles where id = $1', [member.id])
  if (actor === 'ended session')
    await testApp.database.sql('delete from session where "userId" = $1', [member.id])
  return member
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** Bucket → expected status of an upload by actor. All others get `others`, or 403. */
const UPLOADS: Record<string, Partial<Record<Actor | 'others', number>>> = {
  avatars: { visitor: 401, 'ended session': 401, lawyer: 201, 'lawyer in review': 201 },
  identidad: { visitor: 401, 'ended session': 401, lawyer: 201, 'lawyer in review': 409 },
  evidencia: { visitor: 401, 'ended session': 401, others: 201 },
  // CAL-30: documents need the id of a case. These actors are in no case, so every case is 404 for them.
  [`certificados/${UNKNOWN_ID}`]: { visitor: 401, 'ended session': 401, others: 404 },
  'certificados/..%2Fx': { visitor: 401, 'ended session': 401, others: 404 },
}
const UNKNOWN_BUCKETS = ['certificados', 'otros', `identidad/${UNKNOWN_ID}`]

describe('who may upload a file', () => {
  test('every bucket has a row, and every row a bucket', () => {
    expect(new Set(bucketPolicies.map((policy) => policy.bucket))).toEqual(
      new Set(Object.keys(UPLOADS).map((path) => path.split('/')[0])),
    )
  })

  for (const [bucket, answers] of [
    ...Object.entries(UPLOADS),
    ...UNKNOWN_BUCKETS.map((name) => [name, null] as const),
  ]) {
    for (const actor of ACTORS) {
      const expected = answers === null ? 404 : (answers[actor] ?? answers.others ?? 403)
      test(`${bucket} as ${actor}: ${expected}`, async () => {
        const client = await clientAs(actor)
        const files = await listFiles(testApp.platform)
        const before = await testApp.database.sql('select key from stored_files order by key')
        const answer = await client.send(`/api/files/${bucket}`, {
          method: 'PUT',
          body: await picture('png'),
        })
        expect(answer.status, answer.text).toBe(expected)
        if (expected === 201) return
        expect(await listFiles(testApp.platform)).toEqual(files)
        expect(await testApp.database.sql('select key from stored_files order by key')).toEqual(before)
      })
    }
  }

  test('the upload URL accepts only PUT', async () => {
    const lawyer = await clientAs('lawyer')
    for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']) {
      expect((await lawyer.send('/api/files/identidad', { method })).status, method).toBe(404)
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await lawyer.send('/archivos/avatars/a/b.jpg', { method })).status, method).toBe(405)
    }
  })
})

let owner: Member
let other: Member
let admin: Member
let client: Member
let card: string
let photo: string
beforeAll(async () => {
  owner = await testApp.member({ role: 'lawyer', verificationStatus: 'profile_pending' })
  other = await testApp.member({ role: 'lawyer', verificationStatus: 'profile_pending' })
  admin = await testApp.member({ role: 'admin' })
  client = await testApp.member({ role: 'client' })
  card = await storeFile(testApp.platform, { bucket: 'identidad', ownerId: owner.id, name: 'mi carné.pdf' })
  photo = await storeFile(testApp.platform, {
    bucket: 'avatars',
    ownerId: owner.id,
    bytes: await picture('jpeg'),
    type: 'image/jpeg',
    name: '',
  })
})

const linkFor = (viewerId: string, key = card, seconds = 3600) =>
  signLink(testApp.platform, { key, viewerId, seconds })

const audited = () =>
  testApp.database.sql<{ actor_id: string; action: string; object: string }>(
    `select actor_id, action, object from audit_log where action in ('id_document.viewed', 'file.refused') order by id`,
  )

/** The response for a file that does not exist, without headers that differ for each request. */
async function notFoundResponse(): Promise<unknown> {
  return comparable(
    await testApp.visitor().get(`/archivos/identidad/${crypto.randomUUID()}/${crypto.randomUUID()}.pdf`),
  )
}
function comparable({ status, headers, text }: HttpResponse) {
  const { date, 'x-request-id': id, 'content-security-policy': policy, ...rest } = headers
  return {
    status,
    text,
    headers: rest,
    policy: String(policy).replace(/nonce-[^']+/g, ''),
    hasDateAndId: !!date && !!id,
  }
}

describe('CAL-29 who may open an ID card', () => {
  test('its owner and administrators, with a link signed for them', async () => {
    for (const viewer of [owner, admin]) {
      const answer = await viewer.get(linkFor(viewer.id))
      expect(answer.status).toBe(200)
      expect(answer.body.equals(pdf())).toBe(true)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(pdf().length),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'content-disposition': `inline; filename="mi carn_.pdf"; filename*=UTF-8''mi%20carn%C3%A9.pdf`,
      })
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'self'")
      expect(answer.headers['content-security-policy']).toContain("script-src 'none'")
      expect(answer.headers.etag).toBeUndefined()
    }
  })

  test('abuse 32: a picture is sent with a CSP sandbox that runs no script', async () => {
    const key = await storeFile(testApp.platform, {
      bucket: 'identidad',
      ownerId: owner.id,
      bytes: await picture('png'),
      type: 'image/png',
    })
    const answer = await admin.get(linkFor(admin.id, key))
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
    })
  })

  test('abuse 29: no one else, with any link: the same 404 as for a file that does not exist', async () => {
    const notFound = await notFoundResponse()
    const query = (link: string, change: Record<string, string | null>) => {
      const url = new URL(link, testApp.app.url)
      for (const [name, value] of Object.entries(change))
        value === null ? url.searchParams.delete(name) : url.searchParams.set(name, value)
      return url.pathname + url.search
    }
    const own = linkFor(owner.id)
    const second = await storeFile(testApp.platform, { bucket: 'identidad', ownerId: owner.id })
    const until = new URL(own, testApp.app.url).searchParams.get('expires')
    const forged = createHmac(
      'sha256',
      Buffer.from(hkdfSync('sha256', TEST_SECRET, '', 'amparo job payload', 32)),
    )
    const otherPurpose = testApp.platform.sealer.sign(`write\n${card}\n${owner.id}\n${until}`)
    const elsewhere = createSealer('otro-secreto-de-otra-instalacion-00')
    const gone = await clientAs('ended session')
    const cases: [string, Client, string][] = [
      ['a visitor with the owner’s link', testApp.visitor(), own],
      ['a visitor with the administrator’s link', testApp.visitor(), linkFor(admin.id)],
      ['a visitor without a link', testApp.visitor(), `/archivos/${card}`],
      ['a session that has ended', gone, linkFor((gone as Member).id)],
      ['another lawyer with the owner’s link', other, own],
      ['another lawyer with a link of their own', other, linkFor(other.id)],
      ['a client with a link of their own', client, linkFor(client.id)],
      ['an administrator with the owner’s link', admin, own],
      ['an administrator without a link', admin, `/archivos/${card}`],
      ['the owner without a link', owner, `/archivos/${card}`],
      ['the owner with an expired link', owner, linkFor(owner.id, card, 0)],
      ['a link with a later expiry', owner, query(own, { expires: String(Number(until) + 60) })],
      ['a link whose viewer was changed', admin, query(own, { viewer: admin.id })],
      ['a link for another file', owner, linkFor(owner.id, second).replace(second, card)],
      ['a signature for another purpose', owner, query(own, { sig: otherPurpose })],
      [
        'a link signed with another derived key',
        owner,
        query(own, { sig: forged.update(own).digest('base64url') }),
      ],
      [
        'a link of another installation',
        owner,
        signLink({ sealer: elsewhere }, { key: card, viewerId: owner.id }),
      ],
      ['a link without its signature', owner, query(own, { sig: null })],
      ['a link with two signatures', owner, `${own}&sig=x`],
      ['the bucket of another file', owner, linkFor(owner.id, card.replace('identidad', 'avatars'))],
      ['a path that leaves the folder', owner, `/archivos/identidad/${owner.id}/..%2F${card.split('/')[2]}`],
      ['an invalid file name', owner, '/archivos/identidad/%00/x.pdf'],
    ]
    for (const [what, who, link] of cases) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await who.send(link, { method })
        const expected = method === 'GET' ? notFound : { ...(notFound as object), text: '' }
        expect(comparable(answer), `${what}, ${method}`).toEqual(expected)
      }
    }
  })

  test('a former administrator', async () => {
    const former = await testApp.member({ role: 'admin' })
    const link = linkFor(former.id)
    expect((await former.get(link)).status).toBe(200)
    await testApp.database.sql(`update profiles set role = 'client' where id = $1`, [former.id])
    expect((await former.get(link)).status).toBe(404)
  })

  test('abuse 28: each GET by an administrator is audited; HEAD and requests of the owner are not', async () => {
    const before = (await audited()).length
    expect((await owner.get(linkFor(owner.id))).status).toBe(200)
    // The owner with an expired link is not suspicious: not audited.
    expect((await owner.get(linkFor(owner.id, card, 0))).status).toBe(404)
    const head = await admin.send(linkFor(admin.id), { method: 'HEAD' })
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(pdf().length), ''])
    expect((await audited()).length).toBe(before)
    for (let view = 0; view < 2; view++) expect((await admin.get(linkFor(admin.id))).status).toBe(200)
    expect((await audited()).slice(before)).toEqual(
      Array(2).fill({ actor_id: admin.id, action: 'id_document.viewed', object: owner.id }),
    )
  })

  test('refused requests for the card of another person are audited, up to a limit', async () => {
    const curious = await testApp.member({ role: 'client' })
    for (let attempt = 0; attempt < 25; attempt++)
      expect((await curious.get(linkFor(curious.id))).status).toBe(404)
    const rows = (await audited()).filter((row) => row.actor_id === curious.id)
    expect(rows).toEqual(Array(20).fill({ actor_id: curious.id, action: 'file.refused', object: owner.id }))
  })

  test('a card that is being uploaded or was discarded opens for no one', async () => {
    for (const state of ['arriving', 'discarded'] as const) {
      const key = await storeFile(testApp.platform, { bucket: 'identidad', ownerId: owner.id, state })
      for (const viewer of [owner, admin])
        expect((await viewer.get(linkFor(viewer.id, key))).status).toBe(404)
    }
  })

  test('a row whose file is missing gets 404 and is logged, and no view is audited', async () => {
    const key = await storeFile(testApp.platform, { bucket: 'identidad', ownerId: owner.id })
    await testApp.platform.files.remove(key)
    const before = await audited()
    const answer = await admin.get(linkFor(admin.id, key))
    expect(comparable(answer)).toEqual(await notFoundResponse())
    expect(await audited()).toEqual(before)
    await testApp.app.waitForLog(
      (line) => line.msg === 'stored file is missing' && line.key === withoutFileName(key),
    )
  })
})

test('an unreachable storage is not a missing file: 503 with Retry-After, and no view is audited', async () => {
  // No server listens on this port.
  const appWithoutStorage = await startInProcessApp(testApp.database.url, {
    FILES_URL: 's3://a:b@127.0.0.1:9/amparo?tls=off',
  })
  try {
    const before = await audited()
    for (const address of [`/archivos/${photo}`, linkFor(admin.id)]) {
      const answer = await clientAt(appWithoutStorage.url, admin).get(address)
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2'])
    }
    expect(await audited()).toEqual(before)
    expect(appWithoutStorage.log().filter(({ msg }) => msg === 'stored file is missing')).toEqual([])
  } finally {
    await appWithoutStorage.stop()
  }
})

describe('CAL-28 who may see a photo', () => {
  test('everyone may see and cache it forever; a revalidation gets 304', async () => {
    for (const viewer of [testApp.visitor(), owner, other, client, admin, await clientAs('ended session')]) {
      const answer = await viewer.get(`/archivos/${photo}?t=1`, { 'accept-encoding': 'br, gzip' })
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined])
      expect(answer.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
      })
      expect(answer.headers['set-cookie']).toBeUndefined()
      const { etag } = answer.headers
      const again = await viewer.get(`/archivos/${photo}`, { 'if-none-match': etag })
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
    }
    expect(
      (await testApp.visitor().send(`/archivos/${photo}`, { method: 'HEAD' })).headers['content-length'],
    ).toBe(String((await readStoredFile(testApp.platform.files, photo)).length))
  })

  test('before it is used as a photo only its owner may see it, and caches may not store it', async () => {
    const key = await storeFile(testApp.platform, {
      bucket: 'avatars',
      ownerId: owner.id,
      bytes: await picture('jpeg'),
      type: 'image/jpeg',
      state: 'uploaded',
    })
    const mine = await owner.get(`/archivos/${key}`)
    expect([mine.status, mine.headers['cache-control']]).toEqual([200, 'private, no-store'])
    for (const viewer of [testApp.visitor(), other, client, admin]) {
      expect(comparable(await viewer.get(`/archivos/${key}`))).toEqual(await notFoundResponse())
    }
  })

  test('a discarded photo is 404, also for revalidation', async () => {
    const key = await storeFile(testApp.platform, {
      bucket: 'avatars',
      ownerId: owner.id,
      state: 'discarded',
    })
    for (const viewer of [testApp.visitor(), owner]) {
      expect((await viewer.get(`/archivos/${key}`, { 'if-none-match': `"${key}"` })).status).toBe(404)
    }
  })

  test('CAL-30 a file that is no case’s document opens for no one, not even its owner', async () => {
    const key = await storeFile(testApp.platform, { bucket: 'certificados', ownerId: owner.id })
    for (const viewer of [testApp.visitor(), owner, admin]) {
      expect(comparable(await viewer.get(linkFor(owner.id, key)))).toEqual(await notFoundResponse())
    }
  })
})

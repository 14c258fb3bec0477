import { createHmac, hkdfSync } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { signLink } from '../../src/platform/files/links.server.ts'
import { createSealer } from '../../src/platform/jobs/secrets.server.ts'
import { setVerification } from '../../src/server/factories/lawyers.ts'
import { fileDoors } from '../../src/server/files.ts'
import { TEST_SECRET } from '../support/database.ts'
import { bytesAt, filesOf, pdf, picture, storeFile } from '../support/files.ts'
import type { Answer, Client } from '../support/http.ts'
import { serveHere } from '../support/serve-here.ts'
import { type Member, useHouse } from '../support/suite.ts'
import { at } from '../support/writers.ts'

// Who may bring a file and who may open one: every door × everyone (DESIGN.md §5, §8; CAL-28, CAL-29, CAL-30).

const suite = useHouse()

const ACTORS = ['visitor', 'client', 'lawyer', 'done lawyer', 'admin', 'no profile', 'ended session'] as const
type Actor = (typeof ACTORS)[number]

async function as(actor: Actor): Promise<Client> {
  if (actor === 'visitor') return suite.visitor()
  const role = actor === 'client' || actor === 'admin' ? actor : 'lawyer'
  const member = await suite.member({
    role,
    ...(role === 'lawyer' && { verificationStatus: 'profile_pending' }),
  })
  // Past the form: the ID card is under review.
  if (actor === 'done lawyer') await setVerification(suite.platform.db, member.id, 'admin_pending')
  if (actor === 'no profile') await suite.database.sql('delete from profiles where id = $1', [member.id])
  if (actor === 'ended session')
    await suite.database.sql('delete from session where "userId" = $1', [member.id])
  return member
}

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** Bucket → who gets which answer to an upload; whoever is not named gets `others`, or 403. */
const UPLOADS: Record<string, Partial<Record<Actor | 'others', number>>> = {
  avatars: { visitor: 401, 'ended session': 401, lawyer: 201, 'done lawyer': 201 },
  identidad: { visitor: 401, 'ended session': 401, lawyer: 201, 'done lawyer': 409 },
  // CAL-30: what belongs to a case says to which; these people are in none, which is like there being none.
  [`certificados/${NOBODY}`]: { visitor: 401, 'ended session': 401, others: 404 },
  'certificados/..%2Fx': { visitor: 401, 'ended session': 401, others: 404 },
}
const SHUT = ['certificados', 'otros', `identidad/${NOBODY}`]

describe('who may bring a file', () => {
  test('every door has a row here, and every row a door', () => {
    expect(new Set(fileDoors.map((door) => door.bucket))).toEqual(
      new Set(Object.keys(UPLOADS).map((path) => path.split('/')[0])),
    )
  })

  for (const [bucket, answers] of [
    ...Object.entries(UPLOADS),
    ...SHUT.map((name) => [name, null] as const),
  ]) {
    for (const actor of ACTORS) {
      const expected = answers === null ? 404 : (answers[actor] ?? answers.others ?? 403)
      test(`${bucket} as ${actor}: ${expected}`, async () => {
        const client = await as(actor)
        const files = await filesOf(suite.platform)
        const before = await suite.database.sql('select key from stored_files order by key')
        const answer = await client.send(`/api/files/${bucket}`, {
          method: 'PUT',
          body: await picture('png'),
        })
        expect(answer.status, answer.text).toBe(expected)
        if (expected === 201) return
        expect(await filesOf(suite.platform)).toEqual(files)
        expect(await suite.database.sql('select key from stored_files order by key')).toEqual(before)
      })
    }
  }

  test('the address takes nothing but PUT', async () => {
    const lawyer = await as('lawyer')
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
  owner = await suite.member({ role: 'lawyer', verificationStatus: 'profile_pending' })
  other = await suite.member({ role: 'lawyer', verificationStatus: 'profile_pending' })
  admin = await suite.member({ role: 'admin' })
  client = await suite.member({ role: 'client' })
  card = await storeFile(suite.platform, { bucket: 'identidad', ownerId: owner.id, name: 'mi carné.pdf' })
  photo = await storeFile(suite.platform, {
    bucket: 'avatars',
    ownerId: owner.id,
    bytes: await picture('jpeg'),
    type: 'image/jpeg',
    name: '',
  })
})

const linkFor = (viewerId: string, key = card, seconds = 3600) =>
  signLink(suite.platform, { key, viewerId, seconds })

const audited = () =>
  suite.database.sql<{ actor_id: string; action: string; object: string }>(
    `select actor_id, action, object from audit_log where action in ('id_document.viewed', 'file.refused') order by id`,
  )

/** What everybody gets of a file that is not there. Headers that differ from one answer to the next are left out. */
async function absence(): Promise<unknown> {
  return shape(
    await suite.visitor().get(`/archivos/identidad/${crypto.randomUUID()}/${crypto.randomUUID()}.pdf`),
  )
}
function shape({ status, headers, text }: Answer) {
  const { date, 'x-request-id': id, 'content-security-policy': policy, ...rest } = headers
  return {
    status,
    text,
    headers: rest,
    policy: String(policy).replace(/nonce-[^']+/g, ''),
    dated: !!date && !!id,
  }
}

describe('CAL-29 who may open an ID card', () => {
  test('its owner and every administrator, by a link made for them', async () => {
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

  test('abuse 32: a picture is shown in a sandbox that runs nothing', async () => {
    const key = await storeFile(suite.platform, {
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

  test('abuse 29: nobody else, by no link: the same 404 as for a file that is not there', async () => {
    const nothing = await absence()
    const query = (link: string, change: Record<string, string | null>) => {
      const url = new URL(link, suite.app.url)
      for (const [name, value] of Object.entries(change))
        value === null ? url.searchParams.delete(name) : url.searchParams.set(name, value)
      return url.pathname + url.search
    }
    const own = linkFor(owner.id)
    const second = await storeFile(suite.platform, { bucket: 'identidad', ownerId: owner.id })
    const until = new URL(own, suite.app.url).searchParams.get('expires')
    const forged = createHmac(
      'sha256',
      Buffer.from(hkdfSync('sha256', TEST_SECRET, '', 'amparo job payload', 32)),
    )
    const otherWork = suite.platform.sealer.sign(`write\n${card}\n${owner.id}\n${until}`)
    const elsewhere = createSealer('otro-secreto-de-otra-instalacion-00')
    const gone = await as('ended session')
    const cases: [string, Client, string][] = [
      ['a visitor with the owner’s link', suite.visitor(), own],
      ['a visitor with the administrator’s link', suite.visitor(), linkFor(admin.id)],
      ['a visitor without a link', suite.visitor(), `/archivos/${card}`],
      ['a session that has ended', gone, linkFor((gone as Member).id)],
      ['another lawyer with the owner’s link', other, own],
      ['another lawyer with a link of their own', other, linkFor(other.id)],
      ['a client with a link of their own', client, linkFor(client.id)],
      ['an administrator with the owner’s link', admin, own],
      ['an administrator without a link', admin, `/archivos/${card}`],
      ['the owner without a link', owner, `/archivos/${card}`],
      ['the owner, after the hour', owner, linkFor(owner.id, card, 0)],
      ['a link whose hour was moved', owner, query(own, { expires: String(Number(until) + 60) })],
      ['a link whose viewer was changed', admin, query(own, { viewer: admin.id })],
      ['a link for another file', owner, linkFor(owner.id, second).replace(second, card)],
      ['a link for another kind of work', owner, query(own, { sig: otherWork })],
      [
        'a link signed with another key of the house',
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
      ['a way out of the folder', owner, `/archivos/identidad/${owner.id}/..%2F${card.split('/')[2]}`],
      ['a name that is none', owner, '/archivos/identidad/%00/x.pdf'],
    ]
    for (const [what, who, link] of cases) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await who.send(link, { method })
        const expected = method === 'GET' ? nothing : { ...(nothing as object), text: '' }
        expect(shape(answer), `${what}, ${method}`).toEqual(expected)
      }
    }
  })

  test('an administrator who is one no longer, an owner who lost their profile', async () => {
    const former = await suite.member({ role: 'admin' })
    const link = linkFor(former.id)
    expect((await former.get(link)).status).toBe(200)
    await suite.database.sql(`update profiles set role = 'client' where id = $1`, [former.id])
    expect((await former.get(link)).status).toBe(404)
  })

  test('abuse 28: each look of an administrator is written down, HEAD and the owner’s own are not', async () => {
    const before = (await audited()).length
    expect((await owner.get(linkFor(owner.id))).status).toBe(200)
    // An old link of their own is nobody's curiosity.
    expect((await owner.get(linkFor(owner.id, card, 0))).status).toBe(404)
    const head = await admin.send(linkFor(admin.id), { method: 'HEAD' })
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(pdf().length), ''])
    expect((await audited()).length).toBe(before)
    for (let look = 0; look < 2; look++) expect((await admin.get(linkFor(admin.id))).status).toBe(200)
    expect((await audited()).slice(before)).toEqual(
      Array(2).fill({ actor_id: admin.id, action: 'id_document.viewed', object: owner.id }),
    )
  })

  test('who asks for a foreign card is written down, but cannot fill the log', async () => {
    const curious = await suite.member({ role: 'client' })
    for (let tries = 0; tries < 25; tries++) expect((await curious.get(linkFor(curious.id))).status).toBe(404)
    const rows = (await audited()).filter((row) => row.actor_id === curious.id)
    expect(rows).toEqual(Array(20).fill({ actor_id: curious.id, action: 'file.refused', object: owner.id }))
  })

  test('a card that is being written, or was given up, opens for nobody', async () => {
    for (const state of ['arriving', 'discarded'] as const) {
      const key = await storeFile(suite.platform, { bucket: 'identidad', ownerId: owner.id, state })
      for (const viewer of [owner, admin])
        expect((await viewer.get(linkFor(viewer.id, key))).status).toBe(404)
    }
  })

  test('a row whose file is missing answers 404 and says so in the log, and nothing was seen', async () => {
    const key = await storeFile(suite.platform, { bucket: 'identidad', ownerId: owner.id })
    await suite.platform.files.remove(key)
    const before = await audited()
    const answer = await admin.get(linkFor(admin.id, key))
    expect(shape(answer)).toEqual(await absence())
    expect(await audited()).toEqual(before)
    await suite.app.logged((line) => line.msg === 'stored file is missing' && line.key === key)
  })
})

test('a storage that cannot be reached is no missing file: 503, to be tried again, and nothing was seen', async () => {
  // Nobody listens there.
  const away = await serveHere(suite.database.url, { FILES_URL: 's3://a:b@127.0.0.1:9/amparo?tls=off' })
  try {
    const before = await audited()
    for (const address of [`/archivos/${photo}`, linkFor(admin.id)]) {
      const answer = await at(away.url, admin).get(address)
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2'])
    }
    expect(await audited()).toEqual(before)
    expect(away.log().filter(({ msg }) => msg === 'stored file is missing')).toEqual([])
  } finally {
    await away.stop()
  }
})

describe('CAL-28 who may see a photo', () => {
  test('everybody, for good, and it is not sent twice', async () => {
    for (const viewer of [suite.visitor(), owner, other, client, admin, await as('ended session')]) {
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
      (await suite.visitor().send(`/archivos/${photo}`, { method: 'HEAD' })).headers['content-length'],
    ).toBe(String((await bytesAt(suite.platform.files, photo)).length))
  })

  test('until it is somebody’s photo its owner alone, and nothing is kept by a cache', async () => {
    const key = await storeFile(suite.platform, {
      bucket: 'avatars',
      ownerId: owner.id,
      bytes: await picture('jpeg'),
      type: 'image/jpeg',
      state: 'uploaded',
    })
    const mine = await owner.get(`/archivos/${key}`)
    expect([mine.status, mine.headers['cache-control']]).toEqual([200, 'private, no-store'])
    for (const viewer of [suite.visitor(), other, client, admin]) {
      expect(shape(await viewer.get(`/archivos/${key}`))).toEqual(await absence())
    }
  })

  test('a photo that was given up is gone, also for whoever asks whether it changed', async () => {
    const key = await storeFile(suite.platform, { bucket: 'avatars', ownerId: owner.id, state: 'discarded' })
    for (const viewer of [suite.visitor(), owner]) {
      expect((await viewer.get(`/archivos/${key}`, { 'if-none-match': `"${key}"` })).status).toBe(404)
    }
  })

  test('CAL-30 a file that is no case’s document is shown to nobody, its owner included', async () => {
    const key = await storeFile(suite.platform, { bucket: 'certificados', ownerId: owner.id })
    for (const viewer of [suite.visitor(), owner, admin]) {
      expect(shape(await viewer.get(linkFor(owner.id, key)))).toEqual(await absence())
    }
  })
})

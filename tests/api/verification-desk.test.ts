import { describe, expect, test } from 'vitest'
import type { Decision, QueueItem, Submission } from '../../src/capabilities/verification/schema.ts'
import { completeProfile } from '../../src/demo-data/lawyers.ts'
import { useAppProcesses, useTestApp } from '../support/app/suite.ts'
import { createWaitingLawyer, type WaitingLawyerAttributes } from '../support/data/waiting-lawyer.ts'
import { waitForEmptyQueue } from '../support/database/test-database.ts'
import { warmUpMail } from '../support/mail/app-with-mail.ts'
import type { Problem } from '../support/network/http-client.ts'

type OverHttp<T> = { [Key in keyof T]: T[Key] extends Date ? string : T[Key] }

const ago = (days: number) => new Date(Date.now() - days * 86_400_000)

describe('the review of profiles', () => {
  const suite = useAppProcesses()
  const waiting = (input?: WaitingLawyerAttributes) => createWaitingLawyer(suite.platform, input)
  const administrator = (name = 'Paulina Mardones') => suite.member({ role: 'admin', name })
  const mailsTo = async (address: string) =>
    (await suite.visitor().get(`/api/dev/mailbox?to=${encodeURIComponent(address)}`)).json<
      { subject: string; text: string; html: string }[]
    >()

  interface Page {
    items: OverHttp<QueueItem>[]
    next: string | null
    total: number
    oldest: string | null
  }

  test('OPEN-03 the queue: oldest first, by page, each once, even if one is decided meanwhile', async () => {
    const admin = await administrator()
    const submitted = []
    // Two have the same time; the order must still be stable.
    for (const days of [9, 8, 8, 7, ...Array.from({ length: 20 }, (_, at) => 6 - at / 10)])
      submitted.push(await waiting({ name: `Abogada ${days}`, submittedAt: ago(days) }))
    const first = (await admin.get('/api/verification/queue')).json<Page>()
    expect(first.items).toHaveLength(20)
    expect(first.total).toBe(24)
    expect(first.oldest).toBe(first.items[0]?.submittedAt)
    const times = first.items.map((item) => item.submittedAt)
    expect(times).toEqual([...times].sort())
    expect(first.items[0]).toMatchObject({
      lawyerId: submitted[0]?.id,
      name: 'Abogada 9',
      university: 'Universidad de Chile',
      graduationYear: 2014,
      specialties: ['Arriendo (conflictos)', 'Contratos (revisión o incumplimiento)'],
    })
    // Only what the list needs. Private data is in the submission only.
    expect(Object.keys(first.items[0] ?? {}).sort()).toEqual(
      [
        'lawyerId',
        'submissionId',
        'name',
        'rut',
        'university',
        'graduationYear',
        'specialties',
        'submittedAt',
      ].sort(),
    )
    // The last row is decided before the next page is requested.
    const last = first.items.at(-1)
    await admin.post('/api/verification/verify', { lawyerId: last?.lawyerId, confirmed: true })
    const second = (await admin.get(`/api/verification/queue?after=${first.next}`)).json<Page>()
    expect(second.next).toBeNull()
    expect([...first.items, ...second.items].map((item) => item.lawyerId).sort()).toEqual(
      submitted.map((one) => one.id).sort(),
    )
    expect(second.total).toBe(23)
    expect((await admin.get('/api/verification/queue?after=nada')).status).toBe(422)
  })

  test('OPEN-61, TRAP-20, OPEN-03, abuse 28: the submission with a new link; DAT-35 reading it and opening the document write an audit row each', async () => {
    const admin = await administrator()
    const lawyer = await waiting({ name: 'Francisca Leiva Oyarzún', document: 'image' })
    await completeProfile(suite.platform.db, lawyer.id, { rut: '12345678-5', description: 'Uno.\nDos.' })
    const read = async () =>
      (await admin.get(`/api/verification/submission?lawyerId=${lawyer.id}`)).json<OverHttp<Submission>>()
    const before = await suite.database.snapshot('audit_log')
    const seen = await read()
    expect(await suite.database.snapshot('audit_log')).toEqual(before)
    expect(seen).toMatchObject({
      lawyerId: lawyer.id,
      submissionId: lawyer.submissionId,
      name: 'Francisca Leiva Oyarzún',
      email: lawyer.email,
      rut: '12345678-5',
      phoneNumber: '+56987654321',
      birthDate: '1988-04-17',
      address: 'Avenida Irarrázaval 2401 Oficina 503',
      location: 'Ñuñoa, Metropolitana de Santiago',
      university: 'Universidad de Chile',
      graduationYear: 2014,
      experience: 9,
      price: 30_000,
      description: 'Uno.\nDos.',
      earlier: [],
    })
    expect(seen.document.kind).toBe('image')
    const image = await admin.get(seen.document.url)
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const rows = await suite.database.sql(
      `select actor_id from audit_log where action = 'id_document.viewed' and object like $1`,
      [`%${lawyer.id}%`],
    )
    expect(rows).toEqual([{ actor_id: admin.id }])
    // The link works only with this administrator's session.
    const other = await administrator('Otra Persona')
    expect((await other.get(seen.document.url)).status).toBe(404)
    expect((await suite.visitor().get(seen.document.url)).status).not.toBe(200)
  })

  test('OPEN-02 returned once with a reason, which the lawyer gets by e-mail, escaped, with its line breaks', async () => {
    const admin = await administrator()
    const lawyer = await waiting({ name: 'Cristóbal <b>Améstica</b>' })
    const reason = '  La foto está cortada.\r\n<script>alert(1)</script> & «RUT»  '
    const answer = await admin.post('/api/verification/return', { lawyerId: lawyer.id, reason })
    expect([answer.status, answer.json()]).toEqual([200, { returned: true }])
    const clean = 'La foto está cortada.\n<script>alert(1)</script> & «RUT»'
    expect(
      await suite.database.sql(
        `select p.verification_status as profile, l.verification_status as lawyer, l.is_verified, l.rut is not null as kept,
           s.outcome, s.reason, s.decided_by
         from profiles p join lawyer_profiles l on l.id = p.id join review_submissions s on s.lawyer_id = p.id
         where p.id = $1`,
        [lawyer.id],
      ),
    ).toEqual([
      {
        profile: 'profile_pending',
        lawyer: 'profile_pending',
        is_verified: false,
        kept: true,
        outcome: 'returned',
        reason: clean,
        decided_by: admin.id,
      },
    ])
    await waitForEmptyQueue(suite.database)
    const [mail, ...more] = await mailsTo(lawyer.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Tu perfil necesita correcciones')
    expect(mail?.text).toContain('La foto está cortada.\n<script>alert(1)</script> & «RUT»')
    expect(mail?.text).toMatch(/http:\/\/\S+\/create-lawyer-profile/)
    expect(mail?.html).not.toMatch(/<script|<b>Améstica/)
    expect(mail?.html).toContain('&lt;script&gt;')
    // A second return is refused.
    const again = await admin.post('/api/verification/return', { lawyerId: lawyer.id, reason })
    expect([again.status, again.json<Problem>().message]).toEqual([
      409,
      'El abogado aún no ha enviado su perfil a revisión.',
    ])
    await waitForEmptyQueue(suite.database)
    expect(await mailsTo(lawyer.email)).toHaveLength(1)
  })

  test.each([
    ['none', undefined, 'Escribe qué debe corregir el abogado.'],
    ['empty', '', 'Escribe qué debe corregir el abogado.'],
    ['blank', ' \n\t ', 'Escribe qué debe corregir el abogado.'],
    ['no words', '...', 'Escribe qué debe corregir el abogado.'],
    ['1,001 characters', 'a'.repeat(1001), 'Las observaciones pueden tener hasta 1.000 caracteres.'],
  ])('OPEN-02 an invalid reason (%s): 422 at its field, and nothing changes', async (_what, reason, text) => {
    const admin = await administrator()
    const lawyer = await waiting()
    const before = await suite.database.snapshot()
    const answer = await admin.post('/api/verification/return', { lawyerId: lawyer.id, reason })
    expect([answer.status, answer.json<Problem>().data?.fields]).toEqual([422, { reason: text }])
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('OPEN-02 1,000 characters are stored completely', async () => {
    const admin = await administrator()
    const lawyer = await waiting()
    const reason = `${'ñ'.repeat(998)}é.`
    expect((await admin.post('/api/verification/return', { lawyerId: lawyer.id, reason })).status).toBe(200)
    const [row] = await suite.database.sql<{ reason: string }>(
      'select reason from review_submissions where lawyer_id = $1',
      [lawyer.id],
    )
    expect(row?.reason).toBe(reason)
  })

  test('OPEN-03 the decisions: who, what, whom, when, why; newest first, by page; deleted accounts have no name', async () => {
    const admin = await administrator('Registro Uno')
    const deletedAdmin = await administrator('Se Va')
    const lawyers = []
    for (let at = 0; at < 23; at++) lawyers.push(await waiting({ name: `Persona ${at}` }))
    for (const [at, lawyer] of lawyers.entries()) {
      if (at % 2)
        await admin.post('/api/verification/return', { lawyerId: lawyer.id, reason: `Motivo ${at}` })
      else
        await (at === 22 ? deletedAdmin : admin).post('/api/verification/verify', {
          lawyerId: lawyer.id,
          confirmed: true,
        })
    }
    await suite.database.sql('delete from "user" where id = any($1)', [[deletedAdmin.id, lawyers[21]?.id]])
    type Decisions = { items: OverHttp<Decision>[]; next: string | null }
    const first = (await admin.get('/api/verification/decisions')).json<Decisions>()
    expect(first.items).toHaveLength(20)
    expect(first.items[0]).toMatchObject({ what: 'verified', who: null, whom: 'Persona 22', reason: null })
    expect(first.items[1]).toMatchObject({
      what: 'returned',
      who: 'Registro Uno',
      whom: null,
      reason: 'Motivo 21',
    })
    const second = (await admin.get(`/api/verification/decisions?after=${first.next}`)).json<Decisions>()
    const seen = [...first.items, ...second.items]
    expect(new Set(seen.map((row) => row.id)).size).toBe(seen.length)
    const times = seen.map((row) => row.when)
    expect(times).toEqual([...times].sort().reverse())
    for (const after of ['0', '-1', 'x', '1e3', '99999999999999999999'])
      expect((await admin.get(`/api/verification/decisions?after=${after}`)).status).toBe(422)
  })

  test('OPEN-03 the current number of lawyers by status', async () => {
    const admin = await administrator()
    const counts = async () => (await admin.get('/api/verification/counts')).json<Record<string, number>>()
    const before = await counts()
    await suite.member({ role: 'lawyer' })
    await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    await waiting()
    const after = await counts()
    expect(after).toEqual({
      verified: (before.verified ?? 0) + 1,
      admin_pending: (before.admin_pending ?? 0) + 1,
      profile_pending: before.profile_pending ?? 0,
      email_pending: (before.email_pending ?? 0) + 1,
    })
  })

  test('CAL-13, OPEN-13 send-verification-email: by administrators, for a verified lawyer, without other keys; never a second e-mail', async () => {
    const admin = await administrator()
    const lawyer = await waiting()
    const notify = (input: object, who: Pick<typeof admin, 'post'> = admin) =>
      who.post('/api/verification/notify-lawyer', input)
    await warmUpMail(suite.database, suite.app.url)
    const early = await notify({ lawyerId: lawyer.id })
    expect([early.status, early.json<Problem>().message]).toEqual([409, 'El abogado aún no está verificado.'])
    await admin.post('/api/verification/verify', { lawyerId: lawyer.id, confirmed: true })
    for (let at = 0; at < 3; at++) {
      const answer = await notify({ lawyerId: lawyer.id })
      expect([answer.status, answer.json()]).toEqual([200, { mail: 'sent' }])
    }
    expect((await notify({ lawyerId: lawyer.id, email: 'otro@prueba.test' })).status).toBe(422)
    const client = await suite.member()
    const refused = await notify({ lawyerId: lawyer.id }, client)
    expect([refused.status, refused.json<Problem>().message]).toEqual([
      403,
      'No tienes permisos para verificar abogados.',
    ])
    await waitForEmptyQueue(suite.database)
    expect(await mailsTo(lawyer.email)).toHaveLength(1)
  })

  test('ADM-15, ROU-29 the lawyer’s session and panel change at once', { tags: 'built' }, async () => {
    const admin = await administrator()
    const lawyer = await waiting()
    const self = suite.visitor()
    await self.post('/api/accounts/login', { email: lawyer.email, password: lawyer.password })
    expect((await self.get('/dashboard')).headers.location).toBe('/onboarding/pending-review')
    await admin.post('/api/verification/verify', { lawyerId: lawyer.id, confirmed: true })
    const page = await self.get('/dashboard')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Panel de Abogado')
  })

  test('OPEN-03, OPEN-08 /admin-dashboard: visitors to /login and back, others to /, administrators stay', {
    tags: 'built',
  }, async () => {
    expect((await suite.visitor().get('/admin-dashboard')).headers.location).toBe(
      '/login?volver=%2Fadmin-dashboard',
    )
    for (const account of [{ role: 'client' }, { role: 'lawyer', verificationStatus: 'verified' }] as const) {
      const answer = await (await suite.member(account)).get('/admin-dashboard')
      expect([answer.status, answer.headers.location]).toEqual([302, '/'])
    }
    const admin = await administrator()
    expect((await admin.get('/dashboard')).headers.location).toBe('/admin-dashboard')
    const page = await admin.get('/admin-dashboard')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Panel de Administración')
  })
})

describe('a mail server that refuses connections', () => {
  // A port where nobody listens.
  const suite = useTestApp(1, { SMTP_URL: 'smtp://127.0.0.1:9' })

  test('ADM-12, CAL-13 the verification succeeds, the failure of the first attempt is reported, the job stays queued', async () => {
    const admin = await suite.member({ role: 'admin' })
    const lawyer = await createWaitingLawyer(suite.platform)
    await warmUpMail(suite.database, suite.app.url)
    expect(
      (await admin.post('/api/verification/verify', { lawyerId: lawyer.id, confirmed: true })).status,
    ).toBe(200)
    const answer = await admin.post('/api/verification/notify-lawyer', { lawyerId: lawyer.id })
    expect([answer.status, answer.json()]).toEqual([200, { mail: 'failed' }])
    const jobs = await suite.database.sql<{ attempts: number }>(
      `select attempts from graphile_worker.jobs where key = $1`,
      [`mail:lawyer-verified:${lawyer.submissionId}`],
    )
    expect(jobs).toHaveLength(1)
  })
})

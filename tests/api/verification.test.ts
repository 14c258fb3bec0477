import { describe, expect, test } from 'vitest'
import { type Member, useTestApp } from '../support/app/suite.ts'
import {
  createReviewToken,
  createWaitingLawyer,
  resubmitProfile,
  type WaitingLawyerAttributes,
} from '../support/data/waiting-lawyer.ts'
import { clientAt } from '../support/data/writers.ts'
import { eventually } from '../support/database/test-database.ts'
import { type HttpResponse, newClient, type Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)

const NOT_ALLOWED = 'No tienes permisos para verificar abogados.'
const ALREADY = 'El abogado ya está verificado.'
const NOT_SENT = 'El abogado aún no ha enviado su perfil a revisión.'
const VERIFIED = '¡Tu perfil fue verificado!'

const waiting = (input?: WaitingLawyerAttributes) => createWaitingLawyer(suite.platform, input)
const administrator = () => suite.member({ role: 'admin', name: 'Paulina Mardones' })
const verify = (who: Pick<Member, 'post'>, input: object) => who.post('/api/verification/verify', input)
const returnProfile = (who: Pick<Member, 'post'>, input: object) =>
  who.post('/api/verification/return', input)

interface VerificationState {
  profile: string
  lawyer: string
  is_verified: boolean
}
const verificationState = async (id: string) =>
  (
    await suite.database.sql<VerificationState>(
      `select p.verification_status as profile, l.verification_status as lawyer, l.is_verified
       from profiles p join lawyer_profiles l on l.id = p.id where p.id = $1`,
      [id],
    )
  )[0]
const auditRows = (id: string, action = 'lawyer.verified') =>
  suite.database.sql<{ actor_id: string; details: Record<string, string> }>(
    'select actor_id, details from audit_log where object = $1 and action = $2',
    [id, action],
  )
interface Mail {
  to: string
  subject: string
  text: string
  html: string
}
const mailsTo = async (address: string) =>
  (await suite.visitor().get(`/api/dev/mailbox?to=${encodeURIComponent(address)}`)).json<Mail[]>()
const queueIsEmpty = () =>
  eventually(async () => (await suite.database.sql('select 1 from graphile_worker.jobs')).length === 0)

describe('verify_lawyer_profile', () => {
  test('CAL-06, ROL-04, ADM-13 to ADM-15, OPEN-01 an administrator verifies: both profiles, submission, audit log, one e-mail', async () => {
    const admin = await administrator()
    const lawyer = await waiting()
    const answer = await verify(admin, { lawyerId: lawyer.id, confirmed: true })
    expect([answer.status, answer.json()]).toEqual([
      200,
      { success: true, message: 'El abogado fue verificado.' },
    ])
    expect(await verificationState(lawyer.id)).toEqual({
      profile: 'verified',
      lawyer: 'verified',
      is_verified: true,
    })
    expect(await auditRows(lawyer.id)).toEqual([
      { actor_id: admin.id, details: { submission: lawyer.submissionId } },
    ])
    expect(
      await suite.database.sql('select outcome, decided_by, reason from review_submissions where id = $1', [
        lawyer.submissionId,
      ]),
    ).toEqual([{ outcome: 'verified', decided_by: admin.id, reason: null }])
    await queueIsEmpty()
    const mails = await mailsTo(lawyer.email)
    expect(mails.map((mail) => mail.subject)).toEqual([VERIFIED])
    const text = mails[0]?.text.replace(/\s+/g, ' ')
    expect(text).toContain(
      `Hola, ${lawyer.name}: nuestro equipo verificó tu perfil. Ya puedes entrar a tu panel y recibir clientes:`,
    )
    expect(text).toMatch(/http:\/\/\S+\/login/)
  })

  test('OPEN-01, abuse 5: visitor 401; client, lawyer, the lawyer under review and an ended session are refused; nothing changes', async () => {
    const lawyer = await waiting()
    const self = newClient(suite.app.url)
    await self.post('/api/accounts/login', { email: lawyer.email, password: lawyer.password })
    const ended = await administrator()
    await suite.database.sql(`delete from session where "userId" = $1`, [ended.id])
    const client = await suite.member()
    const colleague = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    // Without a profile row an administrator has no role (AUT-22).
    const roleless = await administrator()
    await suite.database.sql('delete from profiles where id = $1', [roleless.id])
    const token = await createReviewToken(suite.platform, lawyer.submissionId)
    const before = await suite.database.snapshot()
    for (const input of [
      { lawyerId: lawyer.id, confirmed: true },
      { lawyerId: lawyer.id, token },
    ]) {
      for (const who of [suite.visitor(), ended]) {
        const answer = await verify(who, input)
        expect([answer.status, answer.json<Problem>().message]).toEqual([401, 'Debes iniciar sesión.'])
      }
      for (const who of [client, colleague, self, roleless]) {
        const answer = await verify(who, input)
        expect([answer.status, answer.json<Problem>().message]).toEqual([403, NOT_ALLOWED])
      }
    }
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test.each([
    ['email_pending', 409, NOT_SENT],
    ['profile_pending', 409, NOT_SENT],
    ['verified', 409, ALREADY],
  ] as const)(
    'OPEN-02, abuse 5: a lawyer in %s: %i, for verifying and returning',
    async (status, code, message) => {
      const admin = await administrator()
      const lawyer = await suite.member({ role: 'lawyer', verificationStatus: status })
      const before = await suite.database.snapshot()
      for (const answer of [
        await verify(admin, { lawyerId: lawyer.id, confirmed: true }),
        await verify(admin, { lawyerId: lawyer.id, token: 'cualquiera' }),
        await returnProfile(admin, { lawyerId: lawyer.id, reason: 'La foto está cortada.' }),
        await admin.post('/api/verification/intent', { lawyerId: lawyer.id }),
        await admin.get(`/api/verification/submission?lawyerId=${lawyer.id}`),
      ])
        expect([answer.status, answer.json<Problem>().message]).toEqual([code, message])
      expect(await suite.database.snapshot()).toEqual(before)
    },
  )

  test('OPEN-02 an unknown id, and that of a client or an administrator: 404 «Abogado no encontrado.»', async () => {
    const admin = await administrator()
    const client = await suite.member()
    for (const lawyerId of [crypto.randomUUID(), client.id, admin.id]) {
      const answer = await verify(admin, { lawyerId, confirmed: true })
      expect([answer.status, answer.json<Problem>().message]).toEqual([404, 'Abogado no encontrado.'])
    }
    const invalid = await verify(admin, { lawyerId: '1; drop table user', confirmed: true })
    expect([invalid.status, invalid.json<Problem>().data?.fields?.lawyerId]).toEqual([
      422,
      'Abogado no encontrado.',
    ])
  })

  test('OPEN-03 the audit log has the lawyer’s id in lower case, however it was written', async () => {
    const admin = await administrator()
    const lawyer = await waiting()
    const answer = await verify(admin, { lawyerId: lawyer.id.toUpperCase(), confirmed: true })
    expect(answer.status, answer.text).toBe(200)
    expect(await auditRows(lawyer.id)).toHaveLength(1)
  })

  test('OPEN-05, OPEN-13 either confirmed or a token, and no other key', async () => {
    const admin = await administrator()
    const lawyer = await waiting()
    const token = await createReviewToken(suite.platform, lawyer.submissionId)
    const before = await suite.database.snapshot()
    for (const input of [
      { lawyerId: lawyer.id },
      { lawyerId: lawyer.id, confirmed: false },
      { lawyerId: lawyer.id, confirmed: true, token },
      { lawyerId: lawyer.id, confirmed: true, email: 'otro@prueba.test' },
      { p_lawyer_id: lawyer.id, confirmed: true },
    ])
      expect((await verify(admin, input)).status).toBe(422)
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('OPEN-01, abuse 5: of 50 concurrent requests over two processes one verifies: one audit row, one e-mail', async () => {
    const lawyer = await waiting()
    const admins = [await administrator(), await administrator()]
    const clients = await Promise.all(
      admins.map(async (admin, at) => {
        const client = newClient(suite.apps[at]?.url ?? '')
        await client.post('/api/accounts/login', { email: admin.email, password: admin.password })
        return client
      }),
    )
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        verify(clients[at % 2] ?? suite.visitor(), { lawyerId: lawyer.id, confirmed: true }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    for (const answer of answers.filter((one) => one.status !== 200))
      expect(answer.json<Problem>()).toMatchObject({
        status: 409,
        message: ALREADY,
        data: { reason: 'ALREADY_VERIFIED' },
      })
    expect(await auditRows(lawyer.id)).toHaveLength(1)
    await queueIsEmpty()
    expect((await mailsTo(lawyer.email)).map((mail) => mail.subject)).toEqual([VERIFIED])
  })

  test('OPEN-02 concurrent verify and return: one of them succeeds', async () => {
    const admin = await administrator()
    const lawyer = await waiting()
    const [verified, returned] = await Promise.all([
      verify(admin, { lawyerId: lawyer.id, confirmed: true }),
      returnProfile(admin, { lawyerId: lawyer.id, reason: 'El RUT no coincide.' }),
    ])
    expect([verified.status, returned.status].sort()).toEqual([200, 409])
    expect((await verificationState(lawyer.id))?.profile).toBe(
      verified.status === 200 ? 'verified' : 'profile_pending',
    )
    await queueIsEmpty()
    expect(await mailsTo(lawyer.email)).toHaveLength(1)
  })
})

describe('verifying by a link', () => {
  test('OPEN-05, abuse 6: the e-mailed token works once, for that lawyer', async () => {
    const admin = await administrator()
    const [lawyer, other] = [await waiting(), await waiting()]
    const token = await createReviewToken(suite.platform, lawyer.submissionId)
    const before = await suite.database.snapshot()
    const foreign = await verify(admin, { lawyerId: other.id, token })
    expect([foreign.status, Object.keys(foreign.json<Problem>().data?.fields ?? {})]).toEqual([
      422,
      ['token'],
    ])
    expect(await suite.database.snapshot()).toEqual(before)
    expect((await verify(admin, { lawyerId: lawyer.id, token })).status).toBe(200)
    const again = await verify(admin, { lawyerId: lawyer.id, token })
    expect([again.status, again.json<Problem>().message]).toEqual([409, ALREADY])
    expect((await verificationState(other.id))?.profile).toBe('admin_pending')
  })

  test('OPEN-05 50 concurrent requests with one token: one verifies', async () => {
    const admin = await administrator()
    const lawyer = await waiting()
    const token = await createReviewToken(suite.platform, lawyer.submissionId)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => verify(admin, { lawyerId: lawyer.id, token })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49)
    expect(await auditRows(lawyer.id)).toHaveLength(1)
  })

  test('OPEN-05, abuse 6: an unknown, an expired and a used token, and one of an older submission are refused, and nothing changes', async () => {
    const admin = await administrator()
    const lawyer = await waiting()
    const older = await createReviewToken(suite.platform, lawyer.submissionId)
    expect((await returnProfile(admin, { lawyerId: lawyer.id, reason: 'Falta el reverso.' })).status).toBe(
      200,
    )
    const submissionId = await resubmitProfile(suite.platform, lawyer.id)
    const expired = await createReviewToken(suite.platform, submissionId, { seconds: -1 })
    const used = await createReviewToken(suite.platform, submissionId)
    await suite.database.sql('update review_grants set used_at = now() where submission_id = $1', [
      submissionId,
    ])
    const before = await suite.database.snapshot()
    for (const token of ['inventado', older, expired, used, `${used}x`]) {
      const answer = await verify(admin, { lawyerId: lawyer.id, token })
      expect([answer.status, answer.json<Problem>().data?.fields]).toEqual([
        422,
        { token: 'El enlace no es válido o ha expirado. Revisa el perfil y verifica con el botón.' },
      ])
    }
    expect(await suite.database.snapshot()).toEqual(before)
    expect((await verify(admin, { lawyerId: lawyer.id, confirmed: true })).status).toBe(200)
  })

  test('OPEN-05 an intent works for its administrator only, once, for 120 s, and only its digest is stored', async () => {
    const [admin, other] = [await administrator(), await administrator()]
    const lawyer = await waiting()
    const { id: lawyerId, submissionId } = lawyer
    expect((await other.post('/api/verification/intent', { lawyerId })).status).toBe(200)
    const intent = await admin.post('/api/verification/intent', { lawyerId, submissionId })
    expect(intent.status).toBe(200)
    const { token } = intent.json<{ token: string }>()
    const [grant] = await suite.database.sql<{ admin_id: string; seconds: number; token_hash: string }>(
      `select admin_id, token_hash, extract(epoch from expires_at - created_at)::int as seconds
       from review_grants where submission_id = $1 and admin_id = $2`,
      [submissionId, admin.id],
    )
    expect(grant).toMatchObject({ admin_id: admin.id, seconds: 120 })
    expect(grant?.token_hash).not.toContain(token)
    expect((await verify(other, { lawyerId: lawyer.id, token })).status).toBe(422)
    expect((await verify(admin, { lawyerId: lawyer.id, token })).status).toBe(200)
  })

  test('OPEN-02 a decision on an outdated submission is refused', async () => {
    const admin = await administrator()
    const lawyer = await waiting()
    const seen = lawyer.submissionId
    await returnProfile(admin, { lawyerId: lawyer.id, reason: 'Falta el reverso.' })
    await resubmitProfile(suite.platform, lawyer.id)
    const before = await suite.database.snapshot()
    for (const answer of [
      await verify(admin, { lawyerId: lawyer.id, confirmed: true, submissionId: seen }),
      await returnProfile(admin, { lawyerId: lawyer.id, reason: 'Otra vez.', submissionId: seen }),
      await admin.post('/api/verification/intent', { lawyerId: lawyer.id, submissionId: seen }),
    ]) {
      expect(answer.status).toBe(409)
      expect(answer.json<Problem>().message).toMatch(/volvió a enviar su perfil/)
    }
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('OPEN-05, ADM-16, TRAP-28, abuse 6: 50 GET and HEAD of each page, with and without an administrator, change nothing', {
    tags: 'built',
  }, async () => {
    const admin = await administrator()
    const lawyer = await waiting()
    const token = await createReviewToken(suite.platform, lawyer.submissionId)
    const before = await suite.database.snapshot()
    const pages = [
      `/verify-profile/${lawyer.id}`,
      `/verify-profile/${lawyer.id}?token=${token}`,
      `/admin/verify-profile?p_lawyer_id=${lawyer.id}&token=${token}`,
      `/admin/verify-profile.data?p_lawyer_id=${lawyer.id}&token=${token}`,
    ]
    for (const path of pages) {
      // The second application: the first has no pages.
      for (const who of [admin, suite.visitor()].map((one) => clientAt(suite.apps[1]?.url ?? '', one))) {
        const answers: HttpResponse[] = []
        for (let round = 0; round < 5; round += 1)
          answers.push(
            ...(await Promise.all(
              Array.from({ length: 10 }, (_, turn) => who.send(path, { method: turn % 2 ? 'HEAD' : 'GET' })),
            )),
          )
        expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
        expect(answers[0]?.headers['cache-control']).toBe('private, no-store')
        // The token is not in the page, and is not sent as a referrer.
        expect(answers[0]?.text).not.toContain(token)
        if (!path.includes('.data')) expect(answers[0]?.headers['referrer-policy']).toBe('no-referrer')
      }
    }
    for (const path of ['/api/verification/verify', '/api/rpc/verification/verify']) {
      const input = encodeURIComponent(JSON.stringify({ json: { lawyerId: lawyer.id, confirmed: true } }))
      expect((await admin.get(`${path}?lawyerId=${lawyer.id}&confirmed=true&data=${input}`)).status).not.toBe(
        200,
      )
    }
    expect(await suite.database.snapshot()).toEqual(before)
    // The token was valid all along.
    expect((await verify(admin, { lawyerId: lawyer.id, token })).status).toBe(200)
    expect(suite.apps.flatMap((app) => app.lines).join('\n')).not.toContain(token)
  })

  test('OPEN-05, abuse 13: another site’s request with the administrator’s cookie is refused', async () => {
    const admin = await administrator()
    const lawyer = await waiting()
    const before = await suite.database.snapshot()
    const input = { lawyerId: lawyer.id, confirmed: true }
    const foreign = await admin.post('/api/verification/verify', input, { origin: 'https://otro.test' })
    const framed = await admin.post('/api/verification/verify', input, { origin: 'null' })
    expect([foreign.status, framed.status]).toEqual([403, 403])
    expect(await suite.database.snapshot()).toEqual(before)
  })
})

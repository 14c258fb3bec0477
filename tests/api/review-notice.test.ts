import { afterEach, describe, expect, test } from 'vitest'
import { createReviewGrant, redeemReviewGrant } from '../../src/capabilities/onboarding/commands.server.ts'
import { STAGE_ERROR_PREFIXES, type SubmissionStage } from '../../src/capabilities/onboarding/schema.ts'
import type { RunningApp } from '../support/app/app-process.ts'
import { startInProcessApp } from '../support/app/in-process-app.ts'
import { useTestApp } from '../support/app/suite.ts'
import { onboardingFixtures, SUBMIT_URL, submissionInput } from '../support/data/onboarding-fixtures.ts'
import { clientAt } from '../support/data/writers.ts'
import { eventually, retryJobsNow, waitForEmptyQueue } from '../support/database/test-database.ts'
import { pdf } from '../support/files/test-files.ts'
import { startAppWithMail } from '../support/mail/app-with-mail.ts'
import { startSmtp } from '../support/mail/smtp-server.ts'
import type { Client, Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const { pendingLawyer, storeCard, storePhoto, profile, submittedLawyer, returnSubmission } =
  onboardingFixtures(suite)
const UNEXPECTED = 'Ocurrió un error inesperado. Inténtalo de nuevo.'

describe('ONP-46 to ONP-49: a stage of the submission fails', () => {
  const apps: RunningApp[] = []
  afterEach(() => Promise.all(apps.splice(0).map((app) => app.stop())))

  const cases: [string, string, SubmissionStage, string][] = [
    ['ONP-46', 'signed-url', 'signedLink', 'No se pudo abrir el archivo. Elígelo de nuevo.'],
    ['ONP-47', 'lawyer-profile', 'lawyerProfile', UNEXPECTED],
    ['ONP-48', 'profile', 'profile', UNEXPECTED],
    ['ONP-49', 'submit-review', 'review', UNEXPECTED],
  ]
  test.each(cases)(
    '%s %s: its own text, nothing written, and the retry works',
    async (_id, fault, stage, why) => {
      const app = await startInProcessApp(suite.database.url, { FAULTS: fault })
      apps.push(app)
      const who = await pendingLawyer()
      const input = submissionInput({ idCardKey: await storeCard(who), avatarKey: await storePhoto(who) })
      const before = await suite.database.snapshot()
      const answer = await clientAt(app.url, who).post(SUBMIT_URL, input)
      expect(answer.json<Problem>().message).toBe(`${STAGE_ERROR_PREFIXES[stage]}: ${why}`)
      expect([422, 503]).toContain(answer.status)
      expect(await suite.database.snapshot()).toEqual(before)
      expect((await who.post(SUBMIT_URL, input)).status).toBe(200)
    },
  )

  test('ONP-45 the upload of the card fails with the injected fault, and works without it', async () => {
    const app = await startInProcessApp(suite.database.url, { FAULTS: 'id-card-upload' })
    apps.push(app)
    const who = await pendingLawyer()
    const put = (client: Client) =>
      client.send('/api/files/identidad', {
        method: 'PUT',
        body: pdf(),
        headers: { 'content-type': 'application/pdf', 'x-file-name': 'mi%20carnet.pdf' },
      })
    expect((await put(clientAt(app.url, who))).status).toBe(500)
    const stored = await put(who)
    expect(stored.status, stored.text).toBe(201)
    const { key } = stored.json<{ key: string }>()
    expect(key).toMatch(new RegExp(`^identidad/${who.id}/[0-9a-f-]{36}\\.pdf$`))
    expect((await who.post(SUBMIT_URL, submissionInput({ idCardKey: key }))).status).toBe(200)
  })

  test('ONP-50 the notice fails: its text, and the profile is submitted anyway', async () => {
    const app = await startInProcessApp(suite.database.url, { FAULTS: 'notify-admin' })
    apps.push(app)
    await suite.member({ role: 'admin' })
    const { who } = await submittedLawyer()
    const answer = await clientAt(app.url, who).post('/api/onboarding/notify-admin')
    expect(answer.json<Problem>()).toMatchObject({
      status: 503,
      message:
        'Error al notificar al administrador: No se pudo enviar el correo. Por favor contacta a soporte.',
      data: { reason: 'ADMINS_NOT_NOTIFIED', retryAfter: 60 },
    })
    expect((await profile(who.id))?.status).toBe('admin_pending')
  })
})

describe('the notice to the administrators', () => {
  const NOTIFY = '/api/onboarding/notify-admin'
  /** Reads the notices once the queue is empty: the request may be answered earlier. */
  const noticesTo = async (email: string, id: string) => {
    await waitForEmptyQueue(suite.database)
    return suite.database.sql<{ subject: string; text: string }>(
      'select subject, text from local_mailbox where recipient = $1 and text like $2',
      [email, `%${id}%`],
    )
  }

  test('MAI-02 OPEN-14 OPEN-05 every administrator gets the text with a token of their own; only its digest is stored', async () => {
    const admins = [await suite.member({ role: 'admin' }), await suite.member({ role: 'admin' })]
    const { who } = await submittedLawyer({ firstName: 'Ñandú', lastName: 'O’Higgins & Díaz' })
    const answer = await who.post(NOTIFY)
    expect(answer.status, answer.text).toBe(200)
    const tokens = new Set<string>()
    for (const admin of admins) {
      const [mail] = await noticesTo(admin.email, who.id)
      const { rut } = (await profile(who.id)) as { rut: string }
      expect(mail?.subject).toBe('Nuevo perfil de abogado por verificar: Ñandú O’Higgins & Díaz')
      const text = mail?.text.replace(/\s+/g, ' ') ?? ''
      expect(text).toContain(
        `Ñandú O’Higgins & Díaz (RUT ${rut}) envió su perfil a revisión. Revisa sus antecedentes y verifica el perfil aquí: ${suite.app.url}/admin/verify-profile?p_lawyer_id=${who.id}&token=`,
      )
      const token = /token=([\w-]{43})/.exec(text)?.[1] ?? ''
      tokens.add(token)
      const grants = await suite.database.sql('select row_to_json(g)::text as row from review_grants g')
      expect(grants.map(({ row }) => row).join()).not.toContain(token)
      expect(suite.apps.flatMap(({ lines }) => lines).join('\n')).not.toContain(token)
    }
    expect(tokens.size).toBe(admins.length)
    const sevenDayGrants = await suite.database.sql(
      "select 1 from review_grants where expires_at > now() + interval '167 hours' and expires_at < now() + interval '169 hours'",
    )
    expect(sevenDayGrants.length).toBeGreaterThan(0)
  })

  test('CAL-11 20 requests at once, and more later, send one notice per submission; the next submission has its own', async () => {
    const admin = await suite.member({ role: 'admin' })
    const { who } = await submittedLawyer()
    const other = clientAt(suite.apps[1]?.url ?? '', who)
    const answers = await Promise.all(
      Array.from({ length: 19 }, (_, n) => (n % 2 ? other : who).post(NOTIFY)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(19).fill(200))
    expect((await who.post(NOTIFY)).status).toBe(200)
    expect(await noticesTo(admin.email, who.id)).toHaveLength(1)
    await returnSubmission(who.id, 'x')
    await suite.database.sql("delete from rate_limits where key like 'review-notice:%'")
    const { rut } = (await profile(who.id)) as { rut: string }
    await who.post(SUBMIT_URL, submissionInput({ rut }))
    expect((await who.post(NOTIFY)).status).toBe(200)
    expect(await noticesTo(admin.email, who.id)).toHaveLength(2)
  })

  test('CAL-11 OPEN-13 without a profile in review nobody is notified, and no input is accepted', async () => {
    const who = await pendingLawyer()
    const before = await suite.database.snapshot('rate_limits')
    expect((await who.post(NOTIFY)).status).toBe(409)
    expect((await who.post(NOTIFY, { lawyerId: who.id })).status).toBe(422)
    expect((await (await suite.member({ role: 'client' })).post(NOTIFY)).status).toBe(403)
    const after = await suite.database.snapshot('rate_limits')
    for (const table of ['public.review_grants', 'public.mail_attempts', 'graphile_worker._private_jobs'])
      expect(after[table]).toEqual(before[table])
  })

  test('OPEN-05 a token works once, for its lawyer’s open submission and its administrator', async () => {
    const [admin, other] = [await suite.member({ role: 'admin' }), await suite.member({ role: 'admin' })]
    const { who } = await submittedLawyer()
    const { who: stranger } = await submittedLawyer()
    const { db } = suite.platform
    const [open] = await suite.database.sql<{ id: string }>(
      'select id from review_submissions where lawyer_id = $1',
      [who.id],
    )
    const submissionId = open?.id ?? ''
    const grant = (adminId: string | null, seconds = 60) =>
      db.transaction().execute((tx) => createReviewGrant(tx, { submissionId, adminId, seconds }))
    const redeem = (token: string, adminId: string, lawyerId = who.id) =>
      db.transaction().execute((tx) => redeemReviewGrant(tx, { token, lawyerId, adminId }))
    const { token } = await grant(null)
    expect(await redeem(token, admin.id, stranger.id)).toBe(false)
    expect(await redeem('otra', admin.id)).toBe(false)
    const tries = await Promise.all(Array.from({ length: 20 }, () => redeem(token, admin.id)))
    expect(tries.filter(Boolean)).toHaveLength(1)
    const { token: own } = await grant(admin.id)
    expect(await redeem(own, other.id)).toBe(false)
    expect(await redeem(own, admin.id)).toBe(true)
    expect(await redeem((await grant(null, 0)).token, admin.id)).toBe(false)
    const { token: outdated } = await grant(null)
    await returnSubmission(who.id, 'x')
    expect(await redeem(outdated, admin.id)).toBe(false)
  })

  test('ADMIN_EMAIL gets the notice; a refusal of the mail server is reported, and the job is retried', async () => {
    const smtp = await startSmtp()
    const { who } = await submittedLawyer()
    await Promise.all(suite.apps.map((app) => app.stop()))
    const app = await startAppWithMail(suite.database, smtp, { ADMIN_EMAIL: 'equipo@prueba.test' })
    try {
      smtp.replies = { RCPT: '451 later' }
      const client = clientAt(app.url, who)
      const failed = await client.post(NOTIFY)
      expect(failed.status).toBe(503)
      expect(failed.json<Problem>().message).toBe(
        'Error al notificar al administrador: No se pudo enviar el correo. Por favor contacta a soporte.',
      )
      smtp.replies = {}
      await retryJobsNow(suite.database)
      const mail = await eventually(async () => smtp.deliveries[0])
      expect(mail.recipients).toEqual(['equipo@prueba.test'])
      // The job records the delivery a moment later.
      await waitForEmptyQueue(suite.database)
      expect((await client.post(NOTIFY)).status).toBe(200)
      expect(smtp.deliveries).toHaveLength(1)
    } finally {
      await app.stop()
      await smtp.close()
    }
  })
})

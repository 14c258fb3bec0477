import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { privacyRetention } from '../../src/capabilities/privacy/jobs.server.ts'
import type { QueuedRequestView } from '../../src/capabilities/privacy/schema.ts'
import { runRetention } from '../../src/platform/retention/retention.server.ts'
import { useTestApp } from '../support/app/suite.ts'
import { administrator, decide, receiveUnderNewLaw } from '../support/data/data-requests.ts'
import {
  accessRequest,
  confirmedVisitorRequest,
  mailsTo,
  newMailbox,
  sendVisitorRequest,
  uploadWithToken,
} from '../support/data/visitor-requests.ts'
import { withClockAt } from '../support/database/platform-at.ts'

const suite = useTestApp()

const stateOf = async (id: string) =>
  (await suite.database.sql<{ state: string }>('select state from data_requests where id = $1', [id]))[0]
    ?.state

describe('answering', () => {
  test('DAT-25 an administrator sees who asks; the mailbox suffices for what is keyed by it; markup stays text', async () => {
    const { id, email } = await confirmedVisitorRequest(suite, { details: '<script>1</script>' })
    const admin = await administrator(suite)
    const opened = await admin.post('/api/privacy/open-request', { requestId: id })
    expect(opened.json<QueuedRequestView>()).toMatchObject({
      person: 'Sin cuenta',
      visitor: { name: 'Rosa Parra Soto', email },
      missing_proof: null,
      details: '<script>1</script>',
      is_own: false,
    })
    const looks = await suite.database.sql(
      `select purpose from audit_log where object = $1 and action = 'request.viewed' and actor_id = $2`,
      [id, admin.id],
    )
    expect(looks).toEqual([{ purpose: 'data_request' }])
    expect(
      (await decide(admin, id, { answer: 'No guardamos nada <b>tuyo</b> con este correo.' })).status,
    ).toBe(200)
    await mailsTo(suite, email, 3)
    const [html] = await suite.database.sql<{ html: string }>(
      `select html from local_mailbox where recipient = $1 and subject like 'Respondimos%'`,
      [email],
    )
    expect(html?.html).not.toContain('<b>tuyo')
  })

  test('DAT-13, DAT-15, DAT-25 an extended request can still be proven and granted, and one can be extended while it waits', async () => {
    const [admin, visitor] = [await administrator(suite), suite.visitor()]
    const reason = 'Hay que revisar muchos documentos antiguos.'
    const steps = ['/api/privacy/extend-request', '/api/privacy/ask-identity'] as const
    for (const order of [steps, steps.toReversed()]) {
      const { token, id } = await confirmedVisitorRequest(suite, { datumKind: 'rut', datum: '11.111.111-1' })
      await receiveUnderNewLaw(suite, id)
      for (const step of order) {
        const input = step === steps[0] ? { requestId: id, reason } : { requestId: id }
        const answer = await admin.post(step, input)
        expect(answer.status, answer.text).toBe(200)
      }
      expect(await stateOf(id)).toBe('identidad')
      const { key } = (await uploadWithToken(visitor, token)).json<{ key: string }>()
      const proven = await visitor.post('/api/privacy/prove-visitor-identity', { token, fileKey: key })
      expect(proven.json()).toMatchObject({ state: 'ampliada', due_on: '2027-02-12' })
      expect((await admin.post(steps[0], { requestId: id, reason })).status).toBe(409)
      expect((await decide(admin, id)).status).toBe(200)
    }
  })

  test('DAT-61 nobody answers a request of their own mailbox, or about it', async () => {
    const admin = await administrator(suite)
    for (const { id } of [
      await confirmedVisitorRequest(suite, { datum: admin.email }),
      await confirmedVisitorRequest(suite, { datum: admin.email, quality: 'representante' }),
    ]) {
      expect((await decide(admin, id)).status).toBe(403)
      expect((await admin.post('/api/privacy/find-matches', { requestId: id })).status).toBe(403)
      const opened = await admin.post('/api/privacy/open-request', { requestId: id })
      expect(opened.json()).toMatchObject({ is_own: true })
    }
  })

  test('DAT-26, DAT-62 matches count as looks at people: of 60 in an hour, with those of «Personas»', async () => {
    const admin = await administrator(suite)
    const { id } = await confirmedVisitorRequest(suite)
    await suite.database.sql(
      `insert into rate_limits (key, count, window_start) values ('console:looks:' || $1, 59, app_now())`,
      [admin.id],
    )
    const matches = () => admin.post('/api/privacy/find-matches', { requestId: id })
    expect((await matches()).status).toBe(200)
    const refused = await matches()
    expect([refused.status, refused.json<{ message: string }>().message]).toEqual([
      429,
      'Llegaste al máximo de 60 búsquedas en una hora. Inténtalo más tarde.',
    ])
    const input = { by: 'id', value: admin.id, purpose: 'support', reference: 'Motivo de la búsqueda' }
    expect((await admin.post('/api/console/find', input)).status).toBe(429)
    const rows = await suite.database.sql<{ action: string }>(
      'select action from audit_log where actor_id = $1 order by id',
      [admin.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['request.matched', 'lookups.stopped'])
  })

  test('DAT-26 matches are exact, counted by group, recorded and seen by the person; nothing else is told', async () => {
    const lawyer = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    const [{ rut = '' } = {}] = await suite.database.sql<{ rut: string }>(
      'select rut from lawyer_profiles where id = $1',
      [lawyer.id],
    )
    const admin = await administrator(suite)
    const matches = async (more: object) => {
      const { id } = await confirmedVisitorRequest(suite, more)
      const answer = await admin.post('/api/privacy/find-matches', { requestId: id })
      expect(answer.status, answer.text).toBe(200)
      expect(Object.keys(answer.json<object>())).toEqual(['groups'])
      return { id, groups: answer.json<{ groups: { title: string; count: number }[] }>().groups }
    }
    const byEmail = await matches({ datumKind: 'email', datum: lawyer.email })
    expect(byEmail.groups).toEqual([
      { title: 'Tu cuenta', count: 1 },
      { title: 'Tu perfil', count: 1 },
    ])
    const byRut = await matches({ datumKind: 'rut', datum: rut })
    expect(byRut.groups).toEqual([{ title: 'Perfil profesional', count: 1 }])
    const part = await matches({ datumKind: 'email', datum: `x${lawyer.email}` })
    expect(part.groups).toEqual([])
    const looks = await suite.database.sql(
      `select from audit_log where person_id = $1 and action = 'account.found' and purpose = 'data_request'`,
      [lawyer.id],
    )
    expect(looks).toHaveLength(2)
    const rows = await suite.database.sql(
      `select from audit_log where actor_id = $1 and action = 'request.matched'`,
      [admin.id],
    )
    expect(rows).toHaveLength(3)
    // The request itself is no match.
    expect((await matches({})).groups).toEqual([])
    await suite.database.sql('update session set proven_at = null where "userId" = $1', [admin.id])
    const unproven = await admin.post('/api/privacy/find-matches', { requestId: byRut.id })
    expect(unproven.status).toBe(403)
    expect(unproven.text).toContain('REAUTH')
    expect((await lawyer.post('/api/privacy/find-matches', { requestId: byRut.id })).status).toBe(403)
  })
})

describe('afterwards', () => {
  const afterDays = (days: number) =>
    withClockAt(suite, '12:00', days, (platform) => runRetention(platform, privacyRetention))

  test('DAT-24 a request that nobody confirms goes after ten days', async () => {
    const [email, id] = [newMailbox(), randomUUID()]
    await sendVisitorRequest(suite.visitor(), accessRequest(email), id)
    await afterDays(9)
    expect(await stateOf(id)).toBe('por_confirmar')
    await afterDays(11)
    expect(await stateOf(id)).toBeUndefined()
  })

  test('DAT-38 the proof of identity goes 30 days after the answer; DAT-22 who asked, after a year', async () => {
    const { token, id } = await confirmedVisitorRequest(suite, {
      datumKind: 'rut',
      datum: '11.111.111-1',
      details: 'canario',
    })
    const [visitor, admin] = [suite.visitor(), await administrator(suite)]
    await admin.post('/api/privacy/ask-identity', { requestId: id })
    const { key } = (await uploadWithToken(visitor, token)).json<{ key: string }>()
    await visitor.post('/api/privacy/prove-visitor-identity', { token, fileKey: key })
    expect((await decide(admin, id)).status).toBe(200)
    const kept = async () => {
      const [row] = await suite.database.sql<Record<string, unknown>>(
        `select cardinality(identity_keys) as files, details, email_digest is not null as digest,
           (select count(*)::int from desk_requests where request_id = r.id) as askers,
           (select count(*)::int from request_messages where request_id = r.id) > 0 as texts
         from data_requests r where id = $1`,
        [id],
      )
      return row
    }
    await afterDays(29)
    expect(await kept()).toEqual({ files: 1, details: 'canario', digest: false, askers: 1, texts: true })
    await afterDays(31)
    expect(await kept()).toEqual({ files: 0, details: 'canario', digest: false, askers: 1, texts: true })
    const [file] = await suite.database.sql<{ state: string }>(
      'select state from stored_files where key = $1',
      [key],
    )
    expect(file?.state ?? 'discarded').toBe('discarded')
    await afterDays(366)
    expect(await kept()).toEqual({ files: 0, details: '', digest: true, askers: 0, texts: true })
    expect((await visitor.post('/api/privacy/open-visitor-request', { token })).status).toBe(404)
    await afterDays(5 * 365 + 2)
    expect(await kept()).toBeUndefined()
  })
})

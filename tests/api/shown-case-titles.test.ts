import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { caseNumber } from '../../src/capabilities/cases/schema.ts'
import { makeActiveCase, makeOpenCase, makeProposal } from '../../src/demo-data/conversations.ts'
import { setPlan } from '../../src/demo-data/lawyers.ts'
import { makeUpdate } from '../../src/demo-data/progress.ts'
import { giveTask } from '../../src/demo-data/workspace.ts'
import type { Member } from '../support/app/suite.ts'
import { readable, useNoticeMails } from '../support/mail/notice-mails.ts'
import { newClient } from '../support/network/http-client.ts'

const { suite, sql, createChat, deliverDue, mailsTo } = useNoticeMails()

const TITLE = 'Consulta con Andrés Muñoz'

/** All values under this name in an answer. */
function valuesOf(answer: unknown, name: string): unknown[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, value]) => (key === name ? [value] : valuesOf(value, name)))
}

async function readTitles(person: Member, path: string, name: string): Promise<unknown[]> {
  const answer = await person.get(path)
  expect(answer.status, `${path}: ${answer.text}`).toBe(200)
  return valuesOf(answer.json(), name).sort()
}

async function readCalendar(person: Member): Promise<string[]> {
  const { pathname } = new URL(
    (await person.post('/api/calendar/new-address', {})).json<{ url: string }>().url,
  )
  await person.post('/api/calendar/show-names', { with_names: true })
  const { text } = await newClient(suite.app.url).send(pathname, {})
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  return events.map((event) => new ICAL.Event(event).summary).sort()
}

test('SEG-31 two cases of one title have their number in lists, case, chat, proposals, tasks, calendar, notices and mails', async () => {
  const { client, lawyer, parties, chatId } = await createChat()
  await setPlan(suite.platform.db, lawyer.id, 'basico', 20)
  const [{ caseId: one, proposalId }, { caseId: two }] = [
    await makeActiveCase(suite.platform, parties),
    await makeActiveCase(suite.platform, parties),
  ]
  const waiting = await makeOpenCase(suite.platform, client.id, { title: TITLE })
  const withdrawn = await makeOpenCase(suite.platform, client.id, { title: TITLE })
  expect((await client.post('/api/open-cases/withdraw', { caseId: withdrawn, reason: 'Otro' })).status).toBe(
    200,
  )
  await sql('update chats set case_id = null, sought_case_id = $1 where id = $2', [waiting, chatId])
  const pending = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
  for (const caseId of [one, two]) {
    await giveTask(suite.platform, { caseId, lawyerId: lawyer.id }, 'Traer el contrato', {
      assignee: 'client',
      days: 3,
    })
    await makeUpdate(suite.platform, { caseId, lawyerId: lawyer.id })
  }
  const numbered = (...ids: string[]) => ids.map((id) => `${TITLE} #${caseNumber(id)}`).sort()

  for (const person of [client, lawyer]) {
    expect(await readTitles(person, '/api/cases/mine?list=running', 'title')).toEqual(numbered(one, two))
    for (const caseId of [one, two]) {
      const view = (await person.get(`/api/cases/by-id?caseId=${caseId}`)).json()
      expect(view).toMatchObject({ title: numbered(caseId)[0], plain_title: TITLE })
    }
    expect(await readTitles(person, `/api/proposals/of-case?caseId=${one}`, 'case_title')).toEqual(
      numbered(one),
    )
    expect(await readTitles(person, `/api/proposals/by-id?proposalId=${proposalId}`, 'case_title')).toEqual(
      numbered(one),
    )
    const several = await person.post('/api/proposals/by-ids', { ids: [proposalId] })
    expect(valuesOf(several.json(), 'case_title')).toEqual(numbered(one))
  }
  expect(await readTitles(client, '/api/cases/mine?list=waiting', 'title')).toEqual(numbered(waiting))
  expect(await readTitles(client, '/api/cases/mine?list=withdrawn', 'title')).toEqual(numbered(withdrawn))
  expect(await readTitles(client, '/api/proposals/received', 'case_title')).toEqual(numbered(waiting))
  // The lawyer is no party of the open case: the title is the market's, in the list and in the head of the chat.
  expect(pending.case_title).toBe(TITLE)
  for (const path of ['/api/proposals/pending', `/api/proposals/target-case?chatId=${chatId}`])
    expect(await readTitles(lawyer, path, 'case_title')).toEqual([TITLE])
  expect(await readTitles(lawyer, '/api/cases/market', 'title')).toContain(TITLE)
  for (const path of ['/api/workspace/own-tasks', '/api/workspace/next-tasks'])
    expect(await readTitles(client, path, 'case_title')).toEqual(numbered(one, two))

  const about = await readTitles(client, '/api/notices/list', 'about')
  expect(new Set(about)).toEqual(new Set(numbered(one, two, waiting)))
  await deliverDue()
  const mails = mailsTo(client).map(readable).join('\n')
  for (const title of numbered(one, two)) {
    expect(mails).toContain(`Andrés Muñoz publicó una novedad en “${title}”`)
    expect(mails).toContain(`Andrés Muñoz te dejó una tarea en “${title}”`)
  }
  expect(await readCalendar(client)).toEqual(
    numbered(one, two)
      .flatMap((title) => [`Novedad de Andrés Muñoz · ${title}`, `Traer el contrato · ${title}`])
      .sort(),
  )
  expect(await readCalendar(lawyer)).toEqual(
    numbered(one, two).map((title) => `Prometiste una novedad · ${title}`),
  )

  // With names of their own they need no numbers.
  for (const [at, caseId] of [one, two, waiting].entries())
    expect((await client.post('/api/open-cases/rename', { caseId, title: `Causa ${at + 1}` })).status).toBe(
      200,
    )
  expect(await readTitles(lawyer, '/api/cases/mine?list=running', 'title')).toEqual(['Causa 1', 'Causa 2'])
  expect(await readTitles(client, '/api/cases/mine?list=withdrawn', 'title')).toEqual([TITLE])
})

test('SEG-31 titles of other people’s cases give no numbers', async () => {
  const { client, parties } = await createChat()
  const other = await createChat()
  const { caseId } = await makeActiveCase(suite.platform, parties)
  await makeActiveCase(suite.platform, other.parties)
  expect((await client.get(`/api/cases/by-id?caseId=${caseId}`)).json()).toMatchObject({ title: TITLE })
})

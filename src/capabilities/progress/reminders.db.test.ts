import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { withClockAt } from '../../../tests/support/database/platform-at.ts'
import { isoDay } from '../../chile/dates.ts'
import { finishCase } from '../../demo-data/closings.ts'
import { deleteAccount } from '../account-deletion/commands.server.ts'
import {
  markOverduePromises,
  progressOf,
  publishUpdate,
  remindOfFirstUpdates,
  remindOfPromises,
} from './commands.server.ts'
import { addDays, PROMISE_TRANSITIONS } from './rules.ts'
import { PROMISE_STATUSES } from './schema.ts'

const suite = useDatabase()
const { activeCase } = chatFixtures(suite)

const inDays = (days: number) => addDays(isoDay(new Date()), days)
/** An active case whose lawyer has promised an update in so many days. */
async function promisedCase(days: number) {
  const active = await activeCase()
  const { caseId, asLawyer } = active
  const input = { caseId, id: randomUUID(), stage: 'Otra', text: 'Una', nextStep: null } as const
  await publishUpdate(asLawyer, { ...input, promisedOn: inDays(days) })
  return active
}
const remindersOf = async (lawyerId: string, kind = 'promise-due') =>
  (
    await suite.database.sql<{ key: string }>(
      'select key from notices where user_id = $1 and kind = $2 order by key',
      [lawyerId, kind],
    )
  ).map(({ key }) => key.slice(-10))
const run = (time: string, days: number) =>
  withClockAt(suite, time, days, async (platform) => {
    await markOverduePromises(platform)
    await Promise.all([
      remindOfPromises(platform),
      remindOfPromises(platform),
      remindOfFirstUpdates(platform),
    ])
  })
const statusOf = async (caseId: string) =>
  (await suite.database.sql('select status from case_promises where case_id = $1', [caseId])).map(
    ({ status }) => status,
  )

test('SEG-13 at 09:00: 2 days before, that day, the day after, then weekly at most 3 times; once a day', async () => {
  const { caseId, lawyerId } = await promisedCase(4)
  for (let day = 0; day <= 40; day++) {
    if (day === 2) await run('08:59', day)
    if (day === 2) expect(await remindersOf(lawyerId)).toEqual([])
    await run('09:00', day)
    if (day === 2) await run('18:00', day)
  }
  expect(await remindersOf(lawyerId)).toEqual([2, 4, 5, 12, 19, 26].map(inDays))
  expect(await statusOf(caseId)).toEqual(['atrasada'])
})

test('SEG-13 an update, the end of the case and a departure stop it', async () => {
  const kept = await promisedCase(1)
  await publishUpdate(kept.asLawyer, {
    ...{
      caseId: kept.caseId,
      id: randomUUID(),
      stage: 'Otra',
      text: 'Dos',
      nextStep: null,
      promisedOn: null,
    },
  })
  const ended = await promisedCase(1)
  await finishCase(ended.asLawyer, ended.caseId)
  expect(await statusOf(ended.caseId)).toEqual(['sin_efecto'])
  const left = await promisedCase(1)
  expect(await deleteAccount(left.asClient, { password: 'demo1234' })).toMatchObject({ ok: true })
  await run('09:00', 1)
  for (const { lawyerId } of [kept, ended, left]) expect(await remindersOf(lawyerId)).toEqual([])
  expect(await statusOf(kept.caseId)).toEqual(['cumplida'])
  for (const { caseId } of [ended, left]) expect(await statusOf(caseId)).toEqual(['sin_efecto'])
})

test('OPEN-58 after the departure of the lawyer the client still reads the update, without a name', async () => {
  const { caseId, asClient, asLawyer } = await promisedCase(5)
  expect(await deleteAccount(asLawyer, { password: 'demo1234' })).toMatchObject({ ok: true })
  expect(await statusOf(caseId)).toEqual(['sin_efecto'])
  const seen = await progressOf(asClient, { caseId })
  expect(seen).toMatchObject({ value: { last_update: { text: 'Una' }, promised_on: null } })
  if (seen.ok) expect(seen.value.entries.find(({ kind }) => kind === 'update-published')?.actor).toBeNull()
})

test('SEG-13 once, 3 days after an acceptance without any update', async () => {
  const silent = await activeCase()
  const informed = await promisedCase(30)
  await run('09:00', 2)
  expect(await remindersOf(silent.lawyerId, 'first-update-due')).toEqual([])
  for (const day of [3, 4, 5]) await run('09:00', day)
  expect(await remindersOf(silent.lawyerId, 'first-update-due')).toHaveLength(1)
  expect(await remindersOf(informed.lawyerId, 'first-update-due')).toEqual([])
})

test('SEG-12 the state graph of a promise: from each status only what is listed', () => {
  const table = Object.entries(PROMISE_TRANSITIONS).map(([event, { from, to }]) => [
    event,
    PROMISE_STATUSES.filter((status) => from.includes(status)),
    to,
  ])
  expect(table).toEqual([
    ['update', ['abierta', 'atrasada'], 'cumplida'],
    ['dayPassed', ['abierta'], 'atrasada'],
    ['end', ['abierta', 'atrasada'], 'sin_efecto'],
  ])
})

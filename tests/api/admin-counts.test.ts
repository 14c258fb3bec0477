import { describe, expect, test } from 'vitest'
import type { DailyCounts } from '../../src/capabilities/cases/schema.ts'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { makeActiveCase, makeOpenCase, sendText } from '../../src/demo-data/conversations.ts'
import { useAppProcesses } from '../support/app/suite.ts'
import { retryAcrossMidnight } from '../support/database/retry-across-midnight.ts'

const PATHS = ['cases', 'chat', 'proposals'].map((slice) => `/api/${slice}/counts`)

describe('the statistics for administrators', () => {
  const suite = useAppProcesses()
  const daily = async (slice: 'chat' | 'proposals') => {
    const answer = await (await suite.member({ role: 'admin' })).get(`/api/${slice}/counts`)
    expect(Object.keys(answer.json<DailyCounts>())).toEqual(['days'])
    return answer.json<DailyCounts>().days
  }
  /** SQL for the time `seconds` after midnight in Chile, `days` days ago. */
  const chileTime = (days: number, seconds: number) =>
    `((app_now() at time zone 'America/Santiago')::date - ${days} + ${seconds} * interval '1 second') at time zone 'America/Santiago'`
  /** Days ago and count of each day that is not 0. */
  const nonZeroDays = (days: DailyCounts['days']) =>
    days.flatMap(({ count }, at) => (count === 0 ? [] : [[days.length - 1 - at, count]]))

  test(
    'OPEN-03 cases by status, messages and proposals of each of the last 30 days, without their content',
    { tags: 'built' },
    () => retryAcrossMidnight(suite.database, checkCounts),
  )

  async function checkCounts(): Promise<void> {
    for (const table of ['chats', 'cases']) await suite.database.sql(`delete from ${table}`)
    const admin = await suite.member({ role: 'admin' })
    expect((await admin.get('/api/cases/counts')).json()).toEqual({
      ingresado: 0,
      activo: 0,
      'en progreso': 0,
      finalizado: 0,
      retirado: 0,
    })
    expect(nonZeroDays(await daily('chat'))).toEqual([])

    const { db } = suite.platform
    const clientId = (await makeAccount(db, { name: 'Camila Rojas' })).id
    const lawyerId = (await makeAccount(db, { role: 'lawyer', verificationStatus: 'verified' })).id
    await makeOpenCase(suite.platform, clientId)
    await makeOpenCase(suite.platform, clientId)
    const { chatId, proposalId } = await makeActiveCase(suite.platform, { clientId, lawyerId })
    expect((await admin.get('/api/cases/counts')).json()).toEqual({
      ingresado: 2,
      activo: 1,
      'en progreso': 0,
      finalizado: 0,
      retirado: 0,
    })
    expect(nonZeroDays(await daily('proposals'))).toEqual([[0, 1]])
    const at = (id: string, when: string, table = 'messages') =>
      suite.database.sql(`update ${table} set created_at = ${when} where id = '${id}'`)
    await at(proposalId, chileTime(29, 0), 'proposals')
    expect(nonZeroDays(await daily('proposals'))).toEqual([[29, 1]])
    await at(proposalId, chileTime(29, -1), 'proposals')
    expect(nonZeroDays(await daily('proposals'))).toEqual([])

    // The system message about the acceptance does not count; the message with the proposal does.
    const systemMessages = await suite.database.sql("select 1 from messages where type = 'system'")
    expect(systemMessages.length).toBeGreaterThan(0)
    expect(nonZeroDays(await daily('chat'))).toEqual([[0, 1]])
    // Days begin at midnight in Chile. Anything older than the first day is left out.
    for (const [days, seconds] of [
      [0, 0],
      [0, -1],
      [7, 3_600],
      [29, 0],
      [29, -1],
    ] as const) {
      const { id } = await sendText(suite.platform, chatId, clientId, 'Secreto profesional')
      await at(id, chileTime(days, seconds))
    }
    const days = await daily('chat')
    expect(nonZeroDays(days)).toEqual([
      [29, 1],
      [7, 1],
      [1, 1],
      [0, 2],
    ])
    expect(days).toHaveLength(30)
    const [today] = await suite.database.sql(
      "select (app_now() at time zone 'America/Santiago')::date::text as day",
    )
    expect(days.at(-1)?.day).toBe(today?.day)
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).sort())

    // The server renders the page with these numbers.
    const page = (await admin.get('/admin-dashboard')).text
    for (const title of ['Causas por estado', 'Mensajes', 'Propuestas'])
      expect(page).toContain(`>${title}</h2>`)
    expect(page).toContain('Hoy: 2, el día con más.')
    expect(page).not.toContain('Secreto profesional')
  }

  test('OPEN-01, OPEN-03 nobody else may read them; unknown keys are refused', async () => {
    const admin = await suite.member({ role: 'admin' })
    const verified = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    for (const path of PATHS) {
      expect((await suite.visitor().get(path)).status).toBe(401)
      for (const member of [await suite.member({ role: 'client' }), verified]) {
        const answer = await member.get(path)
        expect(answer.status).toBe(403)
        expect(answer.text).not.toContain('count')
      }
      expect((await admin.get(`${path}?chatId=x`)).status).toBe(422)
    }
  })
})

import { describe, expect, test } from 'vitest'
import type { Daily } from '../../src/capabilities/cases/schema.ts'
import { makeAccount } from '../../src/server/factories/accounts.ts'
import { makeActiveCase, makeOpenCase, say } from '../../src/server/factories/conversations.ts'
import { withinOneDay } from '../support/one-day.ts'
import { useApp } from '../support/suite.ts'

const DOORS = ['cases', 'chat', 'proposals'].map((slice) => `/api/${slice}/counts`)

describe('the figures of the administrator', () => {
  const house = useApp()
  const daily = async (slice: 'chat' | 'proposals') => {
    const answer = await (await house.member({ role: 'admin' })).get(`/api/${slice}/counts`)
    expect(Object.keys(answer.json<Daily>())).toEqual(['days'])
    return answer.json<Daily>().days
  }
  /** The moment so many days before today's first one in Chile, and seconds from there. */
  const moment = (days: number, seconds: number) =>
    `((app_now() at time zone 'America/Santiago')::date - ${days} + ${seconds} * interval '1 second') at time zone 'America/Santiago'`
  const filled = (days: Daily['days']) =>
    days.flatMap(({ count }, at) => (count === 0 ? [] : [[days.length - 1 - at, count]]))

  test(
    'OPEN-03 cases by status, messages and proposals of each of the last 30 days, no word of theirs',
    { tags: 'built' },
    () => withinOneDay(house.database, counted),
  )

  async function counted(): Promise<void> {
    for (const table of ['chats', 'cases']) await house.database.sql(`delete from ${table}`)
    const admin = await house.member({ role: 'admin' })
    expect((await admin.get('/api/cases/counts')).json()).toEqual({
      ingresado: 0,
      activo: 0,
      'en progreso': 0,
      finalizado: 0,
    })
    expect(filled(await daily('chat'))).toEqual([])

    const { db } = house.platform
    const clientId = (await makeAccount(db, { name: 'Camila Rojas' })).id
    const lawyerId = (await makeAccount(db, { role: 'lawyer', verificationStatus: 'verified' })).id
    await makeOpenCase(house.platform, clientId)
    await makeOpenCase(house.platform, clientId)
    const { chatId, proposalId } = await makeActiveCase(house.platform, { clientId, lawyerId })
    expect((await admin.get('/api/cases/counts')).json()).toEqual({
      ingresado: 2,
      activo: 1,
      'en progreso': 0,
      finalizado: 0,
    })
    expect(filled(await daily('proposals'))).toEqual([[0, 1]])
    const at = (id: string, when: string, table = 'messages') =>
      house.database.sql(`update ${table} set created_at = ${when} where id = '${id}'`)
    await at(proposalId, moment(29, 0), 'proposals')
    expect(filled(await daily('proposals'))).toEqual([[29, 1]])
    await at(proposalId, moment(29, -1), 'proposals')
    expect(filled(await daily('proposals'))).toEqual([])

    // The house's own sentence about the acceptance is none; the message that carries the proposal is one.
    const kinds = await house.database.sql("select 1 from messages where type = 'system'")
    expect(kinds.length).toBeGreaterThan(0)
    expect(filled(await daily('chat'))).toEqual([[0, 1]])
    // Days begin and end at midnight in Chile; what is older than the first of them is left out.
    for (const [days, seconds] of [
      [0, 0],
      [0, -1],
      [7, 3_600],
      [29, 0],
      [29, -1],
    ] as const) {
      const { id } = await say(house.platform, chatId, clientId, 'Secreto profesional')
      await at(id, moment(days, seconds))
    }
    const days = await daily('chat')
    expect(filled(days)).toEqual([
      [29, 1],
      [7, 1],
      [1, 1],
      [0, 2],
    ])
    expect(days).toHaveLength(30)
    const [today] = await house.database.sql(
      "select (app_now() at time zone 'America/Santiago')::date::text as day",
    )
    expect(days.at(-1)?.day).toBe(today?.day)
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).sort())

    // The page carries them from its first answer.
    const page = (await admin.get('/admin-dashboard')).text
    for (const title of ['Causas por estado', 'Mensajes', 'Propuestas'])
      expect(page).toContain(`>${title}</h2>`)
    expect(page).toContain('Hoy: 2, el día con más.')
    expect(page).not.toContain('Secreto profesional')
  }

  test('OPEN-01, OPEN-03 nobody else reads them, also who is in the chats; unknown keys are refused', async () => {
    const admin = await house.member({ role: 'admin' })
    const verified = await house.member({ role: 'lawyer', verificationStatus: 'verified' })
    for (const door of DOORS) {
      expect((await house.visitor().get(door)).status).toBe(401)
      for (const member of [await house.member({ role: 'client' }), verified]) {
        const answer = await member.get(door)
        expect(answer.status).toBe(403)
        expect(answer.text).not.toContain('count')
      }
      expect((await admin.get(`${door}?chatId=x`)).status).toBe(422)
    }
  })
})

import { expect, test } from 'vitest'
import { useAppProcesses } from '../support/app/suite.ts'
import { isGreeting, openEventStream } from '../support/network/event-stream.ts'

const TOKEN = 'una-clave-para-las-metricas-de-amparo'
const suite = useAppProcesses({ METRICS_TOKEN: TOKEN, APP_PROCESSES: '2' })

const read = (authorization?: string) => suite.visitor().get('/metrics', { authorization })
const metric = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])

test('METRICS_TOKEN allows remote access to /metrics; without it the answer is 404', async () => {
  expect((await read(`Bearer ${TOKEN}`)).status).toBe(200)
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${TOKEN}`,
  ]) {
    const answer = await read(authorization)
    expect([authorization, answer.status]).toEqual([authorization, 404])
    expect(answer.text).not.toContain('process_')
  }
  // From this machine no token is needed, but a wrong one is refused.
  const here = (authorization?: string) => suite.visitor(null).get('/metrics', { authorization })
  expect((await here()).status).toBe(200)
  expect((await here('Bearer no-es-esta')).status).toBe(404)
})

test('SEG-78, PLZ-78 the metrics are summed over all processes, with due e-mails of notices and the age of the oldest', async () => {
  const before = metric((await read(`Bearer ${TOKEN}`)).text, 'live_streams')
  const streams = await Promise.all(
    Array.from({ length: 5 }, async () => openEventStream(suite.app.url, await suite.member())),
  )
  for (const stream of streams) await stream.waitFor(isGreeting)
  // Requests go to the processes in turn; each must give the same sum.
  for (let n = 0; n < 4; n++) {
    const { text } = await read(`Bearer ${TOKEN}`)
    expect(metric(text, 'live_streams')).toBe(before + 5)
    expect(metric(text, 'database_up')).toBe(1)
    expect(metric(text, 'jobs_given_up')).toBe(0)
    expect(metric(text, 'notice_mails_due')).toBe(0)
    expect(metric(text, 'notice_mails_oldest_seconds')).toBe(0)
    for (const table of ['rules', 'directory'])
      for (const name of ['oldest_days', 'overdue', 'unconfirmed'])
        expect(text).toMatch(new RegExp(`^kept_table_${name}\\{table="${table}"\\} \\d+$`, 'm'))
    expect(text).toMatch(/^database_connections\{state="idle"\} \d+/m)
  }
  for (const stream of streams) stream.close()
  await expect.poll(async () => metric((await read(`Bearer ${TOKEN}`)).text, 'live_streams')).toBe(before)
})

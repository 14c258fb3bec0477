import { expect, test } from 'vitest'
import { greeted, openEvents } from '../support/events.ts'
import { useApp } from '../support/suite.ts'

const TOKEN = 'una-clave-para-las-metricas-de-amparo'
const house = useApp({ METRICS_TOKEN: TOKEN, APP_PROCESSES: '2' })

const read = (authorization?: string) => house.visitor().get('/metrics', { authorization })
const figure = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])

test('METRICS_TOKEN opens /metrics from elsewhere; to anybody else it does not exist', async () => {
  expect((await read(`Bearer ${TOKEN}`)).status).toBe(200)
  for (const given of [
    undefined,
    '',
    'Bearer',
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${TOKEN}`,
  ]) {
    const answer = await read(given)
    expect([given, answer.status]).toEqual([given, 404])
    expect(answer.text).not.toContain('process_')
  }
  // From this machine it needs none, but a wrong one is wrong.
  const here = (authorization?: string) => house.visitor(null).get('/metrics', { authorization })
  expect((await here()).status).toBe(200)
  expect((await here('Bearer no-es-esta')).status).toBe(404)
})

test('the figures are those of all processes together', async () => {
  const before = figure((await read(`Bearer ${TOKEN}`)).text, 'live_streams')
  const streams = await Promise.all(
    Array.from({ length: 5 }, async () => openEvents(house.app.url, await house.member())),
  )
  for (const stream of streams) await stream.heard(greeted)
  // A round goes from process to process: whichever answers, it says the same.
  for (let n = 0; n < 4; n++) {
    const { text } = await read(`Bearer ${TOKEN}`)
    expect(figure(text, 'live_streams')).toBe(before + 5)
    expect(figure(text, 'database_up')).toBe(1)
    expect(figure(text, 'jobs_given_up')).toBe(0)
    expect(text).toMatch(/^database_connections\{state="idle"\} \d+/m)
  }
  for (const stream of streams) stream.close()
  await expect.poll(async () => figure((await read(`Bearer ${TOKEN}`)).text, 'live_streams')).toBe(before)
})

// Overload: many more requests than one process can serve. Measures how many are served, how fast the others
// are refused, how long new connections wait, and how long recovery takes. The load is 140 times the
// connections that reach the peak. The request rate is a result, because for lists it cannot reach ten times
// the peak (docs/decisions/0021).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { cookieOf, startChatFixture } from './chat-fixture.ts'
import { median, type Options, type Outcome, percentile, round } from './harness.ts'
import type { LoadResult, Target } from './open-loop-load.ts'

const OVERLOAD_FACTOR = 4
/**
 * Almost as many as may be open. A connection that waits for a response sends no request, which bounds the
 * request rate (docs/decisions/0021).
 */
const CONNECTIONS = 9_000
/** Connections for finding the peak rate. */
const PEAK_CONNECTIONS = 64
/** Recovered means: faster than this, or than three times the idle response time. */
const RECOVERED_MS = 50
const LENGTHS = {
  full: { peaks: 3, seconds: 15, warmUpSeconds: 5, newcomersAfterMs: 2_000 },
  quick: { peaks: 3, seconds: 5, warmUpSeconds: 5, newcomersAfterMs: 2_000 },
  smoke: { peaks: 1, seconds: 2, warmUpSeconds: 1, newcomersAfterMs: 500 },
}
/** Time between two new connections during the overload. */
const NEWCOMERS_INTERVAL_MS = 50

export async function run({ length }: Options): Promise<Outcome> {
  const fixture = await startChatFixture('chats', length)
  const { port } = fixture.app
  const { seconds, newcomersAfterMs } = LENGTHS[length]
  const generate = (target: Target, rate: number, connections: number, duration = seconds) =>
    runLoadGenerator([target, port, rate, duration, connections])
  const figures: Record<string, number> = {}
  try {
    for (const target of ['chats', 'page'] as const) {
      await generate(target, 1e9, PEAK_CONNECTIONS, LENGTHS[length].warmUpSeconds) // warm up
      const peaks: number[] = []
      for (let at = 0; at < LENGTHS[length].peaks; at++)
        peaks.push((await generate(target, 1e9, PEAK_CONNECTIONS)).served / seconds)
      const peak = median(peaks)
      const idleP99 = percentile(await measureAlone(port, target, 50), 0.99)
      const overload = generate(target, peak * OVERLOAD_FACTOR, CONNECTIONS)
      const newcomers = await measureNewConnections(port, seconds * 1000, newcomersAfterMs)
      const result = await overload
      const recovery = await measureRecovery(port, target, Math.max(3 * idleP99, RECOVERED_MS))
      if (result.wrong.length) throw new Error(`${target}: ${result.wrong.join('\n')}`)
      Object.assign(figures, {
        [`${target}_people_to_those_of_peak`]: round(CONNECTIONS / PEAK_CONNECTIONS),
        [`${target}_peak_per_s`]: round(peak),
        [`${target}_asked_to_peak`]: round(result.sent / seconds / peak),
        [`min_${target}_served_to_peak`]: round(result.served / seconds / peak),
        [`${target}_refused_share`]: round(result.refused / result.sent),
        [`${target}_served_p50_ms`]: result.servedP50,
        [`${target}_served_p99_ms`]: result.servedP99,
        // In the smoke form, which is shorter than a page may wait, none is refused.
        ...(result.refused > 0 && { [`${target}_refused_p99_ms`]: result.refusedP99 }),
        [`${target}_newcomer_p50_ms`]: round(percentile(newcomers, 0.5)),
        [`${target}_newcomer_p99_ms`]: round(percentile(newcomers, 0.99)),
        [`${target}_recovery_s`]: recovery,
      })
    }
  } finally {
    await fixture.stop()
  }
  return {
    figures,
    goals: {
      min_chats_served_to_peak: 0.7,
      min_page_served_to_peak: 0.7,
      chats_recovery_s: 10,
      page_recovery_s: 10,
      chats_newcomer_p50_ms: 10_000,
      page_newcomer_p50_ms: 10_000,
    },
  }
}

async function runLoadGenerator(args: (string | number)[]): Promise<LoadResult> {
  const child = spawn(process.execPath, ['bench/open-loop-load.ts', ...args.map(String)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // In reality, clients run on other machines: the load generator gets a low priority.
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  const [result] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the load generator ended early'))),
  ])) as [LoadResult]
  child.disconnect()
  return result
}

/**
 * Opens a new connection for each request during the overload, but not in its first and last `marginMs`.
 * @returns the response times in ms
 */
async function measureNewConnections(port: number, overloadMs: number, marginMs: number): Promise<number[]> {
  await sleep(marginMs)
  const answers: Promise<number>[] = []
  for (
    const end = performance.now() + overloadMs - 2 * marginMs;
    performance.now() < end;
    await sleep(NEWCOMERS_INTERVAL_MS)
  )
    answers.push(
      new Promise((done, fail) => {
        const startedAt = performance.now()
        get({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (answer) => {
          answer.resume().on('end', () => done(performance.now() - startedAt))
        }).on('error', fail)
      }),
    )
  return Promise.all(answers)
}

/** Sends one request after the other. @returns the response times in ms; infinity for a refusal */
async function measureAlone(port: number, target: Target, count: number): Promise<number[]> {
  const url = `http://127.0.0.1:${port}`
  const answers: number[] = []
  for (let at = 0; at < count; at++) {
    const startedAt = performance.now()
    const answer =
      target === 'page'
        ? await fetch(url)
        : await fetch(`${url}/api/rpc/chat/list`, {
            method: 'POST',
            headers: { cookie: cookieOf(at), origin: url, 'content-type': 'application/json' },
            body: '{}',
          })
    await answer.arrayBuffer()
    answers.push(answer.ok ? performance.now() - startedAt : Number.POSITIVE_INFINITY)
  }
  return answers
}

/** @returns seconds until ten consecutive responses take at most `maxMs` */
async function measureRecovery(port: number, target: Target, maxMs: number): Promise<number> {
  const startedAt = performance.now()
  let fastSince = startedAt
  for (let fastResponses = 0; fastResponses < 10; ) {
    const [ms = Number.POSITIVE_INFINITY] = await measureAlone(port, target, 1)
    if (fastResponses === 0) fastSince = performance.now()
    fastResponses = ms <= maxMs ? fastResponses + 1 : 0
    if (performance.now() - startedAt > 60_000) return Number.POSITIVE_INFINITY
  }
  return round((fastSince - startedAt) / 1000)
}

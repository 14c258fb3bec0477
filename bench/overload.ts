// A crowd of many times what one process can serve: what is still served, how soon the rest is told, how long whoever comes
// newly waits for a connection, and how soon it is as before. The crowd is counted in people who ask at once, 140 times those
// who find the peak; how often they ask is said beside it, and cannot be ten times for lists (docs/decisions/0021).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { cookieOf, openStage } from './chat-stage.ts'
import type { Seen, Wanted } from './crowd.ts'
import { median, type Options, type Outcome, percentile, round } from './support.ts'

const TIMES = 10
/** People, nearly all that may wait. Who waits for an answer does not ask: that bounds what can be asked (docs/decisions/0021). */
const CONNECTIONS = 9_000
/** Connections that ask again as soon as they are answered: they find the peak. */
const BUSY = 64
/** Milliseconds of a person's answer after which it is not yet as before, beyond three times the calm one. */
const AS_BEFORE = 50
/** Milliseconds until the first newcomer, and between two. */
const NEWCOMERS = { first: 2_000, every: 50 }

export async function run({ quick }: Options): Promise<Outcome> {
  const stage = await openStage('chats')
  const { port } = stage.app
  const seconds = quick ? 5 : 15
  const crowd = (wanted: Wanted, rate: number, connections: number, length = seconds) =>
    come([wanted, port, rate, length, connections])
  const figures: Record<string, number> = {}
  try {
    for (const wanted of ['chats', 'page'] as const) {
      await crowd(wanted, 1e9, BUSY, 5) // warm
      const peaks: number[] = []
      for (let at = 0; at < 3; at++) peaks.push((await crowd(wanted, 1e9, BUSY)).served / seconds)
      const peak = median(peaks)
      const calm = percentile(await visit(port, wanted, 50), 0.99)
      const crowded = crowd(wanted, peak * TIMES, CONNECTIONS)
      const newcomers = await meet(port, seconds * 1000 - 2 * NEWCOMERS.first)
      const seen = await crowded
      const recovery = await recover(port, wanted, Math.max(3 * calm, AS_BEFORE))
      if (seen.wrong.length) throw new Error(`${wanted}: ${seen.wrong.join('\n')}`)
      Object.assign(figures, {
        [`${wanted}_people_to_those_of_peak`]: round(CONNECTIONS / BUSY),
        [`${wanted}_peak_per_s`]: round(peak),
        [`${wanted}_asked_to_peak`]: round(seen.asked / seconds / peak),
        [`min_${wanted}_served_to_peak`]: round(seen.served / seconds / peak),
        [`${wanted}_refused_share`]: round(seen.refused / seen.asked),
        [`${wanted}_served_p50_ms`]: seen.servedP50,
        [`${wanted}_served_p99_ms`]: seen.servedP99,
        [`${wanted}_refused_p99_ms`]: seen.refusedP99,
        [`${wanted}_newcomer_p50_ms`]: round(percentile(newcomers, 0.5)),
        [`${wanted}_newcomer_p99_ms`]: round(percentile(newcomers, 0.99)),
        [`${wanted}_recovery_s`]: recovery,
      })
    }
  } finally {
    await stage.stop()
  }
  return {
    figures,
    goals: {
      min_chats_served_to_peak: 0.8,
      min_page_served_to_peak: 0.8,
      chats_recovery_s: 10,
      page_recovery_s: 10,
    },
  }
}

async function come(args: (string | number)[]): Promise<Seen> {
  const child = spawn(process.execPath, ['bench/crowd.ts', ...args.map(String)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // People at their own machines use none of ours.
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  const [seen] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the crowd ended early'))),
  ])) as [Seen]
  child.disconnect()
  return seen
}

/** People who come in the middle of it, each with a connection of its own. @returns milliseconds until each was answered */
async function meet(port: number, length: number): Promise<number[]> {
  await sleep(NEWCOMERS.first)
  const answers: Promise<number>[] = []
  for (const end = performance.now() + length; performance.now() < end; await sleep(NEWCOMERS.every))
    answers.push(
      new Promise((done, fail) => {
        const began = performance.now()
        get({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (answer) => {
          answer.resume().on('end', () => done(performance.now() - began))
        }).on('error', fail)
      }),
    )
  return Promise.all(answers)
}

/** One person alone, one request after the other. @returns milliseconds of each answer; a refusal counts as endless */
async function visit(port: number, wanted: Wanted, times: number): Promise<number[]> {
  const url = `http://127.0.0.1:${port}`
  const answers: number[] = []
  for (let at = 0; at < times; at++) {
    const began = performance.now()
    const answer =
      wanted === 'page'
        ? await fetch(url)
        : await fetch(`${url}/api/rpc/chat/list`, {
            method: 'POST',
            headers: { cookie: cookieOf(at), origin: url, 'content-type': 'application/json' },
            body: '{}',
          })
    await answer.arrayBuffer()
    answers.push(answer.ok ? performance.now() - began : Number.POSITIVE_INFINITY)
  }
  return answers
}

/** @returns seconds until ten answers in a row are as quick as `most` milliseconds */
async function recover(port: number, wanted: Wanted, most: number): Promise<number> {
  const began = performance.now()
  let since = began
  for (let quick = 0; quick < 10; ) {
    const [ms = Number.POSITIVE_INFINITY] = await visit(port, wanted, 1)
    if (quick === 0) since = performance.now()
    quick = ms <= most ? quick + 1 : 0
    if (performance.now() - began > 60_000) return Number.POSITIVE_INFINITY
  }
  return round((since - began) / 1000)
}

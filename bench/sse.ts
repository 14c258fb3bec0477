// Time from POSTing a message to its arrival over the recipient's live stream, with 1,000 and 10,000 streams
// and 200 messages per second.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Length,
  measureFlushes,
  type Options,
  type Outcome,
  percentile,
  round,
  summarize,
} from './harness.ts'
import { type Person, type SseFixture, startSseFixture } from './sse-fixture.ts'

const MESSAGES_PER_SECOND = 200
/** Time for the last texts to arrive after all are acknowledged. */
const ARRIVAL_TIMEOUT_S = 10
/**
 * `warmUpStreams`: opened and closed before memory is measured. Far fewer than are measured, because those reuse the
 * memory that these have freed. `diskSeconds`: the disk alone, before each run. `idleSeconds`: streams without
 * messages.
 */
const LENGTHS = {
  full: { sizes: [1_000, 10_000], runs: 5, seconds: 4, warmUpStreams: 2_000, diskSeconds: 2, idleSeconds: 5 },
  quick: { sizes: [1_000], runs: 1, seconds: 5, warmUpStreams: 50, diskSeconds: 2, idleSeconds: 5 },
  smoke: { sizes: [1_000], runs: 1, seconds: 1, warmUpStreams: 50, diskSeconds: 0.5, idleSeconds: 1 },
}

interface Listener {
  arrivals(): Promise<{ text: string; at: number }[]>
  broken(): number
  close(): void
}

export async function run({ length }: Options): Promise<Outcome> {
  const { sizes } = LENGTHS[length]
  const figures: Record<string, number> = {}
  const goals: Record<string, number> = {}
  const perMessage: number[] = []
  for (const size of sizes) {
    const name = `${size / 1_000}k`
    const measured = await measure(size, LENGTHS[length])
    Object.assign(
      figures,
      summarize(`p50_ms_${name}`, measured.p50),
      summarize(`p99_ms_${name}`, measured.p99),
    )
    figures[`disk_p99_ms_${name}`] = round(percentile(measured.disk, 0.99))
    figures[`disk_max_ms_${name}`] = round(Math.max(...measured.disk))
    figures[`lost_${name}`] = measured.lost
    figures[`twice_${name}`] = measured.twice
    figures[`rss_kib_per_stream_${name}`] = round(measured.rssPerStream / 1024)
    figures[`min_streams_per_gib_${name}`] = Math.floor(2 ** 30 / measured.rssPerStream)
    figures[`opened_per_s_${name}`] = round(measured.opened)
    figures[`idle_cpu_share_${name}`] = round(measured.idle)
    Object.assign(figures, summarize(`cpu_ms_per_message_${name}`, measured.cpu))
    perMessage.push(figures[`cpu_ms_per_message_${name}`] ?? Number.NaN)
    Object.assign(goals, {
      [`p50_ms_${name}`]: 5,
      [`p99_ms_${name}`]: 50,
      [`lost_${name}`]: 0,
      [`twice_${name}`]: 0,
    })
    // The memory of 1,000 streams is small compared with that of the process itself.
    if (size >= 10_000) goals[`min_streams_per_gib_${name}`] = 50_000
  }
  if (perMessage.length === 2) {
    figures.ratio_cpu_per_message_10k_to_1k = round((perMessage[1] ?? 0) / (perMessage[0] ?? 1))
    goals.ratio_cpu_per_message_10k_to_1k = 1.5
  }
  return { figures, goals }
}

async function measure(
  size: number,
  { runs, seconds, warmUpStreams, diskSeconds, idleSeconds }: (typeof LENGTHS)[Length],
) {
  const fixture = await startSseFixture(size)
  try {
    // Warms up first, so that the growth of V8's young generation is not counted as memory of the streams.
    const warmUp = await listen(fixture, fixture.people.slice(0, warmUpStreams))
    warmUp.close()
    await sendMessages(fixture, 1)
    await sleep(1_000)
    const bytesBefore = await fixture.memoryBytes()
    const openingStart = performance.now()
    const listener = await listen(fixture, fixture.people)
    const opened = size / ((performance.now() - openingStart) / 1_000)
    await sleep(2_000)
    const bytesAfter = await fixture.memoryBytes()
    const cpuBeforeIdle = fixture.cpuSeconds()
    await sleep(idleSeconds * 1_000)
    const idle = (fixture.cpuSeconds() - cpuBeforeIdle) / idleSeconds
    await sendMessages(fixture, 1)
    await sleep(1_000)
    await listener.arrivals()
    const measured = {
      p50: [] as number[],
      p99: [] as number[],
      cpu: [] as number[],
      disk: [] as number[],
      lost: 0,
      twice: 0,
    }
    for (let at = 0; at < runs; at++) {
      measured.disk.push(...(await measureFlushes(fixture.folder, diskSeconds)))
      const before = fixture.cpuSeconds()
      const start = performance.now()
      const sentAt = await sendMessages(fixture, seconds)
      const took = (performance.now() - start) / 1_000
      const after = fixture.cpuSeconds()
      const times = await measureArrivals(listener, sentAt)
      measured.p50.push(percentile(times.all, 0.5))
      measured.p99.push(percentile(times.all, 0.99))
      measured.lost += times.lost
      measured.twice += times.twice
      measured.cpu.push(((after - before - idle * took) * 1_000) / sentAt.size)
    }
    if (listener.broken() > 0) throw new Error(`${listener.broken()} streams ended.`)
    listener.close()
    return { ...measured, rssPerStream: (bytesAfter - bytesBefore) / size, opened, idle }
  } finally {
    await fixture.stop()
  }
}

/** Opens the streams of these people in a child process. */
async function listen(fixture: SseFixture, people: Person[]): Promise<Listener> {
  const child = fork('bench/sse-listener.ts', { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send({ port: fixture.port, people })
  await once(child, 'message')
  let broken = 0
  return {
    async arrivals() {
      const answer = once(child, 'message')
      child.send('report')
      const [report] = (await answer) as [{ arrivals: { text: string; at: number }[]; lost: number }]
      broken = report.lost
      return report.arrivals
    },
    broken: () => broken,
    close: () => child.kill('SIGKILL'),
  }
}

/** Sends texts from random people at a fixed rate. @returns text → time of sending */
async function sendMessages(fixture: SseFixture, seconds: number): Promise<Map<string, number>> {
  const sentAt = new Map<string, number>()
  const answers: Promise<void>[] = []
  const start = performance.now()
  for (let count = 0; count < MESSAGES_PER_SECOND * seconds; count++) {
    const due = start + (count * 1_000) / MESSAGES_PER_SECOND
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    const text = `${start}-${count}`
    sentAt.set(text, performance.timeOrigin + performance.now())
    answers.push(fixture.send(Math.floor(Math.random() * fixture.people.length), text))
  }
  await Promise.all(answers)
  return sentAt
}

/**
 * Waits for all texts.
 * @returns milliseconds from sending to arrival, and the number of lost and duplicate texts
 */
async function measureArrivals(listener: Listener, sentAt: Map<string, number>) {
  const seen = new Map<string, number>()
  let twice = 0
  for (
    const end = Date.now() + ARRIVAL_TIMEOUT_S * 1_000;
    seen.size < sentAt.size && Date.now() < end;
    await sleep(50)
  ) {
    for (const { text, at } of await listener.arrivals()) {
      if (seen.has(text)) twice++
      else seen.set(text, at)
    }
  }
  const all = [...sentAt].flatMap(([text, sent]) => {
    const at = seen.get(text)
    return at === undefined ? [] : [at - sent]
  })
  return { all, lost: sentAt.size - all.length, twice }
}

// 256 concurrent logins with correct passwords, each from its own address: how much do they slow down other
// requests?
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { type App, type Options, type Outcome, percentile, round, startApp } from './harness.ts'

const PASSWORD = 'tormenta-de-256'
/** Time between two requests of the reader. */
const READ_INTERVAL_MS = 10

const LENGTHS = {
  full: { accounts: 256, storms: 3, calmMs: 5_000 },
  quick: { accounts: 256, storms: 1, calmMs: 2_000 },
  smoke: { accounts: 8, storms: 1, calmMs: 500 },
}

export async function run({ length }: Options): Promise<Outcome> {
  const { accounts, calmMs } = LENGTHS[length]
  // In reality, clients run on other machines: the logins get a lower priority than the server and the
  // reader.
  const app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })
  let reader: ChildProcess | undefined
  try {
    const cookie = await logIn(app, 'cliente@demo.test', 'demo1234', '10.9.9.9')
    const args = [`${app.url}/api/accounts/session`, cookie, String(READ_INTERVAL_MS)]
    const child = fork(new URL('./login-storm-reader.ts', import.meta.url), args)
    reader = child
    const warmedUp = once(child, 'message')
    setPriority(constants.priority.PRIORITY_LOW)
    await registerAll(app, accounts)
    await warmedUp
    const calm = await measureReads(child, () => new Promise((done) => setTimeout(done, calmMs)))
    const storms: number[] = []
    const durations: number[] = []
    let refused = 0
    for (let at = 0; at < LENGTHS[length].storms; at++) {
      const startedAt = performance.now()
      const times = await measureReads(child, async () => {
        const answers = await Promise.all(
          Array.from({ length: accounts }, (_, who) => logInWithRetries(app, who, at)),
        )
        refused += answers.reduce((sum, attempts) => sum + attempts - 1, 0)
      })
      durations.push((performance.now() - startedAt) / 1000)
      storms.push(percentile(times, 0.99))
    }
    const worst = Math.max(...storms)
    return {
      figures: {
        calm_read_p99_ms: round(percentile(calm, 0.99)),
        storm_read_p99_ms: round(worst),
        ratio_storm_to_calm: round(worst / percentile(calm, 0.99)),
        storm_all_in_s: round(Math.max(...durations)),
        asked_to_come_back: refused,
      },
      goals: { storm_read_p99_ms: 10 },
    }
  } finally {
    if (reader?.connected) reader.disconnect()
    await app.stop()
  }
}

const address = (who: number, salt: number) => `10.${salt + 1}.${who >> 8}.${(who & 255) + 1}`
const email = (who: number) => `tormenta${who}@prueba.test`

const post = (app: App, path: string, body: object, from: string) =>
  fetch(`${app.url}/api/accounts/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })

async function registerAll(app: App, count: number): Promise<void> {
  for (let who = 0; who < count; who++) {
    const body = {
      name: `Persona ${who}`,
      email: email(who),
      password: PASSWORD,
      confirmPassword: PASSWORD,
      // Lawyers, because the registration of a client sends an e-mail, and rendering it would disturb the
      // measurement.
      role: 'lawyer',
    }
    const answer = await post(app, 'register', body, address(who, 100))
    if (!answer.ok) throw new Error(`registration answered ${answer.status}`)
    await answer.arrayBuffer()
  }
}

async function logIn(app: App, who: string, password: string, from: string): Promise<string> {
  const answer = await post(app, 'login', { email: who, password }, from)
  if (!answer.ok) throw new Error(`login answered ${answer.status}`)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Logs in, and retries after Retry-After when refused with 503. @returns the number of attempts */
async function logInWithRetries(app: App, who: number, salt: number): Promise<number> {
  for (let attempts = 1; ; attempts++) {
    const answer = await post(app, 'login', { email: email(who), password: PASSWORD }, address(who, salt))
    await answer.arrayBuffer()
    if (answer.ok) return attempts
    if (answer.status !== 503) throw new Error(`login answered ${answer.status}`)
    await new Promise((done) =>
      setTimeout(done, Number(answer.headers.get('retry-after')) * 1000 * (0.5 + Math.random())),
    )
  }
}

/** Requests the session at a fixed rate while `work` runs. @returns the response times in ms */
async function measureReads(reader: ChildProcess, work: () => Promise<unknown>): Promise<number[]> {
  reader.send('begin')
  await work()
  const times = once(reader, 'message')
  reader.send('enough')
  return (await times)[0] as number[]
}

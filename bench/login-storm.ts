// 256 right passwords of 256 accounts at once, each from its own address, beside people who read: do the readers notice?
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { type App, type Options, type Outcome, percentile, round, startApp } from './support.ts'

const PEOPLE = 256
const PASSWORD = 'tormenta-de-256'
/** Milliseconds between two requests of the reader. */
const PACE = 10

export async function run({ quick }: Options): Promise<Outcome> {
  // People at their own machines use none of ours: the storm's side gives way to the server and the reader.
  const app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })
  let reader: ChildProcess | undefined
  try {
    const cookie = await enter(app, 'cliente@demo.test', 'demo1234', '10.9.9.9')
    const args = [`${app.url}/api/accounts/session`, cookie, String(PACE)]
    const child = fork(new URL('./login-storm-reader.ts', import.meta.url), args)
    reader = child
    const warm = once(child, 'message')
    setPriority(constants.priority.PRIORITY_LOW)
    await register(app)
    await warm
    const calm = await read(child, () => new Promise((done) => setTimeout(done, quick ? 2_000 : 5_000)))
    const storms: number[] = []
    const durations: number[] = []
    let refused = 0
    for (let at = 0; at < (quick ? 1 : 3); at++) {
      const began = performance.now()
      const times = await read(child, async () => {
        const answers = await Promise.all(Array.from({ length: PEOPLE }, (_, who) => insist(app, who, at)))
        refused += answers.reduce((sum, tries) => sum + tries - 1, 0)
      })
      durations.push((performance.now() - began) / 1000)
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

async function register(app: App): Promise<void> {
  for (let who = 0; who < PEOPLE; who++) {
    const body = {
      name: `Persona ${who}`,
      email: email(who),
      password: PASSWORD,
      confirmPassword: PASSWORD,
      // A client's registration would mail, and rendering the mails would be measured with the storm.
      role: 'lawyer',
    }
    const answer = await post(app, 'register', body, address(who, 100))
    if (!answer.ok) throw new Error(`registration answered ${answer.status}`)
    await answer.arrayBuffer()
  }
}

async function enter(app: App, who: string, password: string, from: string): Promise<string> {
  const answer = await post(app, 'login', { email: who, password }, from)
  if (!answer.ok) throw new Error(`login answered ${answer.status}`)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** One person at the door; comes back when told to. @returns how many times they asked */
async function insist(app: App, who: number, salt: number): Promise<number> {
  for (let tries = 1; ; tries++) {
    const answer = await post(app, 'login', { email: email(who), password: PASSWORD }, address(who, salt))
    await answer.arrayBuffer()
    if (answer.ok) return tries
    if (answer.status !== 503) throw new Error(`login answered ${answer.status}`)
    await new Promise((done) =>
      setTimeout(done, Number(answer.headers.get('retry-after')) * 1000 * (0.5 + Math.random())),
    )
  }
}

/** Reads the session at a fixed pace while `work` goes on. @returns milliseconds of each answer */
async function read(reader: ChildProcess, work: () => Promise<unknown>): Promise<number[]> {
  reader.send('begin')
  await work()
  const times = once(reader, 'message')
  reader.send('enough')
  return (await times)[0] as number[]
}

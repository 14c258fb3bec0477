// Time from the commit that queues an e-mail to its arrival at an SMTP server; and whether an outage loses
// e-mails.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import nodemailer from 'nodemailer'
import { pino } from 'pino'
import { createDatabase, createPool, type Db } from '../src/platform/database/database.server.ts'
import { createSealer } from '../src/platform/jobs/sealer.server.ts'
import { type MailTemplate, sendMail } from '../src/platform/mail/mail.server.ts'
import { startSmtp } from '../tests/support/mail/smtp-server.ts'
import {
  createTempFolder,
  median,
  type Options,
  type Outcome,
  percentile,
  round,
  startApp,
  summarize,
} from './harness.ts'

const SESSION_SECRET = 'secreto-de-la-medicion-de-correos-0123456789'
const PROPS = { name: 'Tomás Echeverría Soto', code: '482913' }
/** A template of the application by its name; this process only queues it. */
const QUEUED_ONLY: MailTemplate<typeof PROPS> = {
  name: 'onboarding.code',
  isAskedFor: true,
  discreet: null,
  subject: () => '',
  body: () => {
    throw new Error('rendered by the app')
  },
}
/** Average time between two e-mails. */
const INTERVAL_MS = 40
/** `outageMs`: how long the mail server closes all connections. */
const LENGTHS = {
  full: { runs: 5, mails: 300, mailsInOutage: 40, outageMs: 4_000 },
  quick: { runs: 1, mails: 100, mailsInOutage: 10, outageMs: 4_000 },
  smoke: { runs: 1, mails: 20, mailsInOutage: 3, outageMs: 500 },
}

export async function run({ length }: Options): Promise<Outcome> {
  const { runs, mails, mailsInOutage, outageMs } = LENGTHS[length]
  const arrived = new Map<string, number>()
  const smtp = await startSmtp(({ recipients }) => arrived.set(recipients[0] ?? '', performance.now()))
  const folder = createTempFolder()
  const dataDir = join(folder.path, 'data')
  const app = await startApp({
    DATA_DIR: dataDir,
    DEMO: 'off',
    LOCAL_MODE: 'on',
    SESSION_SECRET,
    SMTP_URL: smtp.url,
  })
  const { databaseUrl } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')) as {
    databaseUrl: string
  }
  const pool = createPool(databaseUrl, pino({ level: 'silent' }), 2)
  const db = createDatabase(pool)
  try {
    await measure(db, arrived, 'calentamiento', 20)
    const bare = await measureBare(smtp.url, arrived, mails)
    const p50: number[] = []
    const p99: number[] = []
    for (let at = 0; at < runs; at++) {
      const times = await measure(db, arrived, `serie-${at}`, mails)
      p50.push(percentile(times, 0.5))
      p99.push(percentile(times, 0.99))
    }
    const lost = await measureOutage(db, arrived, smtp.replies, mailsInOutage, outageMs)
    return {
      figures: {
        ...summarize('handed_over_p50_ms', p50),
        ...summarize('handed_over_p99_ms', p99),
        bare_smtp_p50_ms: round(percentile(bare, 0.5)),
        // Shows how much the machine itself delays at the moment.
        bare_smtp_p99_ms: round(percentile(bare, 0.99)),
        ratio_p50_to_bare_smtp: round(median(p50) / percentile(bare, 0.5)),
        lost_in_outage: lost,
      },
      goals: { handed_over_p99_ms: 50, lost_in_outage: 0 },
    }
  } finally {
    await pool.end()
    await app.stop()
    await smtp.close()
    folder.remove()
  }
}

const queueMail = (db: Db, to: string) =>
  sendMail(db, createSealer(SESSION_SECRET), {
    template: QUEUED_ONLY,
    to,
    props: PROPS,
    key: `bench:${to}`,
  })

/** @returns milliseconds from each commit to the arrival at the server */
async function measure(db: Db, arrived: Map<string, number>, name: string, count: number): Promise<number[]> {
  const committed = new Map<string, number>()
  for (let at = 0; at < count; at++) {
    const to = `${name}-${at}@prueba.test`
    await queueMail(db, to)
    committed.set(to, performance.now())
    // A random pause, so that the e-mails are not in step with timers of the application.
    await sleep(INTERVAL_MS * 2 * Math.random())
  }
  await waitForAll(arrived, [...committed.keys()], 10_000)
  return [...committed].map(
    ([to, committedAt]) => (arrived.get(to) ?? Number.POSITIVE_INFINITY) - committedAt,
  )
}

/** Measures the same transport without queue, database and template. */
async function measureBare(url: string, arrived: Map<string, number>, count: number): Promise<number[]> {
  const transport = nodemailer.createTransport({ url })
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const to = `directo-${at}@prueba.test`
    const startedAt = performance.now()
    await transport.sendMail({ from: 'a@prueba.test', to, subject: 'x', text: 'x', html: '<p>x</p>' })
    times.push((arrived.get(to) ?? Number.NaN) - startedAt)
    await sleep(INTERVAL_MS * Math.random())
  }
  return times
}

/** @returns the number of e-mails queued during the outage that never arrived */
async function measureOutage(
  db: Db,
  arrived: Map<string, number>,
  answers: { CONNECT?: string },
  count: number,
  outageMs: number,
): Promise<number> {
  answers.CONNECT = 'drop'
  const sent = Array.from({ length: count }, (_, at) => `caida-${at}@prueba.test`)
  for (const to of sent) await queueMail(db, to)
  await sleep(outageMs)
  delete answers.CONNECT
  // The third attempt comes about 12 s after the first.
  await waitForAll(arrived, sent, 60_000)
  return sent.filter((to) => !arrived.has(to)).length
}

async function waitForAll(arrived: Map<string, number>, names: string[], timeoutMs: number): Promise<void> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end && names.some((name) => !arrived.has(name))) await sleep(20)
}

import { isoDay } from '../../chile/dates.ts'
import { transact } from '../../platform/database/database.server.ts'
import { accept } from '../../platform/errors/refusal.ts'
import { enqueueAll, MAX_ATTEMPTS, type Task } from '../../platform/jobs/jobs.server.ts'
import type { Mailer } from '../../platform/mail/mail.server.ts'
import { isRecipientRefused } from '../../platform/mail/transport.server.ts'
import type { NoticeText } from '../../platform/notices/notice-kinds.ts'
import { days, type RetentionRule } from '../../platform/retention/retention.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { deleteOldNotices, unsubscribeToken } from './commands.server.ts'
import { digestMail, noticeMail } from './mail.server.tsx'
import { isMailed, type MailRules, mailRulesOf, mailTime } from './rules.ts'
import { ALWAYS_MAILED, type MailScope } from './schema.ts'
import * as store from './store.server.ts'

const DELIVERY_TASK = 'notices:deliver'

/** An e-mail to one person about these notices: one notice, or a digest. */
interface Delivery {
  userId: string
  noticeIds: string[]
  isDigest: boolean
  /** Same key, same Message-ID. */
  key: string
}

export const noticesTasks = (platform: Platform, mailer: Mailer): Record<string, Task> => ({
  'notices:mail': () => queueDueMails(platform),
  [DELIVERY_TASK]: (payload, attempt) => deliver(platform, mailer, payload as Delivery, attempt),
})

/** Every minute, one run at a time on all processes. */
export const noticesCron = ['* * * * * notices:mail ?queue=notices-mail&max=1']

/** DAT-38. */
export const noticesRetention: readonly RetentionRule[] = [
  {
    name: 'notices',
    title: 'Avisos',
    period: '180 días leídos, 365 sin leer',
    seconds: days(180),
    deleteBatch: async (tx, { limit }) => ({ rows: await deleteOldNotices(tx, limit) }),
  },
]

const BATCH_SIZE = 500
/** How long an e-mail waits that cannot be sent yet, and how often that is looked at. */
const MAX_WAIT_MS = 7 * 86_400_000
const WAIT_INTERVAL_MS = 10 * 60_000

/** Decides about every notice whose e-mail is due: drops it, postpones it, or queues its delivery. */
export async function queueDueMails(platform: Platform): Promise<void> {
  while ((await queueBatch(platform)) === BATCH_SIZE);
}

/** Claims the notices and queues the jobs in one transaction, so each is delivered by exactly one job. */
async function queueBatch({ db, log, noticeKinds }: Platform): Promise<number> {
  let count = 0
  await transact(db, async (tx) => {
    const due = await store.lockDueMails(tx, BATCH_SIZE)
    count = due.length
    const people = await recipientsOf(tx, [...new Set(due.map(({ user_id }) => user_id))])
    const dropped: string[] = []
    const postponed: { id: string; at: Date }[] = []
    const single: Delivery[] = []
    const digestPeople = new Set<string>()
    for (const { id, user_id: userId, kind, created_at, read_at, now } of due) {
      const person = people.get(userId)
      const category = noticeKinds.categoryOf(kind)
      // For a process of the newer release that knows the kind, or until the address is confirmed.
      const mustWait = category === null || (person && !person.isReachable)
      if (mustWait && read_at === null && now.getTime() - created_at.getTime() < MAX_WAIT_MS) {
        postponed.push({ id, at: new Date(now.getTime() + WAIT_INTERVAL_MS) })
        continue
      }
      if (category === null) log.error({ kind }, 'a notice of an unknown kind')
      if (
        !person?.isReachable ||
        category === null ||
        read_at !== null ||
        !isMailed(person.rules, category)
      ) {
        dropped.push(id)
        continue
      }
      const { at, isDigest } = mailTime(person.rules, { category, createdAt: created_at }, now)
      if (at > now) postponed.push({ id, at })
      else if (isDigest) digestPeople.add(userId)
      else single.push({ userId, noticeIds: [id], isDigest: false, key: `notice:${id}` })
    }
    await store.setMailState(tx, dropped, 'dropped')
    await store.postponeMails(tx, postponed)
    await store.setMailState(
      tx,
      single.flatMap(({ noticeIds }) => noticeIds),
      'queued',
    )
    const day = isoDay(due[0]?.now ?? new Date())
    const digests = Map.groupBy(
      await store.queueDigests(tx, [...digestPeople], day),
      ({ user_id }) => user_id,
    )
    const deliveries = [
      ...single,
      ...[...digests].map(([userId, notices]): Delivery => {
        const noticeIds = notices.map(({ id }) => id)
        return { userId, noticeIds, isDigest: true, key: `digest:${userId}:${day}` }
      }),
    ]
    await enqueueAll(
      tx,
      DELIVERY_TASK,
      deliveries.map((delivery) => ({ payload: delivery, key: delivery.key })),
    )
    return accept(null)
  })
  return count
}

/** The people who can get e-mails, if their address is confirmed: those who are not suspended. */
async function recipientsOf(db: Platform['db'], userIds: readonly string[]) {
  const rows = await store.listMailRecipients(db, userIds)
  return new Map(rows.map((row) => [row.id, { ...row, rules: mailRulesOf(row) }]))
}

type MailRecipient = Awaited<ReturnType<typeof recipientsOf>> extends Map<string, infer One> ? One : never

/**
 * Sends a queued e-mail with today's names. What the person has read, may not see, or does not want any more is left out
 * (SEG-65). Only a crash between the mail server's acceptance and the end of this job can send it again.
 */
async function deliver(
  platform: Platform,
  mailer: Mailer,
  { userId, noticeIds, isDigest, key }: Delivery,
  attempt: number,
): Promise<void> {
  const { db, log, noticeKinds } = platform
  const queued = await store.listQueuedMails(db, userId, noticeIds)
  const person = (await recipientsOf(db, [userId])).get(userId)
  const textOf = await noticeKinds.read(db, userId, queued)
  const wanted = queued.flatMap((row) => {
    const text = textOf.get(row.id)
    const isWanted = person?.isReachable && row.read_at === null && text?.mail.isStillDue
    return isWanted && isMailed(person.rules, text.category) ? [{ ...row, text }] : []
  })
  const wantedIds = new Set(wanted.map(({ id }) => id))
  await store.setMailState(
    db,
    queued.flatMap(({ id }) => (wantedIds.has(id) ? [] : [id])),
    'dropped',
  )
  const [first] = wanted
  if (!person || !first) return
  const ids = [...wantedIds]
  // A retry may be in quiet hours.
  const { at } = mailTime(
    withoutDigest(person.rules),
    { category: first.text.category, createdAt: first.created_at },
    first.now,
  )
  if (at > first.now)
    return void (await store.postponeMails(
      db,
      ids.map((id) => ({ id, at })),
    ))
  const texts = wanted.map(({ text }) => text)
  try {
    if (!(await send(platform, mailer, person, { texts, isDigest, key })))
      return void (await store.setMailState(db, ids, 'dropped'))
  } catch (error) {
    const isRefused = isRecipientRefused(error)
    if (isRefused) await store.recordMailOutcome(db, userId, true)
    if (isRefused || attempt >= MAX_ATTEMPTS) await store.setMailState(db, ids, 'failed')
    if (!isRefused) throw error
    return log.info({ mail: 'notices', key }, 'address refused by the mail server')
  }
  await store.setMailState(db, ids, 'sent')
  if (person.rules.mailFailures > 0) await store.recordMailOutcome(db, userId, false)
  log.info({ mail: 'notices', key }, 'e-mail handed over')
}

const withoutDigest = (rules: MailRules): MailRules => ({ ...rules, frequency: 'now' })

/** Sentences that a digest shows; the rest is counted. */
const MAX_DIGEST_SENTENCES = 20

/** @returns false if the person wants no e-mails (PLZ-72) */
async function send(
  { config, sealer }: Platform,
  mailer: Mailer,
  { id, name, email }: MailRecipient,
  { texts, isDigest, key }: { texts: readonly NoticeText[]; isDigest: boolean; key: string },
): Promise<boolean> {
  const [text] = texts
  if (!text) throw new Error('an e-mail about nothing')
  const scope: MailScope | null = isDigest
    ? 'all'
    : ALWAYS_MAILED.includes(text.category)
      ? null
      : text.category
  const unsubscribe = scope && {
    url: `${config.publicUrl}/baja/${unsubscribeToken(sealer, id, scope)}`,
    scope,
  }
  const addressed = {
    to: email,
    key,
    ...(unsubscribe && {
      headers: {
        'List-Unsubscribe': `<${unsubscribe.url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  }
  if (!isDigest)
    return mailer({
      ...addressed,
      template: noticeMail,
      props: { name, ...text.mail, url: `${config.publicUrl}${linkOf(text)}`, unsubscribe },
    })
  // The same may have happened several times.
  const sentences = [...new Set(texts.map(({ mail }) => mail.sentence))]
  return mailer({
    ...addressed,
    template: digestMail,
    props: {
      name,
      sentences: sentences.slice(0, MAX_DIGEST_SENTENCES),
      more: Math.max(0, sentences.length - MAX_DIGEST_SENTENCES),
      // /avisos does not list unread messages.
      url: `${config.publicUrl}${texts.every(({ path }) => path === '/chat') ? '/chat' : '/avisos'}`,
      unsubscribe,
    },
  })
}

/** The page of a notice; the conversation is in the fragment, which the server does not see. */
const linkOf = ({ path, chatId }: NoticeText) => (chatId === null ? path : `${path}#${chatId}`)

/** People who write to each other while something breaks, and what they were told. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { newMessageId } from '../../src/capabilities/chat/rules.ts'
import { makeAccount } from '../../src/server/factories/accounts.ts'
import { makeChat } from '../../src/server/factories/conversations.ts'
import type { RunningPlatform } from '../../src/server/platform.ts'
import type { TestDatabase } from './database.ts'
import { type Client, newClient } from './http.ts'

export interface Person extends Client {
  id: string
}

export interface Talk {
  /** Client, lawyer. */
  people: readonly [Person, Person]
  chatId: string
}

/** What was written, and what was said of it. */
export interface Told {
  sent: Map<string, { chatId: string; content: string }>
  acknowledged: Set<string>
  /** Sendings that ended without an answer, or with that of a house in trouble. */
  unknown: number
  /** Of these how many, by status or the connection's fault. */
  why: Record<string, number>
}

async function person(
  platform: RunningPlatform,
  url: string,
  sketch: Parameters<typeof makeAccount>[1],
): Promise<Person> {
  const { id, email, password } = await makeAccount(platform.db, sketch)
  const client = newClient(url)
  const answer = await client.post('/api/accounts/login', { email, password })
  expect(answer.status, answer.text).toBe(200)
  return { ...client, id }
}

/** Conversations of a client and a lawyer each, signed in. */
export async function openTalks(platform: RunningPlatform, url: string, count: number): Promise<Talk[]> {
  const talks: Talk[] = []
  for (let n = 0; n < count; n++) {
    const people = [
      await person(platform, url, {}),
      await person(platform, url, { role: 'lawyer', verificationStatus: 'verified' }),
    ] as const
    const chatId = await makeChat(platform, { clientId: people[0].id, lawyerId: people[1].id })
    talks.push({ people, chatId })
  }
  return talks
}

/** The same person at another address. */
export function at(url: string, who: Pick<Person, 'jar' | 'address'>): Client {
  const twin = newClient(url, who.address)
  for (const [name, value] of who.jar) twin.jar.set(name, value)
  return twin
}

/**
 * Everybody writes, one message after the other, until they are told to stop or have written `most` (the house takes 60
 * a minute of each). Whoever gets no answer, or 503, does not know, and sends the same again.
 * @param url where each try goes
 */
export function startWriting(talks: readonly Talk[], url: () => string, most = 55) {
  const told: Told = { sent: new Map(), acknowledged: new Set(), unknown: 0, why: {} }
  let isOver = false
  const write = async (who: Person, chatId: string) => {
    for (let n = 0; n < most && !isOver; n++) {
      const message = { id: newMessageId(), chatId, content: `${who.id} ${n}` }
      told.sent.set(message.id, message)
      for (;;) {
        const answer = await at(url(), who)
          .rpc('chat.send', message)
          .catch((error: NodeJS.ErrnoException) => ({ status: error.code ?? error.message, text: '' }))
        if (answer.status === 200) break
        // Whatever is broken, nobody is told that the message is wrong.
        if (typeof answer.status === 'number') expect(answer.status, answer.text).toBe(503)
        told.unknown++
        told.why[answer.status] = (told.why[answer.status] ?? 0) + 1
        await sleep(20)
      }
      told.acknowledged.add(message.id)
    }
  }
  const done = Promise.all(talks.flatMap(({ people, chatId }) => people.map((who) => write(who, chatId))))
  // A failure is that of whoever waits for it.
  done.catch(() => {})
  return {
    told,
    done,
    /** Waits until so many have been acknowledged. */
    async reached(count: number): Promise<void> {
      let isDone = false
      const ended = done.then(() => {
        isDone = true
      })
      while (told.acknowledged.size < count && !isDone) await Promise.race([sleep(2), ended])
    },
    async stop(): Promise<Told> {
      isOver = true
      await done
      return told
    },
  }
}

/** Of what was acknowledged, what is not stored: word for word, in its chat. Once each: the id is the key. */
export async function lostOf(
  { sql }: Pick<TestDatabase, 'sql'>,
  { sent }: Pick<Told, 'sent'>,
  acknowledged: ReadonlySet<string>,
): Promise<string[]> {
  const rows = await sql<{ id: string; chat_id: string; content: string }>(
    'select id, chat_id, content from messages where id = any($1)',
    [[...sent.keys()]],
  )
  const stored = new Set(
    rows
      .filter(({ id, chat_id, content }) => {
        const message = sent.get(id)
        return message?.chatId === chat_id && message.content === content
      })
      .map(({ id }) => id),
  )
  return [...acknowledged].filter((id) => !stored.has(id))
}

/** Each person's messages are stored in the order in which they were written. */
export async function expectInOrder({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  const rows = await sql<{ who: string; numbers: number[] }>(
    `select split_part(content, ' ', 1) as who, array_agg(split_part(content, ' ', 2)::int order by seq) as numbers
     from messages where content ~ '^[0-9a-f-]{36} [0-9]+$' group by chat_id, 1`,
  )
  for (const { numbers } of rows) expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
}

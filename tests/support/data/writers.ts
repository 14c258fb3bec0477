/** Clients and lawyers who write messages during faults, and a record of the responses. */

import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { makeAccount } from '../../../src/demo-data/accounts.ts'
import { makeChat } from '../../../src/demo-data/conversations.ts'
import { uuidv7 } from '../../../src/input/ids.ts'
import type { RunningPlatform } from '../../../src/server/platform.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { type Client, newClient } from '../network/http-client.ts'

export interface ChatParty extends Client {
  id: string
}

export interface Conversation {
  /** Client, lawyer. */
  people: readonly [ChatParty, ChatParty]
  chatId: string
}

/** The messages that were sent, and the responses. */
export interface WriteLog {
  sent: Map<string, { chatId: string; content: string }>
  acknowledged: Set<string>
  /** Number of attempts with an unknown result: no response, or 503. */
  uncertain: number
  /** These attempts by status or error code. */
  uncertainReasons: Record<string, number>
}

async function person(
  platform: RunningPlatform,
  url: string,
  attributes: Parameters<typeof makeAccount>[1],
): Promise<ChatParty> {
  const { id, email, password } = await makeAccount(platform.db, attributes)
  const client = newClient(url)
  const answer = await client.post('/api/accounts/login', { email, password })
  expect(answer.status, answer.text).toBe(200)
  return { ...client, id }
}

/** Creates conversations of one client and one lawyer each, who are signed in. */
export async function openConversations(
  platform: RunningPlatform,
  url: string,
  count: number,
): Promise<Conversation[]> {
  const talks: Conversation[] = []
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

/** Returns a client with the same session for another application. */
export function clientAt(url: string, who: Pick<ChatParty, 'jar' | 'address'>): Client {
  const twin = newClient(url, who.address)
  for (const [name, value] of who.jar) twin.jar.set(name, value)
  return twin
}

/**
 * Every person sends one message after the other until `stop`, or until `maxEach` (the rate limit is 60 a
 * minute for each person). A person who gets no response, or 503, sends the same message again.
 * @param url chooses the application for each attempt
 */
export function startWriters(talks: readonly Conversation[], url: () => string, maxEach = 55) {
  const writeLog: WriteLog = { sent: new Map(), acknowledged: new Set(), uncertain: 0, uncertainReasons: {} }
  let isOver = false
  const write = async (who: ChatParty, chatId: string) => {
    for (let n = 0; n < maxEach && !isOver; n++) {
      const message = { id: uuidv7(), chatId, content: `${who.id} ${n}` }
      writeLog.sent.set(message.id, message)
      for (;;) {
        const answer = await clientAt(url(), who)
          .rpc('chat.send', message)
          .catch((error: NodeJS.ErrnoException) => ({ status: error.code ?? error.message, text: '' }))
        if (answer.status === 200) break
        // No fault may reject a valid message.
        if (typeof answer.status === 'number') expect(answer.status, answer.text).toBe(503)
        writeLog.uncertain++
        writeLog.uncertainReasons[answer.status] = (writeLog.uncertainReasons[answer.status] ?? 0) + 1
        await sleep(20)
      }
      writeLog.acknowledged.add(message.id)
    }
  }
  const done = Promise.all(talks.flatMap(({ people, chatId }) => people.map((who) => write(who, chatId))))
  // Prevents an unhandled rejection; the caller awaits `done`.
  done.catch(() => {})
  return {
    writeLog,
    done,
    /** Waits until this number of messages has been acknowledged, or all are sent. */
    async waitForAcknowledged(count: number): Promise<void> {
      let isDone = false
      const ended = done.then(() => {
        isDone = true
      })
      while (writeLog.acknowledged.size < count && !isDone) await Promise.race([sleep(2), ended])
    },
    async stop(): Promise<WriteLog> {
      isOver = true
      await done
      return writeLog
    },
  }
}

/** Returns the ids of acknowledged messages that are not stored unchanged in their chat. */
export async function findLostMessages(
  { sql }: Pick<TestDatabase, 'sql'>,
  { sent }: Pick<WriteLog, 'sent'>,
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

/** Expects the messages of each person to be stored in the order of writing. */
export async function expectMessagesInOrder({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  const rows = await sql<{ who: string; numbers: number[] }>(
    `select split_part(content, ' ', 1) as who, array_agg(split_part(content, ' ', 2)::int order by seq) as numbers
     from messages where content ~ '^[0-9a-f-]{36} [0-9]+$' group by chat_id, 1`,
  )
  for (const { numbers } of rows) expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
}

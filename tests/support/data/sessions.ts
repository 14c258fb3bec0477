/** Creates sessions without signing in. */
import { createHmac, randomUUID } from 'node:crypto'
import type { DatabaseSuite } from '../app/suite.ts'
import { TEST_SECRET } from '../database/test-database.ts'
import { type Client, newClient } from '../network/http-client.ts'

/** Creates a session without hashing a password. @returns the value of its cookie */
export async function mintSession(
  { database }: Pick<DatabaseSuite, 'database'>,
  userId: string,
  { seconds = 6.5 * 24 * 3600 }: { seconds?: number } = {},
): Promise<string> {
  const token = randomUUID().replaceAll('-', '')
  await database.sql(
    `insert into session (id, "userId", token, "expiresAt") values ($1, $2, $3, app_now() + make_interval(secs => $4))`,
    [randomUUID(), userId, token, seconds],
  )
  const signature = createHmac('sha256', TEST_SECRET).update(token).digest('base64')
  return encodeURIComponent(`${token}.${signature}`)
}

/** Creates a client with a new client address. @param cookie value of a session cookie */
export function clientWithSession(url: string, cookie?: string | null): Client {
  const client = newClient(url)
  if (cookie) client.jar.set('amparo', cookie)
  return client
}

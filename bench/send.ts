// Sends a message over HTTP, with a session.
import { CHATS, sqlClientOf, sqlId } from './chat-fixture.ts'
import {
  CHAT_PLACEHOLDER,
  ID_PLACEHOLDER,
  MESSAGE_TEXT,
  PERSON_PLACEHOLDER,
  sendStatement,
} from './chat-statements.ts'
import { compareWithBaselines, toPgbenchSql } from './compare-chat.ts'
import type { Options, Outcome } from './harness.ts'

export async function run(options: Options): Promise<Outcome> {
  // Ascending ids, like those of the browser: the number of the run, then a counter of the connection.
  const id = `(lpad(to_hex((:run)::bigint * 16777216 + (:k)::bigint), 16, '0') || lpad(to_hex((:r)::bigint), 16, '0'))::uuid`
  const statement = toPgbenchSql(await sendStatement(), {
    [ID_PLACEHOLDER]: id,
    [CHAT_PLACEHOLDER]: sqlId('(:n)::bigint'),
    [PERSON_PLACEHOLDER]: sqlId(sqlClientOf('(:n)::bigint')),
    [MESSAGE_TEXT]: `'${MESSAGE_TEXT}'::text`,
  })
  const script = `\\set k :k + 1\n\\set r random(1, 9000000000000000000)\n\\set n random(0, ${CHATS - 1})\n${statement.trim()};\n`
  return compareWithBaselines('send', script, options)
}

// Lists the 50 chats of a lawyer over HTTP, with a session.
import { LAWYERS, sqlId } from './chat-fixture.ts'
import { listStatement, PERSON_PLACEHOLDER } from './chat-statements.ts'
import { compareWithBaselines, toPgbenchSql } from './compare-chat.ts'
import type { Options, Outcome } from './harness.ts'

export async function run(options: Options): Promise<Outcome> {
  const statement = toPgbenchSql(await listStatement(), { [PERSON_PLACEHOLDER]: sqlId('(:n)::bigint') })
  return compareWithBaselines('chats', `\\set n random(0, ${LAWYERS - 1})\n${statement.trim()};\n`, options)
}

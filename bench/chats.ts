// Lists the 50 chats of a lawyer over HTTP, with a session.
import { LAWYERS, sqlId } from './chat-stage.ts'
import { listStatement, PERSON } from './chat-statements.ts'
import { pgbenchText, versus } from './chat-versus.ts'
import type { Options, Outcome } from './support.ts'

export async function run(options: Options): Promise<Outcome> {
  const statement = pgbenchText(await listStatement(), { [PERSON]: sqlId('(:n)::bigint') })
  return versus('chats', `\\set n random(0, ${LAWYERS - 1})\n${statement.trim()};\n`, options)
}

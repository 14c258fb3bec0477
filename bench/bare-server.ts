// A minimal server for comparison: node:http and pg with named statements, one session query and the measured
// statement. It has no framework, no validation and no rate limits, except that of the statement itself.
import { createServer, type IncomingMessage } from 'node:http'
import { createPool } from '../src/platform/database/database.server.ts'
import { createLog } from '../src/platform/log/log.server.ts'
import {
  CHAT_PLACEHOLDER,
  ID_PLACEHOLDER,
  listStatement,
  MESSAGE_TEXT,
  PERSON_PLACEHOLDER,
  sendStatement,
} from './chat-statements.ts'

const [operation, port] = process.argv.slice(2)
const pool = createPool(process.env.DATABASE_URL ?? '', createLog('silent'))
const { text, values } = await (operation === 'send' ? sendStatement() : listStatement())

const session = {
  name: 'session',
  text: `select s."userId" as id, p.role from session s join profiles p on p.id = s."userId" where s.token = $1 and s."expiresAt" > now()`,
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => resolve(body))
  })
}

const server = createServer(async (request, response) => {
  const body = await readBody(request)
  const token = decodeURIComponent(request.headers.cookie?.split('=')[1] ?? '').split('.')[0]
  const [user] = (await pool.query({ ...session, values: [token] })).rows
  if (!user) {
    response.writeHead(401).end()
    return
  }
  const { json: input } = JSON.parse(body || '{}')
  const valueOfPlaceholder: Record<string, unknown> = {
    [PERSON_PLACEHOLDER]: user.id,
    [ID_PLACEHOLDER]: input?.id,
    [CHAT_PLACEHOLDER]: input?.chatId,
    [MESSAGE_TEXT]: input?.content,
  }
  const fillIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fillIn)
    return typeof value === 'string' && value in valueOfPlaceholder ? valueOfPlaceholder[value] : value
  }
  const parameters = values.map(fillIn)
  const { rows } = await pool.query({ name: 'operation', text, values: parameters })
  const answer = JSON.stringify(operation === 'send' ? rows[0] : rows)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
  response.end(answer)
})
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))

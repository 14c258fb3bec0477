// The least a server can be: node:http, pg with named statements, a session query of its own and the one statement. No
// framework, no checks of input or output, no limits but the statement's own.
import { createServer, type IncomingMessage } from 'node:http'
import { createPool } from '../src/platform/database/database.server.ts'
import { createLog } from '../src/platform/log/log.server.ts'
import { CHAT, ID, listStatement, PERSON, sendStatement, TEXT } from './chat-statements.ts'

const [operation, port] = process.argv.slice(2)
const pool = createPool(process.env.DATABASE_URL ?? '', createLog('silent'))
const { text, values } = await (operation === 'send' ? sendStatement() : listStatement())

const session = {
  name: 'session',
  text: `select s."userId" as id, p.role from session s join profiles p on p.id = s."userId" where s.token = $1 and s."expiresAt" > now()`,
}

function bodyOf(request: IncomingMessage): Promise<string> {
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
  const body = await bodyOf(request)
  const token = decodeURIComponent(request.headers.cookie?.split('=')[1] ?? '').split('.')[0]
  const [user] = (await pool.query({ ...session, values: [token] })).rows
  if (!user) {
    response.writeHead(401).end()
    return
  }
  const { json: input } = JSON.parse(body || '{}')
  const given: Record<string, unknown> = {
    [PERSON]: user.id,
    [ID]: input?.id,
    [CHAT]: input?.chatId,
    [TEXT]: input?.content,
  }
  const put = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(put)
    return typeof value === 'string' && value in given ? given[value] : value
  }
  const own = values.map(put)
  const { rows } = await pool.query({ name: 'operation', text, values: own })
  const answer = JSON.stringify(operation === 'send' ? rows[0] : rows)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
  response.end(answer)
})
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))

/** A visitor over HTTP: own cookies, own client address, no courtesy of a browser or of fetch. */
import http from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  /** Set-Cookie, line by line. */
  cookies: string[]
  text: string
  /** The body as it came. */
  body: Buffer
  /** The body as JSON; throws when it is none. */
  json<T = Record<string, never>>(): T
}

export interface Ask {
  method?: string
  headers?: Record<string, string | string[] | undefined>
  /** Sent as it is. */
  body?: string | Buffer
  /** Sent as JSON. */
  json?: unknown
}

/** What Amparo answers when it refuses: the same fields on every door. */
export interface Problem {
  defined: boolean
  code: string
  status: number
  message: string
  data?: { fields?: Record<string, string>; retryAfter?: number; reference?: string }
}

export interface Client {
  /** The address that the application sees. */
  address: string
  /** Cookies by name. */
  jar: Map<string, string>
  /** Any request; cookies are sent and kept. A header given as undefined is left out. */
  send(path: string, ask?: Ask): Promise<Answer>
  get(path: string, headers?: Ask['headers']): Promise<Answer>
  /** POST of JSON, as a page of ours sends it. */
  post(path: string, json?: unknown, headers?: Ask['headers']): Promise<Answer>
  /** The same operation at the browser's own door; the answer is unwrapped. @param name for example accounts.login */
  rpc(name: string, input?: unknown): Promise<Answer>
}

// A connection for each request: one kept open may be closed by the server just as it is used again.
const agent = new http.Agent({ keepAlive: false, maxSockets: 500 })
let addresses = 0

/** An address that no other client of this process has. */
export function newAddress(): string {
  addresses++
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/**
 * @param url address of the application
 * @param address client address (through X-Forwarded-For), a new one unless given; null sends none
 */
export function newClient(url: string, address: string | null = newAddress()): Client {
  const { origin } = new URL(url)
  const jar = new Map<string, string>()
  const client: Client = {
    address: address ?? '127.0.0.1',
    jar,
    async send(path, { method = 'GET', headers = {}, body, json } = {}) {
      const payload = json === undefined ? body : JSON.stringify(json)
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const all = {
        ...(address === null ? {} : { 'x-forwarded-for': address }),
        ...(method === 'GET' || method === 'HEAD' ? {} : { origin }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }),
        ...(cookie ? { cookie } : {}),
        ...headers,
      }
      const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
      const target = path.startsWith('http:') ? path.slice(origin.length) : path
      const answer = await exchange(url, target, method, kept as http.OutgoingHttpHeaders, payload)
      for (const line of answer.cookies) keep(jar, line)
      return answer
    },
    get: (path, headers = {}) => client.send(path, { headers }),
    post: (path, json = {}, headers = {}) => client.send(path, { method: 'POST', json, headers }),
    async rpc(name, input) {
      const json = input === undefined ? {} : { json: input }
      const answer = await client.post(`/api/rpc/${name.replaceAll('.', '/')}`, json)
      return { ...answer, json: <T>() => answer.json<{ json: T }>().json }
    },
  }
  return client
}

function exchange(
  origin: string,
  path: string,
  method: string,
  headers: http.OutgoingHttpHeaders,
  body: string | Buffer | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(origin, { path, method, headers, agent }, async (response) => {
      try {
        const body = await buffer(response)
        const content = body.toString('utf8')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          cookies: response.headers['set-cookie'] ?? [],
          text: content,
          body,
          json: () => JSON.parse(content),
        })
      } catch (error) {
        reject(error)
      }
    })
    request.on('error', reject)
    request.end(body)
  })
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const at = pair.indexOf('=')
  const over = attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')
  if (over) jar.delete(pair.slice(0, at))
  else jar.set(pair.slice(0, at), pair.slice(at + 1))
}

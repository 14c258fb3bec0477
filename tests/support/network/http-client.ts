/** An HTTP client with its own cookies and client address. It sends only the headers that a test wants. */
import http from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface HttpResponse {
  status: number
  headers: http.IncomingHttpHeaders
  /** The Set-Cookie headers. */
  cookies: string[]
  text: string
  /** The raw body. */
  body: Buffer
  /** Parses the body as JSON. @throws when it is not JSON */
  json<T = Record<string, never>>(): T
}

export interface RequestOptions {
  method?: string
  headers?: Record<string, string | string[] | undefined>
  /** Raw body. */
  body?: string | Buffer
  /** Body to send as JSON. */
  json?: unknown
}

/** The body of an error response, the same in REST and RPC. */
export interface Problem {
  defined: boolean
  code: string
  status: number
  message: string
  data?: { reason?: string; fields?: Record<string, string>; retryAfter?: number; reference?: string }
}

export interface Client {
  /** The client address that the application sees. */
  address: string
  /** Cookies by name. */
  jar: Map<string, string>
  /**
   * Sends any request with the cookies, and stores those of the response. A header with the value undefined
   * is omitted.
   */
  send(path: string, ask?: RequestOptions): Promise<HttpResponse>
  get(path: string, headers?: RequestOptions['headers']): Promise<HttpResponse>
  /** POSTs JSON, as the application's own pages do. */
  post(path: string, json?: unknown, headers?: RequestOptions['headers']): Promise<HttpResponse>
  /**
   * Calls an operation through RPC; `json` of the response is unwrapped.
   * @param name for example accounts.login
   */
  rpc(name: string, input?: unknown): Promise<HttpResponse>
}

// No keep-alive: the server could close an idle connection at the moment of its next use.
const agent = new http.Agent({ keepAlive: false, maxSockets: 500 })
let addressCount = 0

/** Returns a client address that no other client of this process has. */
export function newClientAddress(): string {
  addressCount++
  return `10.${(addressCount >> 16) & 255}.${(addressCount >> 8) & 255}.${addressCount & 255}`
}

/**
 * @param url base URL of the application
 * @param address client address, sent as X-Forwarded-For; a new one by default, none when null
 */
export function newClient(url: string, address: string | null = newClientAddress()): Client {
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
      const sentHeaders = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
      const target = path.startsWith('http:') ? path.slice(origin.length) : path
      const answer = await exchange(url, target, method, sentHeaders as http.OutgoingHttpHeaders, payload)
      for (const line of answer.cookies) storeCookie(jar, line)
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
): Promise<HttpResponse> {
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

function storeCookie(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const at = pair.indexOf('=')
  const isDeletion = attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')
  if (isDeletion) jar.delete(pair.slice(0, at))
  else jar.set(pair.slice(0, at), pair.slice(at + 1))
}

/** A browser's live stream as a test reads it: every frame, as it came. */
import http from 'node:http'
import { eventually, type TestDatabase } from './database.ts'
import type { Client } from './http.ts'

export interface SeenFrame {
  event: string
  id: string
  data: { kind?: string; ref?: string | null; data?: unknown }
}

export interface OpenStream {
  status: number
  headers: http.IncomingHttpHeaders
  /** Frames so far, greetings (`hello`, `reset`) too. */
  frames: SeenFrame[]
  /** Everything as it came. */
  text(): string
  /** The references of the events so far, in their order. */
  refs(): (string | null)[]
  /** Position of the last frame. */
  last(): string
  /** The first frame, past or to come, that matches. @throws after 30 s or when the stream ends first */
  heard(match: (frame: SeenFrame) => boolean): Promise<SeenFrame>
  /** Resolves when the server has ended it. */
  ended: Promise<void>
  /** Stops reading, as a slow reader does. */
  pause(): void
  resume(): void
  close(): void
}

/**
 * Opens /api/events with a client's cookies and waits for the answer's head.
 * @param after position to resume from
 */
export function openEvents(
  url: string,
  client: Pick<Client, 'jar' | 'address'>,
  { after, query, headers = {} }: { after?: string; query?: string; headers?: http.OutgoingHttpHeaders } = {},
): Promise<OpenStream> {
  const cookie = [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/api/events${query ?? ''}`, {
      agent: false,
      headers: {
        'x-forwarded-for': client.address,
        accept: 'text/event-stream',
        'accept-encoding': 'gzip, br',
        ...(cookie ? { cookie } : {}),
        ...(after === undefined ? {} : { 'last-event-id': after }),
        ...headers,
      },
    })
    request.on('error', reject)
    request.on('response', (response) => resolve(follow(request, response)))
    request.end()
  })
}

function follow(request: http.ClientRequest, response: http.IncomingMessage): OpenStream {
  const chunks: string[] = []
  let rest = ''
  const frames: SeenFrame[] = []
  const watchers = new Set<() => void>()
  let isOver = false
  const ended = new Promise<void>((done) => {
    const over = () => {
      isOver = true
      done()
      for (const look of [...watchers]) look()
    }
    response.on('close', over)
    response.on('error', over)
    request.on('error', over)
  })
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    chunks.push(chunk)
    rest += chunk
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const seen = parse(rest.slice(0, end))
      rest = rest.slice(end + 2)
      if (seen) frames.push(seen)
    }
    for (const look of [...watchers]) look()
  })
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    frames,
    text: () => chunks.join(''),
    refs: () => frames.filter(({ event }) => event === 'message').map(({ data }) => data.ref ?? null),
    last: () => frames.at(-1)?.id ?? '',
    heard: (match) =>
      new Promise((resolve, reject) => {
        const end = (finish: () => void) => {
          clearTimeout(late)
          watchers.delete(look)
          finish()
        }
        const fail = (why: string) =>
          end(() => reject(new Error(`${why}; so far:\n${chunks.join('').slice(-1_000)}`)))
        const look = () => {
          const found = frames.find(match)
          if (found) end(() => resolve(found))
          else if (isOver) fail('the stream has ended')
        }
        const late = setTimeout(() => fail('waited in vain for a frame'), 30_000)
        watchers.add(look)
        look()
      }),
    ended,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void request.destroy(),
  }
}

function parse(block: string): SeenFrame | null {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const data = field('data')
  if (data === undefined) return null
  return { event: field('event') ?? 'message', id: field('id') ?? '', data: JSON.parse(data) }
}

/** Waits until nothing is open in the server that holds events back: other files' databases count too. */
export const readable = ({ sql }: Pick<TestDatabase, 'sql'>) =>
  eventually(async () => {
    const held = 'select 1 from events where xid >= pg_snapshot_xmin(pg_current_snapshot())'
    return (await sql(held)).length === 0
  })

/** Greeted: from now on the stream hears everything. */
export const greeted = ({ event }: SeenFrame) => event === 'hello' || event === 'reset'
/** The event about this. */
export const about = (ref: string) => (frame: SeenFrame) => frame.data.ref === ref

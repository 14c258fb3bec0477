/** Reads a live event stream frame by frame, as a browser does. */
import http from 'node:http'
import { eventually, type TestDatabase } from '../database/test-database.ts'
import type { Client } from './http-client.ts'

export interface StreamFrame {
  event: string
  id: string
  data: { kind?: string; ref?: string | null; data?: unknown }
}

export interface EventStream {
  status: number
  headers: http.IncomingHttpHeaders
  /** Frames so far, including greetings (`hello`, `reset`). */
  frames: StreamFrame[]
  /** The raw text so far. */
  text(): string
  /** The `ref` of each event so far, in order. */
  refs(): (string | null)[]
  /** Id of the last frame: the position to resume from. */
  lastId(): string
  /** Waits for the first frame, past or future, that matches. @throws after 30 s, or when the stream ends */
  waitFor(match: (frame: StreamFrame) => boolean): Promise<StreamFrame>
  /** Resolves when the stream has ended. */
  ended: Promise<void>
  /** Stops reading, as a slow client does. */
  pause(): void
  resume(): void
  close(): void
}

/**
 * Opens /api/events with the cookies of a client and waits for the response headers.
 * @param after id of the frame to resume after
 */
export function openEventStream(
  url: string,
  client: Pick<Client, 'jar' | 'address'>,
  { after, headers = {} }: { after?: string; headers?: http.OutgoingHttpHeaders } = {},
): Promise<EventStream> {
  const cookie = [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/api/events`, {
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
    request.on('response', (response) => resolve(readStream(request, response)))
    request.end()
  })
}

function readStream(request: http.ClientRequest, response: http.IncomingMessage): EventStream {
  const chunks: string[] = []
  let rest = ''
  const frames: StreamFrame[] = []
  const watchers = new Set<() => void>()
  let isOver = false
  const ended = new Promise<void>((done) => {
    const end = () => {
      isOver = true
      done()
      for (const check of [...watchers]) check()
    }
    response.on('close', end)
    response.on('error', end)
    request.on('error', end)
  })
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    chunks.push(chunk)
    rest += chunk
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const frame = parse(rest.slice(0, end))
      rest = rest.slice(end + 2)
      if (frame) frames.push(frame)
    }
    for (const check of [...watchers]) check()
  })
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    frames,
    text: () => chunks.join(''),
    refs: () => frames.filter(({ event }) => event === 'message').map(({ data }) => data.ref ?? null),
    lastId: () => frames.at(-1)?.id ?? '',
    waitFor: (match) =>
      new Promise((resolve, reject) => {
        const end = (finish: () => void) => {
          clearTimeout(timeout)
          watchers.delete(check)
          finish()
        }
        const fail = (why: string) =>
          end(() => reject(new Error(`${why}; so far:\n${chunks.join('').slice(-1_000)}`)))
        const check = () => {
          const found = frames.find(match)
          if (found) end(() => resolve(found))
          else if (isOver) fail('the stream has ended')
        }
        const timeout = setTimeout(() => fail('timed out waiting for a frame'), 30_000)
        watchers.add(check)
        check()
      }),
    ended,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void request.destroy(),
  }
}

function parse(block: string): StreamFrame | null {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const data = field('data')
  if (data === undefined) return null
  return { event: field('event') ?? 'message', id: field('id') ?? '', data: JSON.parse(data) }
}

/**
 * Waits until all events are readable. Open transactions delay them, also those in databases of other test
 * files.
 */
export const waitUntilEventsReadable = ({ sql }: Pick<TestDatabase, 'sql'>) =>
  eventually(async () => {
    const delayed = 'select 1 from events where xid >= pg_snapshot_xmin(pg_current_snapshot())'
    return (await sql(delayed)).length === 0
  })

/** Matches the first frame of a stream: from then on, the stream delivers every event. */
export const isGreeting = ({ event }: StreamFrame) => event === 'hello' || event === 'reset'
/** Matches the event with this `ref`. */
export const hasRef = (ref: string) => (frame: StreamFrame) => frame.data.ref === ref

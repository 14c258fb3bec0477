/** One message of the stream; `event` is «message» when the server gave it no name. */
export interface Frame {
  event: string
  id: string
  data: unknown
}

/**
 * The messages of a stream of Server-Sent Events as our server writes it: one data line each, JSON.
 * @param sign called whenever anything comes, comments too
 */
export async function* readFrames(body: ReadableStream<Uint8Array>, sign: () => void): AsyncGenerator<Frame> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      sign()
      rest += decoder.decode(value, { stream: true })
      for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
        const message = parse(rest.slice(0, end))
        rest = rest.slice(end + 2)
        if (message) yield message
      }
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}

function parse(text: string): Frame | null {
  const fields = new Map<string, string>()
  for (const line of text.split('\n')) {
    const colon = line.indexOf(': ')
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2))
  }
  const data = fields.get('data')
  if (data === undefined) return null
  return { event: fields.get('event') ?? 'message', id: fields.get('id') ?? '', data: JSON.parse(data) }
}

/** One message of the stream; `event` is «message» when the server did not name it. */
export interface SseMessage {
  event: string
  id: string
  data: unknown
}

/** Parses Server-Sent Events of our server: one data line each, JSON. `onActivity`: also for comments. */
export async function* readSseMessages(
  body: ReadableStream<Uint8Array>,
  onActivity: () => void,
): AsyncGenerator<SseMessage> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let buffer = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onActivity()
      buffer += decoder.decode(value, { stream: true })
      for (let end = buffer.indexOf('\n\n'); end !== -1; end = buffer.indexOf('\n\n')) {
        const message = parse(buffer.slice(0, end))
        buffer = buffer.slice(end + 2)
        if (message) yield message
      }
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}

function parse(text: string): SseMessage | null {
  const fields = new Map<string, string>()
  for (const line of text.split('\n')) {
    const colon = line.indexOf(': ')
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2))
  }
  const data = fields.get('data')
  if (data === undefined) return null
  return { event: fields.get('event') ?? 'message', id: fields.get('id') ?? '', data: JSON.parse(data) }
}

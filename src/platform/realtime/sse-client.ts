import { readSseMessages } from './sse-messages.ts'

/** Reconnect backoff: doubled from the minimum to the maximum, with random jitter. */
const MIN_RECONNECT_DELAY_MS = 500
const MAX_RECONNECT_DELAY_MS = 30_000
/** The server sends a keep-alive every 15 s: after a longer silence the connection counts as dead. */
const SILENCE_TIMEOUT_MS = 22_000
const SILENCE_CHECK_MS = 2_000
/** Delay when this user has too many streams open: reconnecting sooner would only end another one. */
const TOO_MANY_STREAMS_DELAY_MS = 60_000

export interface SseHandlers {
  /** Position to resume from. */
  position(): string | null
  /** One message; a `hello` means that all missed events have been delivered. */
  onMessage(name: string, id: string, data: unknown): void
  /** Reports whether there is a stream. */
  onConnectionChange(yes: boolean): void
  /** The server does not know the session. */
  onUnauthorized(): void
}

export interface SseClient {
  /** Reconnects within 300 ms instead of at the next attempt: the network may be back. */
  reconnectSoon(): void
  close(): void
}

/** Opens a stream to the server, and reconnects after every loss until it is closed. */
export function openSseClient(handlers: SseHandlers): SseClient {
  const lifetime = new AbortController()
  const { signal } = lifetime
  let delay = MIN_RECONNECT_DELAY_MS
  let refusedBefore = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: AbortController | undefined

  const connectAfter = (ms: number) => {
    if (signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), ms)
  }
  const reconnect = () => {
    connectAfter(delay * (0.3 + 0.7 * Math.random()))
    delay = Math.min(delay * 2, MAX_RECONNECT_DELAY_MS)
  }
  const reconnectSoon = () => {
    if (!current) connectAfter(Math.random() * 300)
  }
  const onVisibilityChange = () => {
    if (!document.hidden) reconnectSoon()
  }
  const offline = () => current?.abort()

  async function connect(): Promise<void> {
    const controller = new AbortController()
    current = controller
    let reconnectMode: 'soon' | 'crowded' = 'soon'
    let lastActivity = Date.now()
    const silenceTimer = setInterval(() => {
      if (Date.now() - lastActivity > SILENCE_TIMEOUT_MS) controller.abort()
    }, SILENCE_CHECK_MS)
    try {
      const after = handlers.position()
      const answer = await fetch('/api/events', {
        headers: { accept: 'text/event-stream', ...(after === null ? {} : { 'last-event-id': after }) },
        cache: 'no-store',
        signal: controller.signal,
      })
      if (answer.status === 401) {
        if (!refusedBefore) handlers.onUnauthorized()
        refusedBefore = true
        delay = MAX_RECONNECT_DELAY_MS
      }
      if (answer.ok && answer.body) {
        for await (const { event, id, data } of readSseMessages(answer.body, () => {
          lastActivity = Date.now()
        })) {
          if (signal.aborted || controller.signal.aborted) break
          if (event === 'end') handlers.onUnauthorized()
          else if (event === 'crowded') reconnectMode = 'crowded'
          else handlers.onMessage(event, id, data)
          if (event === 'hello' || event === 'reset') {
            delay = MIN_RECONNECT_DELAY_MS
            refusedBefore = false
            handlers.onConnectionChange(true)
          }
        }
      }
    } catch {
      // The connection failed or broke: reconnect below.
    }
    clearInterval(silenceTimer)
    controller.abort()
    current = undefined
    if (signal.aborted) return
    handlers.onConnectionChange(false)
    if (reconnectMode === 'crowded') connectAfter(TOO_MANY_STREAMS_DELAY_MS * (0.5 + Math.random()))
    else reconnect()
  }

  addEventListener('online', reconnectSoon, { signal })
  addEventListener('offline', offline, { signal })
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  handlers.onConnectionChange(false)
  void connect()
  return {
    reconnectSoon,
    close() {
      lifetime.abort()
      clearTimeout(timer)
      current?.abort()
    },
  }
}

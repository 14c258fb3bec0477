import { readFrames } from './frames.ts'

/** Milliseconds: the first pause before coming back, doubled up to the longest, each at random below. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
/** The server gives a sign of life every 15 s: silent for longer, the line is dead, whatever the browser believes. */
const SILENCE = 22_000
const WATCH = 2_000
/** Milliseconds: this person has more streams open than one may; coming back at once would only end another one. */
const CROWDED_PAUSE = 60_000

export interface StreamHandlers {
  /** Position to resume from. */
  position(): string | null
  /** One message; a `hello` says that all that was missed has come. */
  message(name: string, id: string, data: unknown): void
  /** Whether there is a stream. */
  connected(yes: boolean): void
  /** The server does not know the session. */
  refused(): void
}

export interface LiveStream {
  /** Something says that the line may be back: it is not worth waiting for the next try. */
  hurry(): void
  close(): void
}

/** Keeps a stream to the server open for as long as it is not closed, whatever happens to the line. */
export function openStream(handlers: StreamHandlers): LiveStream {
  let closed = false
  let pause = FIRST_PAUSE
  let refusedBefore = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: AbortController | undefined

  const later = (wait: number) => {
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => void run(), wait)
  }
  const comeBack = () => {
    later(pause * (0.3 + 0.7 * Math.random()))
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }
  const hurry = () => {
    if (!current) later(Math.random() * 300)
  }
  const looked = () => {
    if (!document.hidden) hurry()
  }
  const offline = () => current?.abort()

  async function run(): Promise<void> {
    const controller = new AbortController()
    current = controller
    let next: 'soon' | 'crowded' = 'soon'
    let lastSign = Date.now()
    const watch = setInterval(() => {
      if (Date.now() - lastSign > SILENCE) controller.abort()
    }, WATCH)
    try {
      const after = handlers.position()
      const answer = await fetch('/api/events', {
        headers: { accept: 'text/event-stream', ...(after === null ? {} : { 'last-event-id': after }) },
        cache: 'no-store',
        signal: controller.signal,
      })
      if (answer.status === 401) {
        if (!refusedBefore) handlers.refused()
        refusedBefore = true
        pause = LONGEST_PAUSE
      }
      if (answer.ok && answer.body) {
        for await (const { event, id, data } of readFrames(answer.body, () => {
          lastSign = Date.now()
        })) {
          if (closed || controller.signal.aborted) break
          if (event === 'end') handlers.refused()
          else if (event === 'crowded') next = 'crowded'
          else handlers.message(event, id, data)
          if (event === 'hello' || event === 'reset') {
            pause = FIRST_PAUSE
            refusedBefore = false
            handlers.connected(true)
          }
        }
      }
    } catch {
      // The line broke, or was never there.
    }
    clearInterval(watch)
    controller.abort()
    current = undefined
    if (closed) return
    handlers.connected(false)
    if (next === 'crowded') later(CROWDED_PAUSE * (0.5 + Math.random()))
    else comeBack()
  }

  addEventListener('online', hurry)
  addEventListener('offline', offline)
  document.addEventListener('visibilitychange', looked)
  handlers.connected(false)
  void run()
  return {
    hurry,
    close() {
      closed = true
      clearTimeout(timer)
      current?.abort()
      removeEventListener('online', hurry)
      removeEventListener('offline', offline)
      document.removeEventListener('visibilitychange', looked)
    },
  }
}

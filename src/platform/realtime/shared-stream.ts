import { announceSessionStale } from '../session/session-events.ts'
import { connectionState, resetConnection, setConnected } from './connection.ts'
import {
  clearEventLog,
  eventsSince,
  type LiveEvent,
  type LoggedEvent,
  receivedUpTo,
  receiveEvent,
  receiveHello,
  receiveReset,
  startEventLog,
} from './event-log.ts'
import { openSseClient, type SseClient } from './sse-client.ts'

// The tabs of one browser share one stream: the tab with the Web Lock is the leader; it reads the stream and
// forwards it to the others. When it closes, the next tab gets the lock and resumes from its own position.

type TabMessage =
  | { type: 'frame'; name: string; id: string; data: unknown }
  | { type: 'connected'; yes: boolean }
  | { type: 'lead' }
  | { type: 'hurry' }
  | { type: 'ask'; from: string; since: string | null }
  | { type: 'answer'; to: string; missed: LoggedEvent[] | null; position: string | null; connected: boolean }

/** How long the stream stays open after the last component released it, so that it survives a navigation. */
const RELEASE_DELAY_MS = 1_500
/** How often a foreground tab asks a background leader to reconnect: browsers throttle its timers. */
const HURRY_INTERVAL_MS = 5_000

let active: { userId: string; stop(): void } | undefined
let users = 0
let releaseTimer: ReturnType<typeof setTimeout> | undefined

/** Acquires the live stream of the signed-in user; the first caller opens it. @returns releases it */
export function acquireLiveStream(userId: string, position: string | null): () => void {
  clearTimeout(releaseTimer)
  users++
  if (active?.userId !== userId) {
    active?.stop()
    startEventLog(position)
    active = { userId, stop: follow(userId) }
  }
  return () => {
    users--
    if (users > 0) return
    releaseTimer = setTimeout(() => {
      active?.stop()
      active = undefined
    }, RELEASE_DELAY_MS)
  }
}

/** Takes part while the page is active, also after freezing or the back-forward cache. @returns stops */
function follow(userId: string): () => void {
  let leave = joinTabs(userId)
  const suspend = () => {
    leave?.()
    leave = undefined
    setConnected(false)
  }
  const resume = () => {
    leave ??= joinTabs(userId)
  }
  const lifetime = new AbortController()
  const { signal } = lifetime
  // A frozen or cached page must keep neither lock nor stream: it would be discarded, and other tabs wait.
  addEventListener('pagehide', suspend, { signal })
  addEventListener('pageshow', resume, { signal })
  document.addEventListener('freeze', suspend, { signal })
  document.addEventListener('resume', resume, { signal })
  return () => {
    lifetime.abort()
    leave?.()
    resetConnection()
    clearEventLog()
  }
}

function handleMessage(name: string, id: string, data: unknown): void {
  if (name === 'hello') receiveHello(id)
  else if (name === 'reset') receiveReset(id)
  else receiveEvent({ id, event: data as LiveEvent })
}

/** Leads or follows until stopped. Without Web Locks (http) every tab has its own stream. */
function joinTabs(userId: string): (() => void) | undefined {
  if (!('locks' in navigator)) {
    const stream = lead(() => {})
    return () => stream.close()
  }
  const name = `amparo-live:${userId}`
  const ownId = crypto.randomUUID()
  const channel = new BroadcastChannel(name)
  const lifetime = new AbortController()
  let stream: SseClient | undefined
  let connected = false
  /** Whether this tab has every event before those that the leader forwards now. */
  let caughtUp = false
  const send = (message: TabMessage) => {
    if (!lifetime.signal.aborted) channel.postMessage(message)
  }
  const ask = () => {
    caughtUp = false
    send({ type: 'ask', from: ownId, since: receivedUpTo() })
  }

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (stream) {
      if (data.type === 'hurry') stream.reconnectSoon()
      if (data.type !== 'ask') return
      const missed = eventsSince(data.since)
      send({ type: 'answer', to: data.from, missed, position: receivedUpTo(), connected })
    } else if (data.type === 'lead') {
      if (!caughtUp) ask()
    } else if (data.type === 'connected') {
      setConnected(data.yes)
    } else if (data.type === 'answer' && data.to === ownId && !caughtUp && data.position !== null) {
      caughtUp = true
      if (data.missed) for (const event of data.missed) receiveEvent(event)
      if (data.missed) receiveHello(data.position)
      else receiveReset(data.position)
      setConnected(data.connected)
    } else if (data.type === 'frame' && caughtUp) {
      // Messages before the answer are part of the answer.
      handleMessage(data.name, data.id, data.data)
    } else if (data.type === 'frame' && (data.name === 'hello' || data.name === 'reset')) {
      // When asked, the leader did not know its position yet.
      ask()
    }
  })
  setConnected(false)
  ask()
  const hurryTimer = setInterval(() => {
    if (!stream && !document.hidden && connectionState() === 'lost') send({ type: 'hurry' })
  }, HURRY_INTERVAL_MS)
  void navigator.locks
    .request(name, { signal: lifetime.signal }, async () => {
      stream = lead((message) => {
        if (message.type === 'connected') connected = message.yes
        send(message)
      })
      send({ type: 'lead' })
      await new Promise((done) => lifetime.signal.addEventListener('abort', done))
    })
    .catch(() => {
      // Stopped while waiting for the lock.
    })
  return () => {
    clearInterval(hurryTimer)
    stream?.close()
    lifetime.abort()
    channel.close()
  }
}

/** Opens the stream, handles its messages and forwards them to the other tabs. */
function lead(send: (message: TabMessage) => void): SseClient {
  return openSseClient({
    position: receivedUpTo,
    onMessage(name, id, data) {
      handleMessage(name, id, data)
      send({ type: 'frame', name, id, data })
    },
    onConnectionChange(yes) {
      setConnected(yes)
      send({ type: 'connected', yes })
    },
    onUnauthorized: announceSessionStale,
  })
}

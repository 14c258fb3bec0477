import { sessionRefused } from '../rpc/session-change.ts'
import { connectionState, forgetConnection, setConnected } from './connection.ts'
import {
  begin,
  forgetHeard,
  hear,
  heardUpTo,
  hearHello,
  hearReset,
  type LiveEvent,
  missedSince,
  type PlacedEvent,
} from './heard.ts'
import { type LiveStream, openStream } from './stream.ts'

// The tabs of one browser share one stream: the tab that holds the lock leads, reads it and tells the others. When it
// goes, the browser hands the lock to the next one, which resumes from what it has itself heard.

type Word =
  | { type: 'frame'; name: string; id: string; data: unknown }
  | { type: 'connected'; yes: boolean }
  | { type: 'lead' }
  | { type: 'hurry' }
  | { type: 'ask'; from: string; since: string | null }
  | { type: 'answer'; to: string; missed: PlacedEvent[] | null; place: string | null; connected: boolean }

/** Milliseconds that a stream outlives the last part of the page that wanted it: a navigation only passes. */
const GRACE = 1_500
/** Milliseconds between two words of a tab that someone looks at to a leader that nobody does: browsers slow its clock. */
const HURRY = 5_000

let running: { userId: string; stop(): void } | undefined
let wanted = 0
let grace: ReturnType<typeof setTimeout> | undefined

/**
 * Wants the live stream of the person who is signed in; the first one opens it.
 * @param position of the data that the page came with
 * @returns the end of wanting
 */
export function startLive(userId: string, position: string | null): () => void {
  clearTimeout(grace)
  wanted++
  if (running?.userId !== userId) {
    running?.stop()
    begin(position)
    running = { userId, stop: follow(userId) }
  }
  return () => {
    wanted--
    if (wanted > 0) return
    grace = setTimeout(() => {
      running?.stop()
      running = undefined
    }, GRACE)
  }
}

/** A tab's whole part, through freezing and coming back. @returns the end of it, after which nothing is known */
function follow(userId: string): () => void {
  let leave = takePart(userId)
  const pause = () => {
    leave?.()
    leave = undefined
    setConnected(false)
  }
  const goOn = () => {
    leave ??= takePart(userId)
  }
  // A page that is put away must hold neither lock nor stream, or the browser forgets it and the others wait.
  addEventListener('pagehide', pause)
  addEventListener('pageshow', goOn)
  document.addEventListener('freeze', pause)
  document.addEventListener('resume', goOn)
  return () => {
    removeEventListener('pagehide', pause)
    removeEventListener('pageshow', goOn)
    document.removeEventListener('freeze', pause)
    document.removeEventListener('resume', goOn)
    leave?.()
    forgetConnection()
    forgetHeard()
  }
}

function takeIn(name: string, id: string, data: unknown): void {
  if (name === 'hello') hearHello(id)
  else if (name === 'reset') hearReset(id)
  else hear({ id, event: data as LiveEvent })
}

/** Leads or follows until told to stop. Without locks every tab has a stream of its own. */
function takePart(userId: string): (() => void) | undefined {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') {
    const stream = lead(() => {})
    return () => stream.close()
  }
  const name = `amparo-live:${userId}`
  const me = crypto.randomUUID()
  const channel = new BroadcastChannel(name)
  const over = new AbortController()
  let stream: LiveStream | undefined
  let connected = false
  /** Nothing is missing between what this tab has heard and what it is told. */
  let caughtUp = false
  const say = (word: Word) => {
    if (!over.signal.aborted) channel.postMessage(word)
  }
  const ask = () => {
    caughtUp = false
    say({ type: 'ask', from: me, since: heardUpTo() })
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (stream) {
      if (data.type === 'hurry') stream.hurry()
      if (data.type !== 'ask') return
      const missed = missedSince(data.since)
      say({ type: 'answer', to: data.from, missed, place: heardUpTo(), connected })
    } else if (data.type === 'lead') {
      if (!caughtUp) ask()
    } else if (data.type === 'connected') {
      setConnected(data.yes)
    } else if (data.type === 'answer' && data.to === me && !caughtUp && data.place !== null) {
      caughtUp = true
      if (data.missed) for (const event of data.missed) hear(event)
      if (data.missed) hearHello(data.place)
      else hearReset(data.place)
      setConnected(data.connected)
    } else if (data.type === 'frame' && caughtUp) {
      // What comes before the answer is part of the answer.
      takeIn(data.name, data.id, data.data)
    } else if (data.type === 'frame' && (data.name === 'hello' || data.name === 'reset')) {
      // The leader did not know its place either when we asked.
      ask()
    }
  })
  setConnected(false)
  ask()
  const urge = setInterval(() => {
    if (!stream && !document.hidden && connectionState() === 'lost') say({ type: 'hurry' })
  }, HURRY)
  void navigator.locks
    .request(name, { signal: over.signal }, async () => {
      stream = lead((word) => {
        if (word.type === 'connected') connected = word.yes
        say(word)
      })
      say({ type: 'lead' })
      await new Promise((done) => over.signal.addEventListener('abort', done))
    })
    .catch(() => {
      // Told to stop while waiting for the lock.
    })
  return () => {
    clearInterval(urge)
    stream?.close()
    over.abort()
    channel.close()
  }
}

/** Opens the stream, hears it and tells the others. */
function lead(say: (word: Word) => void): LiveStream {
  return openStream({
    position: heardUpTo,
    message(name, id, data) {
      takeIn(name, id, data)
      say({ type: 'frame', name, id, data })
    },
    connected(yes) {
      setConnected(yes)
      say({ type: 'connected', yes })
    },
    refused: sessionRefused,
  })
}

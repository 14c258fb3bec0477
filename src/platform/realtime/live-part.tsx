import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ConnectionNotice } from '../../ui/connection-notice.tsx'
import { sessionRefused } from '../rpc/session-change.ts'
import { connectionState, watchConnection } from './connection.ts'
import { startLive } from './tabs.ts'
import { useEvents } from './use-events.ts'

export interface LivePartProps {
  userId: string
  /** Of the data that the page came with. */
  position: string | null
}

/** Kinds after which the session itself shows something else: name, picture, status; plan and credits (AUT-26). */
const SESSION_KINDS = ['profile', 'plan']

/** Several parts of a page may want the stream; one of them speaks of it. */
const speakers: object[] = []
const changes = new Set<() => void>()
const watchSpeakers = (change: () => void) => {
  changes.add(change)
  return () => {
    changes.delete(change)
  }
}

function useSpeaker(): boolean {
  const [me] = useState(() => ({}))
  useEffect(() => {
    const tell = () => {
      for (const change of [...changes]) change()
    }
    speakers.push(me)
    tell()
    return () => {
      speakers.splice(speakers.indexOf(me), 1)
      tell()
    }
  }, [me])
  return useSyncExternalStore(
    watchSpeakers,
    () => speakers[0] === me,
    () => false,
  )
}

/** Keeps the stream open while it stands, and says when there is none. */
export function LivePart({ userId, position }: LivePartProps) {
  // Only the first one counts: what the page is given later is part of what was heard.
  const first = useRef(position)
  useEffect(() => startLive(userId, first.current), [userId])
  const speaks = useSpeaker()
  useEvents(SESSION_KINDS, () => {
    if (speaks) sessionRefused()
  })
  const state = useSyncExternalStore(watchConnection, connectionState, () => 'waiting' as const)
  return speaks ? <ConnectionNotice lost={state === 'lost'} /> : null
}

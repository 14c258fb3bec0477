import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { connectionState, subscribeToConnection } from '../platform/realtime/connection.ts'
import type { EventKind } from '../platform/realtime/event-kinds.ts'
import { acquireLiveStream } from '../platform/realtime/shared-stream.ts'
import { useEvents } from '../platform/realtime/use-events.ts'
import { announceSessionStale } from '../platform/session/session-events.ts'
import { ConnectionNotice } from '../ui/feedback/connection-notice.tsx'

export interface LiveConnectionProps {
  userId: string
  /** Position of the data that the page was rendered with. */
  position: string | null
}

/** Events that change the session's own data: name, picture, status; plan and credits (AUT-26); a lost second step (DAT-50). */
const SESSION_KINDS: readonly EventKind[] = ['profile', 'plan', 'security']

/** A page may mount several instances; only the first one shows the notice. */
const instances: ((isFirst: boolean) => void)[] = []

function useIsFirstInstance(): boolean {
  const [isFirst, setFirst] = useState(false)
  useEffect(() => {
    instances.push(setFirst)
    instances[0]?.(true)
    return () => {
      setFirst(false)
      instances.splice(instances.indexOf(setFirst), 1)
      instances[0]?.(true)
    }
  }, [])
  return isFirst
}

/** Keeps the live stream open while mounted, and shows a notice when the connection is lost. */
export function LiveConnection({ userId, position }: LiveConnectionProps) {
  // Only the initial position matters: events received since then cover the data of later navigations.
  const first = useRef(position)
  useEffect(() => acquireLiveStream(userId, first.current), [userId])
  const isFirst = useIsFirstInstance()
  useEvents(SESSION_KINDS, () => {
    if (isFirst) announceSessionStale()
  })
  const state = useSyncExternalStore(subscribeToConnection, connectionState, () => 'waiting' as const)
  return isFirst ? <ConnectionNotice lost={state === 'lost'} /> : null
}

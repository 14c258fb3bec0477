import { useEffect, useRef, useState } from 'react'
import { coalesce } from './coalesce.ts'
import type { LiveEvent } from './event-log.ts'
import { useEvents } from './use-events.ts'

/** Milliseconds between the first event and the refresh. */
const DEFAULT_DELAY = { minMs: 300, jitterMs: 0 }

/**
 * Like `useEvents`, for data that is refetched as a whole: after a short delay, once for all events until
 * then (DAL-13, OPEN-65).
 * @param isRelevant whether the event concerns the data
 * @param refresh refetches the data
 * @param delay milliseconds: at least `minMs`, plus a random part of `jitterMs`, for events that reach many
 *   users at once
 */
export function useDebouncedEvents(
  kinds: readonly string[],
  isRelevant: (event: LiveEvent) => boolean,
  refresh: () => void,
  { minMs, jitterMs } = DEFAULT_DELAY,
): void {
  const latestRefresh = useRef(refresh)
  useEffect(() => {
    latestRefresh.current = refresh
  })
  const [coalesced] = useState(() =>
    coalesce(
      () => latestRefresh.current(),
      () => minMs + Math.random() * jitterMs,
    ),
  )
  useEffect(() => coalesced.cancel, [coalesced])
  useEvents(kinds, (event) => {
    if (event.ref === null || isRelevant(event)) coalesced.schedule()
  })
}

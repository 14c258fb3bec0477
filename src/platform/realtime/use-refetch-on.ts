import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { coalesce } from './coalesce.ts'
import type { EventKind } from './event-kinds.ts'
import type { LiveEvent } from './event-log.ts'
import { refetchQueries } from './refetch-queries.ts'
import { useEvents } from './use-events.ts'

/** Milliseconds: at least `minMs`, plus a random part of `jitterMs`. */
export interface RefetchDelay {
  minMs: number
  jitterMs: number
}

/** For lists that are refetched as a whole (DAL-13, OPEN-65). */
export const LIST_DELAY: RefetchDelay = { minMs: 300, jitterMs: 0 }

export interface RefetchOptions {
  /** Whether an event concerns the data; RESET always does. */
  isRelevant?(event: LiveEvent): boolean
  /** From the first event to one refetch for all until then; none by default. */
  delay?: RefetchDelay
}

/** Refetches queries on live events of some kinds while the component is mounted. */
export function useRefetchOn(
  kinds: readonly EventKind[],
  queryKey: QueryKey,
  { isRelevant, delay }: RefetchOptions = {},
): void {
  const client = useQueryClient()
  const refetch = () => void refetchQueries(client, { queryKey })
  const latest = useRef(refetch)
  useEffect(() => {
    latest.current = refetch
  })
  const [coalesced] = useState(
    () =>
      delay &&
      coalesce(
        () => latest.current(),
        () => delay.minMs + Math.random() * delay.jitterMs,
      ),
  )
  useEffect(() => coalesced?.cancel, [coalesced])
  useEvents(kinds, (event) => {
    if (event.ref !== null && isRelevant && !isRelevant(event)) return
    if (coalesced) coalesced.schedule()
    else refetch()
  })
}

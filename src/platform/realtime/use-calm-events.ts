import { useEffect, useRef, useState } from 'react'
import { gather } from './gather.ts'
import type { LiveEvent } from './heard.ts'
import { useEvents } from './use-events.ts'

/** Milliseconds between the first event and the refresh. */
const PAUSE = { least: 300, spread: 0 }

/**
 * Like `useEvents`, for what is read anew as a whole: only after a short pause, and once for all that came meanwhile
 * (DAL-13, OPEN-65).
 * @param heard says whether the event concerns what is shown
 * @param refresh reads it anew
 * @param pause `spread`: up to so many milliseconds more, at random, where an event goes to many people at once
 */
export function useCalmEvents(
  kinds: readonly string[],
  heard: (event: LiveEvent) => boolean,
  refresh: () => void,
  { least, spread } = PAUSE,
): void {
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  const [gathering] = useState(() =>
    gather(
      () => latest.current(),
      () => least + Math.random() * spread,
    ),
  )
  useEffect(() => gathering.stop, [gathering])
  useEvents(kinds, (event) => {
    if (event.ref === null || heard(event)) gathering.add()
  })
}

import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import { dayNumber } from '../../../chile/dates.ts'

/** Milliseconds between two looks at the calendar: computers sleep, and a timer to midnight would sleep with them. */
const LOOK = 30_000

const today = () => dayNumber(new Date())

function watch(change: () => void): () => void {
  const timer = setInterval(change, LOOK)
  document.addEventListener('visibilitychange', change)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', change)
  }
}

/**
 * Today in Chile, as a number that changes at midnight: whatever says «Hoy» or «Ayer» is drawn again then. A page that
 * was drawn before midnight, or by another clock, is taken over with the day that it was drawn with.
 */
export function useDay(): number {
  const drawn = useRouteLoaderData('root') as { today: number } | undefined
  return useSyncExternalStore(watch, today, () => drawn?.today ?? today())
}

import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import { dayNumber } from '../chile/dates.ts'

/** A timer until midnight would be late after the computer slept, so check the date regularly. */
const CHECK_INTERVAL_MS = 30_000

const today = () => dayNumber(new Date())

function subscribe(change: () => void): () => void {
  const timer = setInterval(change, CHECK_INTERVAL_MS)
  document.addEventListener('visibilitychange', change)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', change)
  }
}

/** The current day number in Chile, kept up to date; in hydration the day of the server's rendering. */
export function useToday(): number {
  const rootData = useRouteLoaderData('root') as { today: number } | undefined
  return useSyncExternalStore(subscribe, today, () => rootData?.today ?? today())
}

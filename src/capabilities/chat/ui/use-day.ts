import { useSyncExternalStore } from 'react'
import { dayNumber } from './chat-times.ts'

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

/** Today in Chile, as a number that changes at midnight: whatever says «Hoy» or «Ayer» is drawn again then. */
export const useDay = (): number => useSyncExternalStore(watch, today, today)

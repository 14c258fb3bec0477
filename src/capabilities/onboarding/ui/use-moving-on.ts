import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** How often a page that is being looked at asks, milliseconds. */
const EVERY = 30_000

/**
 * For a page that waits for somebody else's decision: its loader runs again when the person comes back to it, when the
 * connection does, and now and then while it is in sight. Its guard leads on once the decision is there.
 */
export function useMovingOn(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate()
    }
    const timer = setInterval(ask, EVERY)
    addEventListener('focus', ask)
    addEventListener('online', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', ask)
      removeEventListener('online', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [revalidate])
}

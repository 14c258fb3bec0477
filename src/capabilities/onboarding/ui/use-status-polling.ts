import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const POLL_INTERVAL_MS = 30_000

/**
 * For a page that waits for a decision of the team: reruns its loader on focus, on reconnection and
 * periodically while in the foreground. The loader's guard redirects once the decision is made.
 */
export function useStatusPolling(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate()
    }
    const timer = setInterval(refresh, POLL_INTERVAL_MS)
    addEventListener('focus', refresh)
    addEventListener('online', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', refresh)
      removeEventListener('online', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [revalidate])
}

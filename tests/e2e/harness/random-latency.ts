/**
 * Random latency for every page: `SLOW=1000 … playwright test` finds tests and pages that do not wait for
 * something.
 */
import type { Browser, BrowserContext } from '@playwright/test'

/** Maximum delay of each API answer and each script (ms); 0: none. */
const MAX_DELAY_MS = Number(process.env.SLOW ?? 0)

/** Delays the requests of this browser's new contexts at random. @returns a function that ends it */
export function addRandomLatency(browser: Browser): () => void {
  if (!MAX_DELAY_MS) return () => {}
  const delayRequests = (context: BrowserContext) =>
    void context.route(/\/(api|assets)\/|\.data\b/, async (route) => {
      await new Promise((go) => setTimeout(go, Math.random() * MAX_DELAY_MS))
      // The page may be closed by then.
      await route.fallback().catch(() => {})
    })
  browser.on('context', delayRequests)
  return () => void browser.off('context', delayRequests)
}

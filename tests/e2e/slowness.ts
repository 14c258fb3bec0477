/** A bad line for every page: `SLOW=1000 … playwright test` finds what a test, or a page, takes for done. */
import type { Browser, BrowserContext } from '@playwright/test'

/** Milliseconds by which each answer, and each part of the program, comes late at most. */
const SLOW = Number(process.env.SLOW ?? 0)

/** Holds back at random what this browser's pages ask for, from now on. @returns what ends it */
export function slowDown(browser: Browser): () => void {
  if (!SLOW) return () => {}
  const meet = (context: BrowserContext) =>
    void context.route(/\/(api|assets)\/|\.data\b/, async (route) => {
      await new Promise((go) => setTimeout(go, Math.random() * SLOW))
      // The page may be gone by then.
      await route.fallback().catch(() => {})
    })
  browser.on('context', meet)
  return () => void browser.off('context', meet)
}

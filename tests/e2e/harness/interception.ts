/** A workaround: Playwright loses requests when a page's last route is removed. */
import type { Browser, BrowserContext, Page } from '@playwright/test'

type Pattern = Parameters<Page['route']>[0]

/**
 * When a page's last route goes (`unroute`, `unrouteAll`, `times` used up), Playwright switches interception
 * off, and a request that the page makes at that moment is never sent and never fails (seen with Playwright
 * 1.65.1). Therefore each page gets, with its first route, one more route that matches nothing and stays.
 * @returns a function that ends this for new contexts
 */
export function keepIntercepting(browser: Browser): () => void {
  const watch = (context: BrowserContext) => void context.on('page', keepOneRoute)
  browser.on('context', watch)
  return () => void browser.off('context', watch)
}

function keepOneRoute(page: Page): void {
  const addRoute = page.route.bind(page)
  const patterns = new Set<Pattern>()
  let permanentRoute: Promise<unknown> | undefined
  page.route = async (pattern, ...rest) => {
    permanentRoute ??= addRoute('**/matches-nothing', (route) => route.abort())
    await permanentRoute
    patterns.add(pattern)
    return addRoute(pattern, ...rest)
  }
  page.unrouteAll = async () => {
    for (const pattern of patterns) await page.unroute(pattern)
    patterns.clear()
  }
}

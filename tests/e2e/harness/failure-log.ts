/** What a failed browser test prints: a failure that cannot be reproduced must explain itself. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { AppProcess } from '../../support/app/app-process.ts'
import type { TestDatabase } from '../../support/database/test-database.ts'

/** How many of the last lines are printed. */
const MAX_LINES = 60

export interface FailureLog {
  /** Forgets all lines, for the next test. */
  reset(): void
  /** The last lines. */
  lastLines(): string[]
  stop(): void
}

/** Records the API requests, console errors and page errors of all pages of this browser. */
export function startFailureLog(browser: Browser): FailureLog {
  let begin = performance.now()
  let lines: string[] = []
  const note = (pageNumber: number, event: string) =>
    lines.push(`${((performance.now() - begin) / 1000).toFixed(2)} [${pageNumber}] ${event}`)
  let pages = 0
  const follow = (page: Page) => {
    const pageNumber = ++pages
    const isDataUrl = (url: string) => /\/api\/|\.data\b/.test(url)
    const path = (url: string) => url.replace(/^https?:\/\/[^/]+/, '').slice(0, 120)
    page.on('request', (request) => {
      if (request.isNavigationRequest() || isDataUrl(request.url()))
        note(pageNumber, `${request.method()} ${path(request.url())}`)
    })
    page.on('response', (response) => {
      if (isDataUrl(response.url()) || !response.ok())
        note(pageNumber, `${response.status()} ${path(response.url())}`)
    })
    page.on('requestfinished', (request) => {
      if (isDataUrl(request.url())) note(pageNumber, `end ${path(request.url())}`)
    })
    page.on('requestfailed', (request) =>
      note(pageNumber, `failed ${path(request.url())}: ${request.failure()?.errorText}`),
    )
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        note(pageNumber, `${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => note(pageNumber, `error: ${error.stack ?? error.message}`))
  }
  const followContext = (context: BrowserContext) => {
    for (const page of context.pages()) follow(page)
    context.on('page', follow)
  }
  browser.on('context', followContext)
  return {
    reset() {
      begin = performance.now()
      lines = []
    },
    lastLines: () => lines.slice(-MAX_LINES),
    stop: () => void browser.off('context', followContext),
  }
}

/** The last lines that the application printed. */
export const lastAppLines = (app: AppProcess) => app.lines.slice(-10)

/**
 * The open transactions of the whole PostgreSQL server, with their queries: one of them may delay the live
 * events.
 */
export async function openTransactions(database: TestDatabase): Promise<string[]> {
  const rows = await database
    .sql<{ line: string }>(
      `select concat_ws(' ', datname, pid, state, wait_event, 'xid', backend_xid, clock_timestamp() - xact_start, left(query, 160)) as line
      from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid()`,
    )
    .catch((error: Error) => [{ line: error.message }])
  return rows.map(({ line }) => line)
}

/** What a failed browser test leaves in the output: a run that cannot be repeated must explain itself. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { App } from '../support/app.ts'
import type { TestDatabase } from '../support/database.ts'

/** Lines of a diary that are told: the end of it. */
const TOLD = 60

export interface Diary {
  /** An empty page, for the next test. */
  begin(): void
  tell(): string[]
  end(): void
}

/** Keeps a diary of everything that this browser's pages ask the application, and of their complaints. */
export function keepDiary(browser: Browser): Diary {
  let begin = performance.now()
  let lines: string[] = []
  const note = (who: number, what: string) =>
    lines.push(`${((performance.now() - begin) / 1000).toFixed(2)} [${who}] ${what}`)
  let pages = 0
  const follow = (page: Page) => {
    const who = ++pages
    const isTold = (url: string) => /\/api\/|\.data\b/.test(url)
    const path = (url: string) => url.replace(/^https?:\/\/[^/]+/, '').slice(0, 120)
    page.on('request', (request) => {
      if (request.isNavigationRequest() || isTold(request.url()))
        note(who, `${request.method()} ${path(request.url())}`)
    })
    page.on('response', (response) => {
      if (isTold(response.url()) || !response.ok()) note(who, `${response.status()} ${path(response.url())}`)
    })
    page.on('requestfinished', (request) => {
      if (isTold(request.url())) note(who, `end ${path(request.url())}`)
    })
    page.on('requestfailed', (request) =>
      note(who, `failed ${path(request.url())}: ${request.failure()?.errorText}`),
    )
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) note(who, `${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => note(who, `error: ${error.stack ?? error.message}`))
  }
  const meet = (context: BrowserContext) => {
    for (const page of context.pages()) follow(page)
    context.on('page', follow)
  }
  browser.on('context', meet)
  return {
    begin() {
      begin = performance.now()
      lines = []
    },
    tell: () => lines.slice(-TOLD),
    end: () => void browser.off('context', meet),
  }
}

/** What the application said last. */
export const lastWords = (app: App) => app.lines.slice(-10)

/** Transactions of the whole server that stand open, with what they do: one of them may hold the live events back. */
export async function openTransactions(database: TestDatabase): Promise<string[]> {
  const rows = await database
    .sql<{ line: string }>(
      `select concat_ws(' ', datname, pid, state, wait_event, 'xid', backend_xid, clock_timestamp() - xact_start, left(query, 160)) as line
      from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid()`,
    )
    .catch((error: Error) => [{ line: error.message }])
  return rows.map(({ line }) => line)
}

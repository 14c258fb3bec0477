import { findBrowser } from '../support/browser.ts'
import { startTestRun } from '../support/postgres.ts'

/** Playwright's: the built application, one PostgreSQL and the browser for the whole run. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.env.AMPARO_TEST_BROWSER = JSON.stringify(await findBrowser())
  return startTestRun()
}

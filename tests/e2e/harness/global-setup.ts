import { findBrowser } from '../../support/browser/find-browser.ts'
import { startTestRun } from '../../support/runner/test-run.ts'

/** Playwright's global setup: the browser, the built application and one PostgreSQL for the whole run. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.env.AMPARO_TEST_BROWSER = JSON.stringify(await findBrowser())
  return startTestRun()
}

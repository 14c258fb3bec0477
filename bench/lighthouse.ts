// Lighthouse for mobile with simulated throttling: median of five runs for each public page.
import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { findBrowser } from '../tests/support/browser/find-browser.ts'
import { freePort, median, type Options, type Outcome, round, startApp } from './harness.ts'

const PAGES: Record<string, string> = { landing: '/', login: '/login' }
/** Lighthouse is a package of its own, installed on demand, because it is large (docs/decisions/0002). */
const PACKAGE_DIR = 'bench/lighthouse'
export const LIGHTHOUSE_FOLDER = 'node_modules/.cache/lighthouse'
const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** The part of the report that is used here. */
interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>

/**
 * Installs Lighthouse from its lock file, if necessary, and imports it.
 * @throws when the installation fails
 */
async function loadLighthouse(): Promise<Lighthouse> {
  cpSync(PACKAGE_DIR, LIGHTHOUSE_FOLDER, { recursive: true })
  const args = ['install', '--prefix', LIGHTHOUSE_FOLDER, '--no-save', '--loglevel=error']
  if (spawnSync('npm', args, { stdio: 'inherit' }).status !== 0)
    throw new Error('Lighthouse could not be installed.')
  const file = pathToFileURL(resolve(LIGHTHOUSE_FOLDER, 'node_modules/lighthouse/core/index.js')).href
  return ((await import(file)) as { default: Lighthouse }).default
}

const RUNS = { full: 5, quick: 1, smoke: 1 }

export async function run({ length }: Options): Promise<Outcome> {
  const lighthouse = await loadLighthouse()
  const app = await startApp()
  const browser = await findBrowser()
  const figures: Record<string, number> = {}
  const goals: Record<string, number> = {}
  try {
    for (const [name, path] of Object.entries(PAGES)) {
      const values: Record<string, number[]> = {}
      const record = (metric: string, value: number) => {
        values[metric] = [...(values[metric] ?? []), value]
      }
      for (let at = 0; at < RUNS[length]; at++) {
        const port = await freePort()
        const args = [...browser.args, `--remote-debugging-port=${port}`]
        const env = { ...process.env, ...browser.env } as Record<string, string>
        const chrome = await chromium.launch({ executablePath: browser.executablePath, args, env })
        const result = await lighthouse(app.url + path, {
          port,
          logLevel: 'silent',
          output: 'json',
        })
        await chrome.close()
        if (!result) throw new Error('Lighthouse gave no result.')
        for (const score of SCORES)
          record(score, Math.round((result.lhr.categories[score]?.score ?? 0) * 100))
        record('lcp_ms', result.lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN)
        record('tbt_ms', result.lhr.audits['total-blocking-time']?.numericValue ?? Number.NaN)
        record('cls', result.lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN)
      }
      for (const score of SCORES) figures[`min_${name}_${score}`] = median(values[score] ?? [])
      for (const metric of ['lcp_ms', 'tbt_ms', 'cls'])
        figures[`${name}_${metric}`] = round(median(values[metric] ?? []))
      goals[`min_${name}_performance`] = 98
      for (const score of SCORES.slice(1)) goals[`min_${name}_${score}`] = 100
      goals[`${name}_lcp_ms`] = 1800
      goals[`${name}_cls`] = 0
    }
  } finally {
    await app.stop()
  }
  return { figures, goals }
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { default as Axe, AxeResults, RunOptions } from 'axe-core'
import { expect } from './fixtures.ts'

/** The global that axe-core defines in the page. */
declare const axe: typeof Axe

const VARIANTS = [
  { width: 390, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
] as const

/** The minified build (0.65 MB); the package's own source has 1.5 MB, which each page would have to parse. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// Leave out the passed rules: on a long page they are a megabyte. Frames that do not answer in time are left out silently,
// by default after half a second.
const OPTIONS: RunOptions = { resultTypes: ['violations'], pingWaitTime: 30_000 }

/**
 * Runs axe on the page in its present state.
 * @param part selector of the part to check; the whole page when absent
 * @returns one line for each violated rule
 */
export async function axeViolations(page: Page, part?: string): Promise<string[]> {
  const run = page.frames().length === 1 ? runInPage : runInFrames
  const { violations } = await run(page, part)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)
}

/** Runs axe in the page itself. Only for pages without frames; twice as fast as AxeBuilder. */
async function runInPage(page: Page, part?: string): Promise<AxeResults> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE)
  return page.evaluate(([context, options]) => axe.run(context ?? document, options), [
    part,
    OPTIONS,
  ] as const)
}

function runInFrames(page: Page, part?: string): Promise<AxeResults> {
  const builder = new AxeBuilder({ page, axeSource: AXE_SOURCE }).options(OPTIONS)
  return (part ? builder.include(part) : builder).analyze()
}

/**
 * OPEN-70: axe finds no violation and the page does not scroll sideways, on a phone in light and on a desktop
 * in dark.
 * @param part selector of the part that axe checks: on a page with an open dialog, the dialog
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  for (const { width, scheme } of VARIANTS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    expect(await axeViolations(page, part)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { default as Axe, AxeResults, RunOptions } from 'axe-core'
import { expect } from './fixtures.ts'

/** In the page. */
declare const axe: typeof Axe

const LOOKS = [
  { width: 390, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
] as const

/** 0.65 MB; what the package gives by itself is 1.5, read anew by each page. */
const PROGRAM = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// What passes is not told: on a long page that is a megabyte.
const OPTIONS: RunOptions = { resultTypes: ['violations'] }

/**
 * What axe finds on the page as it stands, one line for each rule.
 * @param part selector, when only a part is looked at
 */
export async function axeFinds(page: Page, part?: string): Promise<string[]> {
  const look = page.frames().length === 1 ? axeOfPage : axeOfFrames
  const { violations } = await look(page, part)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)
}

/** A page without frames is asked itself: the builder would take twice as long. */
async function axeOfPage(page: Page, part?: string): Promise<AxeResults> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(PROGRAM)
  return page.evaluate(([context, options]) => axe.run(context ?? document, options), [
    part,
    OPTIONS,
  ] as const)
}

function axeOfFrames(page: Page, part?: string): Promise<AxeResults> {
  const look = new AxeBuilder({ page, axeSource: PROGRAM }).options(OPTIONS)
  return (part ? look.include(part) : look).analyze()
}

/**
 * OPEN-70: axe finds nothing on the page as it stands, and nothing overflows; in two looks.
 * @param part selector, when only a part is looked at: of a page with a dialog, the dialog
 */
export async function expectClean(page: Page, part?: string): Promise<void> {
  for (const { width, scheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    expect(await axeFinds(page, part)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
}

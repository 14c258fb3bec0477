import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'

const LOOKS = [
  { width: 390, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
] as const

/**
 * What axe finds on the page as it stands, one line for each rule.
 * @param part selector, when only a part is looked at
 */
export async function axeFinds(page: Page, part?: string): Promise<string[]> {
  const isWhole = page.frames().length === 1
  // Half a megabyte, which the builder would send at each look, and twice.
  if (isWhole && !(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // What passes is not told: on a long page that is a megabyte.
  const look = new AxeBuilder({ page, ...(isWhole && { axeSource: 'void 0' }) })
  look.options({ resultTypes: ['violations'] })
  // The same rules in half the time: it opens no page of its own to put together what each frame has said.
  if (isWhole) look.setLegacyMode()
  const { violations } = await (part ? look.include(part) : look).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)
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

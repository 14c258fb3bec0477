/** How a person works a page. The steps that several tests take are told once, for any hand. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Milliseconds within which a toast is gone that is taken back: less than any lives, or it would go by itself. */
export const TAKEN_BACK = 5_000

export interface RealFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export interface Hand {
  /** Presses a button or follows a link. */
  press(control: Locator): Promise<void>
  /** Writes into a field, in place of what stands there. */
  write(field: Locator, text: string): Promise<void>
  /** Chooses a file. @param opener what a person presses for it, where that is not the input itself */
  upload(file: RealFile, input: Locator, opener?: Locator): Promise<void>
}

/** The quick one. Playwright's own steps: they find their element by themselves, wherever the focus is. */
export const byMouse: Hand = {
  press: (control) => control.click(),
  write: (field, text) => field.fill(text),
  upload: (file, input) => input.setInputFiles(file),
}

/** Loads the page anew and waits until it can be used: what was drawn by the server is not alive yet. */
export async function reload(page: Page): Promise<void> {
  await page.reload()
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/** Whether the browser says that it is online, and whether the house answers. */
const lineOf = (page: Page) =>
  page.evaluate(async () => [
    navigator.onLine,
    await fetch('/healthz', { cache: 'no-store' }).then(
      () => true,
      () => false,
    ),
  ])

/** Takes the connection away: the browser's network process learns of it a moment later than this one. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await expect.poll(() => lineOf(page)).toEqual([false, false])
}

/** Gives it back. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await expect.poll(() => lineOf(page)).toEqual([true, true])
}

/**
 * From now on the page's clock, which is installed, goes only where it is told to. It leaps a little ahead: it cannot
 * be stopped at a moment that has passed.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
}

/** Presses in one task, before anything is drawn, and again for as long as the button is there: while its dialog fades. */
export const pressOften = (button: Locator): Promise<void> =>
  button.evaluate(async (element: HTMLElement) => {
    element.click()
    while (element.isConnected) {
      element.click()
      await new Promise(requestAnimationFrame)
    }
  })

/** A double click whose first press leads on before the second: what has the focus then keeps it. */
export async function pressTwice(page: Page, button: Locator, led: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error('no button')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.up()
  await expect(led).toBeFocused()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(led).toBeFocused()
}

/** The same by finger: two taps, which the browser does not count as one double. */
export async function tapTwice(button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  await button.evaluate(async (element: HTMLElement) => {
    const { left, top } = element.getBoundingClientRect()
    const place = { clientX: left + 10, clientY: top + 10 }
    const at = { ...place, detail: 1, bubbles: true, cancelable: true, pointerType: 'touch' }
    // Made now, so that however slow the page is, the second comes soon after the first by its time stamp.
    const taps = [0, 1].map(() =>
      ['pointerdown', 'mousedown', 'mouseup', 'click'].map((name) => new PointerEvent(name, at)),
    )
    for (const event of taps[0] ?? []) element.dispatchEvent(event)
    while (element.isConnected) await new Promise(requestAnimationFrame)
    const there = document.elementFromPoint(place.clientX, place.clientY)
    if (!there?.closest('button')) throw new Error('No button stands there now.')
    for (const event of taps[1] ?? []) there.dispatchEvent(event)
  })
}

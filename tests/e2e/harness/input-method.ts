/** Ways to operate a page: steps shared by several tests take an input method, mouse or keyboard. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * A toast that the code dismisses must disappear within this time (ms). Shorter than any toast's own
 * lifetime.
 */
export const TOAST_DISMISS_TIMEOUT_MS = 5_000

export interface FilePayload {
  name: string
  mimeType: string
  buffer: Buffer
}

export interface InputMethod {
  /** Presses a button or follows a link. */
  press(control: Locator): Promise<void>
  /** Replaces the text of a field. */
  write(field: Locator, text: string): Promise<void>
  /** Chooses a file. @param opener the control that opens the file dialog, if it is not the input itself */
  upload(file: FilePayload, input: Locator, opener?: Locator): Promise<void>
}

/** Playwright's own actions, wherever the focus is. */
export const byMouse: InputMethod = {
  press: (control) => control.click(),
  write: (field, text) => field.fill(text),
  upload: (file, input) => input.setInputFiles(file),
}

/** Reloads the page and waits until it is hydrated: before that, its controls do not react. */
export async function reload(page: Page): Promise<void> {
  await page.reload()
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/** Whether the browser reports being online, and whether the application answers. */
const connectionState = (page: Page) =>
  page.evaluate(async () => [
    navigator.onLine,
    await fetch('/healthz', { cache: 'no-store' }).then(
      () => true,
      () => false,
    ),
  ])

/**
 * Takes the page's context offline and waits until that is in effect: the browser applies it with a delay.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await expect.poll(() => connectionState(page)).toEqual([false, false])
}

/** Brings the context online again and waits until that is in effect. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await expect.poll(() => connectionState(page)).toEqual([true, true])
}

/**
 * Pauses the page's clock, which must be installed. It jumps 5 s ahead: Playwright cannot pause a clock at a
 * time that has passed.
 */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
}

/**
 * Clicks a button twice in one task, before a repaint, then once a frame while it exists, e.g. while its
 * dialog fades out.
 */
export const clickRepeatedly = (button: Locator): Promise<void> =>
  button.evaluate(async (element: HTMLElement) => {
    element.click()
    while (element.isConnected) {
      element.click()
      await new Promise(requestAnimationFrame)
    }
  })

/** A double click whose first click already leads on: the second must not move the focus from `target`. */
export async function clickTwice(page: Page, button: Locator, target: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error('no button')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.up()
  await expect(target).toBeFocused()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(target).toBeFocused()
}

/** Two taps with a finger, which the browser does not count as a double click. */
export async function tapTwice(button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  await button.evaluate(async (element: HTMLElement) => {
    const { left, top } = element.getBoundingClientRect()
    const point = { clientX: left + 10, clientY: top + 10 }
    const init = { ...point, detail: 1, bubbles: true, cancelable: true, pointerType: 'touch' }
    // Created now, so that the time stamps of the two taps are close together, however slow the page is.
    const taps = [0, 1].map(() =>
      ['pointerdown', 'mousedown', 'mouseup', 'click'].map((name) => new PointerEvent(name, init)),
    )
    for (const event of taps[0] ?? []) element.dispatchEvent(event)
    while (element.isConnected) await new Promise(requestAnimationFrame)
    const there = document.elementFromPoint(point.clientX, point.clientY)
    if (!there?.closest('button')) throw new Error('There is no button at this point now.')
    for (const event of taps[1] ?? []) there.dispatchEvent(event)
  })
}

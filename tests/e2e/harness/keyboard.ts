/**
 * The keyboard as input method. Locators here may only be read (no click, fill, check, focus or press: these
 * move the focus themselves). Every element that gets the focus on the way must be visible and have a focus
 * indicator, and the focus must never fall back to the document.
 */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { InputMethod } from './input-method.ts'

/** One step may take at most this many keys. */
const MAX_KEYS = 40
/** Time for an opening dialog or a scrolling list to settle (ms). */
const SETTLE_TIMEOUT_MS = 3_000

/** Where the focus is, and how it relates to the targets. */
interface Stop {
  /** «button Enviar propuesta» */
  name: string
  /** One of the targets has the focus. */
  isThere: boolean
  /** Nothing has the focus: the page has just loaded, or Tab went past its last element. */
  isNowhere: boolean
  /** What had the focus before, on this same page; null if nothing had it yet. */
  before: string | null
  /** Focus and target are on different sides of a dialog: it has not opened yet, or not closed. */
  isSeparated: boolean
  /** The target comes before the focus in document order. */
  isBehind: boolean
  /** The focus is on the skip link, and the target is in the page's content. */
  isSkipLink: boolean
  /** Why a user could not see that the focus is here, or null. */
  problem: string | null
}

/** Runs in the page: it must not use anything from outside. */
function inspectFocus(targets: Element[]): Stop {
  const memory = window as { lastStop?: { path: string; name: string } | undefined }
  const at = document.activeElement ?? document.body
  const target = targets[0]
  const isNowhere = at === document.body || at === document.documentElement
  const label = at.getAttribute('aria-label') ?? (at as HTMLInputElement).labels?.[0]?.textContent
  const words = isNowhere ? 'nothing' : (label ?? at.textContent).trim().slice(0, 40)
  const name = `${at.getAttribute('role') ?? at.localName} ${words || at.id}`.trim()
  const before = memory.lastStop?.path === location.pathname ? memory.lastStop.name : null
  if (!isNowhere) memory.lastStop = { path: location.pathname, name }

  const dialogOf = (element: Element | undefined) => element?.closest('[role=dialog]') ?? null
  /** Relative luminance of a colour (WCAG), 0 to 1. */
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? [])
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const isTransparent = (colour: string) => colour === 'rgba(0, 0, 0, 0)'
  /** Whether it has an outline with a contrast of at least 3:1 to its background (WCAG 1.4.11). */
  const hasRing = (element: Element) => {
    const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(element)
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 1 || isTransparent(outlineColor))
      return false
    let background = Number.parseFloat(outlineOffset) < 0 ? element : element.parentElement
    while (background && isTransparent(getComputedStyle(background).backgroundColor))
      background = background.parentElement
    const [one, other] = [
      luminance(outlineColor),
      background ? luminance(getComputedStyle(background).backgroundColor) : 1,
    ]
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= 3
  }
  /**
   * The element that shows the focus: the focused one, an ancestor, or a decorative sibling (aria-hidden).
   */
  const focusIndicator = () => {
    const ancestors: Element[] = []
    for (let one: Element | null = at; one && ancestors.length < 4; one = one.parentElement)
      ancestors.push(one)
    const decorations = at.parentElement?.querySelectorAll('[aria-hidden=true], [aria-hidden=true] *') ?? []
    // Skip inputs that are hidden except to screen readers: they are a pixel wide, with a ring.
    return [...ancestors, ...decorations].find((one) => one.getBoundingClientRect().width > 2 && hasRing(one))
  }
  const problem = () => {
    if (isNowhere) return null
    // A heading or region focused by a script needs no ring: it is read out, and the next Tab goes on from
    // it.
    const isScriptTarget = at.matches('[tabindex="-1"]:not(a, button, input, select, textarea)')
    // A menu item shows the focus by its background.
    const isMenuItem = at.matches('[role=menuitem]') && !isTransparent(getComputedStyle(at).backgroundColor)
    const shown = focusIndicator() ?? (isScriptTarget || isMenuItem ? at : null)
    if (!shown) return 'shows no ring, or a faint one'
    if (!shown.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return 'is not visible'
    const box = shown.getBoundingClientRect()
    const [x, y] = [Math.max(box.left, 0), Math.max(box.top, 0)]
    const [width, height] = [Math.min(box.right, innerWidth) - x, Math.min(box.bottom, innerHeight) - y]
    if (width < 2 || height < 2) return 'is not on the screen'
    const shares = [0.05, 0.275, 0.5, 0.725, 0.95]
    const tops = shares.flatMap((across) =>
      shares.map((down) => document.elementFromPoint(x + width * across, y + height * down)),
    )
    if (tops.some((top) => shown.contains(top) || at.contains(top))) return null
    // In a dialog, Escape closes the dialog, not the toast.
    const isUnderToast = !dialogOf(at) && tops.some((top) => top?.closest('[data-toasts]'))
    return isUnderToast ? 'is under a toast' : 'is covered'
  }

  const order = target ? at.compareDocumentPosition(target) : 0
  return {
    name,
    isThere: targets.includes(at),
    isNowhere,
    before,
    isSeparated: dialogOf(at) !== dialogOf(target),
    isBehind: !isNowhere && (order & Node.DOCUMENT_POSITION_PRECEDING) !== 0,
    isSkipLink: at.matches('a[href="#contenido"]') && target?.closest('#contenido') != null,
    problem: problem(),
  }
}

/** Reads the focus and fails if it stays invisible. Closes a toast that covers it. */
async function checkFocus(targets: Locator): Promise<Stop> {
  const stop = await targets.evaluateAll(inspectFocus)
  if (stop.problem === 'is under a toast') await targets.page().keyboard.press('Escape')
  if (stop.problem)
    await expect
      .poll(async () => (await targets.evaluateAll(inspectFocus)).problem, {
        message: `the focus on «${stop.name}» cannot be seen`,
        timeout: SETTLE_TIMEOUT_MS,
      })
      .toBeNull()
  return stop
}

/**
 * Presses keys until one of the targets has the focus.
 * @param key the key to press, given the present stop
 */
async function walk(page: Page, targets: Locator, key: (stop: Stop) => string): Promise<void> {
  const passed: string[] = []
  for (let stop = await checkFocus(targets); !stop.isThere; stop = await checkFocus(targets)) {
    passed.push(stop.name)
    if (passed.length > MAX_KEYS)
      throw new Error(`${MAX_KEYS} keys do not reach ${targets}. On the way:\n${passed.join('\n')}`)
    await page.keyboard.press(key(stop))
  }
}

/**
 * Presses Tab, or Shift+Tab if the target comes before, until a target has the focus. Uses the skip link
 * where it helps.
 */
async function tabTo(targets: Locator): Promise<void> {
  let tabKey = 'Tab'
  const obstacle = async () => {
    const { name, before, isNowhere, isSeparated, isBehind } = await checkFocus(targets)
    tabKey = isBehind ? 'Shift+Tab' : 'Tab'
    if (isSeparated) return `«${name}» has the focus, on the other side of a dialog`
    return isNowhere && before ? `«${before}» had the focus and lost it to the document` : ''
  }
  await expect.poll(obstacle, { message: `on the way to ${targets}`, timeout: SETTLE_TIMEOUT_MS }).toBe('')
  await walk(targets.page(), targets, (stop) => (stop.isSkipLink ? 'Enter' : tabKey))
}

/** Moves the focus to a control, once it is there and enabled. */
export async function focusByKeyboard(control: Locator): Promise<void> {
  await control.waitFor()
  await expect(control).toBeEnabled()
  await tabTo(control)
}

/** Moves the focus with one arrow key to a sibling control: items of a menu, tabs of a tab list. */
export async function arrowTo(key: 'ArrowDown' | 'ArrowRight', control: Locator): Promise<void> {
  await control.waitFor()
  await walk(control.page(), control, () => key)
}

export async function press(control: Locator): Promise<void> {
  await focusByKeyboard(control)
  await control.page().keyboard.press('Enter')
}

/** Replaces the text of a field by typing. A date is typed as day, month, year. */
export async function write(field: Locator, text: string): Promise<void> {
  await focusByKeyboard(field)
  const { keyboard } = field.page()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type(text)
}

/** Checks a radio button: Tab to its group, arrows to the radio, and Space if that did not check it. */
export async function pickRadio(radio: Locator): Promise<void> {
  await radio.waitFor()
  const group = await radio.getAttribute('name')
  await tabTo(radio.page().locator(`input[type=radio][name="${group}"]`))
  await arrowTo('ArrowDown', radio)
  if (!(await radio.isChecked())) await radio.page().keyboard.press('Space')
  await expect(radio).toBeChecked()
}

/** Opens a menu by its button and chooses an item. */
export async function chooseMenuItem(button: Locator, item: string): Promise<void> {
  await press(button)
  await arrowTo('ArrowDown', button.page().getByRole('menuitem', { name: item, exact: true }))
  await button.page().keyboard.press('Enter')
}

/** Selects a tab: Tab to its tab list, then arrows. */
export async function openTab(tab: Locator): Promise<void> {
  await tab.waitFor()
  const row = tab.page().getByRole('tablist').filter({ has: tab })
  await tabTo(row.getByRole('tab', { selected: true }))
  await arrowTo('ArrowRight', tab)
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}

/** Keys only. */
export const byKeyboard: InputMethod = {
  press,
  write,
  async upload(file, input, opener = input) {
    const choosing = input.page().waitForEvent('filechooser')
    await press(opener)
    await (await choosing).setFiles(file)
  },
}

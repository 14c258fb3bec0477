/**
 * The hand of a person without a mouse: keys alone, and the eyes that follow the focus. Nothing here may use a locator
 * for more than looking (no click, fill, check, focus or press: they bring the focus along). Every stop on the way must
 * be seen: on the screen, with a ring or its like; and what had the focus must not lose it to nobody.
 */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Hand } from './hand.ts'

/** More keys than one step may ask of anybody. */
const PATIENCE = 40
/** Milliseconds until what moves (a dialog that opens, a list that scrolls) must have come to rest. */
const REST = 3_000

/** What somebody sees who asks «where am I?». */
interface Stop {
  /** «button Enviar propuesta» */
  name: string
  /** One of the targets has the focus. */
  isThere: boolean
  /** Nothing has it: the page has just come, or Tab has gone around its edge. */
  isNowhere: boolean
  /** What had it before, on this same page; null on a page where nothing had it yet. */
  before: string | null
  /** A dialog stands between the focus and the target: it has not opened yet, or not closed. */
  isParted: boolean
  /** The target lies before the focus in the page. */
  isBehind: boolean
  /** Pressing Enter here saves the way to the page's content, where the target is. */
  isShortcut: boolean
  /** Why nobody would see that the focus is here, or null. */
  problem: string | null
}

/** Runs in the page: it must stand by itself. */
function look(targets: Element[]): Stop {
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
  /** Luminance of a colour as WCAG counts it, 0 to 1. */
  const light = (colour: string) => {
    const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? [])
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const isClear = (colour: string) => colour === 'rgba(0, 0, 0, 0)'
  /** A line around it that stands out from the ground it lies on: 3 to 1. */
  const hasRing = (element: Element) => {
    const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(element)
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 1 || isClear(outlineColor)) return false
    let ground = Number.parseFloat(outlineOffset) < 0 ? element : element.parentElement
    while (ground && isClear(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement
    const [one, other] = [light(outlineColor), ground ? light(getComputedStyle(ground).backgroundColor) : 1]
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= 3
  }
  /** What shows the focus: the element, the frame or label around it, or what is drawn beside it for the eye alone. */
  const frame = () => {
    const around: Element[] = []
    for (let one: Element | null = at; one && around.length < 4; one = one.parentElement) around.push(one)
    const beside = at.parentElement?.querySelectorAll('[aria-hidden=true], [aria-hidden=true] *') ?? []
    // An input for readers alone has a ring of its own, of a pixel.
    return [...around, ...beside].find((one) => one.getBoundingClientRect().width > 2 && hasRing(one))
  }
  const problem = () => {
    if (isNowhere) return null
    // A heading or region that a script gave the focus to: it is read out, and the next Tab goes on from it.
    const isPlace = at.matches('[tabindex="-1"]:not(a, button, input, select, textarea)')
    // The line of a menu shows it by its ground.
    const isLine = at.matches('[role=menuitem]') && !isClear(getComputedStyle(at).backgroundColor)
    const shown = frame() ?? (isPlace || isLine ? at : null)
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
    // In a dialog Escape is the dialog's.
    const isUnderToast = !dialogOf(at) && tops.some((top) => top?.closest('[data-toasts]'))
    return isUnderToast ? 'is under a toast' : 'is covered'
  }

  const order = target ? at.compareDocumentPosition(target) : 0
  return {
    name,
    isThere: targets.includes(at),
    isNowhere,
    before,
    isParted: dialogOf(at) !== dialogOf(target),
    isBehind: !isNowhere && (order & Node.DOCUMENT_POSITION_PRECEDING) !== 0,
    isShortcut: at.matches('a[href="#contenido"]') && target?.closest('#contenido') != null,
    problem: problem(),
  }
}

/** Looks, and sees that the focus is seen. */
async function see(targets: Locator): Promise<Stop> {
  const stop = await targets.evaluateAll(look)
  if (stop.problem === 'is under a toast') await targets.page().keyboard.press('Escape')
  if (stop.problem)
    await expect
      .poll(async () => (await targets.evaluateAll(look)).problem, {
        message: `the focus on «${stop.name}» cannot be seen`,
        timeout: REST,
      })
      .toBeNull()
  return stop
}

/** Goes by one key until one of the targets has the focus. @param key given the stop one is at */
async function walk(page: Page, targets: Locator, key: (stop: Stop) => string): Promise<void> {
  const passed: string[] = []
  for (let stop = await see(targets); !stop.isThere; stop = await see(targets)) {
    passed.push(stop.name)
    if (passed.length > PATIENCE)
      throw new Error(`${targets} is not reached by ${PATIENCE} keys. On the way:\n${passed.join('\n')}`)
    await page.keyboard.press(key(stop))
  }
}

/** Tab, or Shift+Tab where it lies behind, until one of the targets has the focus; over the skip link where it serves. */
async function tabTo(targets: Locator): Promise<void> {
  let onward = 'Tab'
  const trouble = async () => {
    const { name, before, isNowhere, isParted, isBehind } = await see(targets)
    onward = isBehind ? 'Shift+Tab' : 'Tab'
    if (isParted) return `«${name}» has the focus, on the other side of a dialog`
    return isNowhere && before ? `«${before}» had the focus and lost it to nobody` : ''
  }
  await expect.poll(trouble, { message: `setting out for ${targets}`, timeout: REST }).toBe('')
  await walk(targets.page(), targets, (stop) => (stop.isShortcut ? 'Enter' : onward))
}

/** Brings the focus to a control that is there and can be used. */
export async function reach(control: Locator): Promise<void> {
  await control.waitFor()
  await expect(control).toBeEnabled()
  await tabTo(control)
}

/** From where the focus is, by one arrow, to another control of the same kind: lines of a menu, tabs of a row. */
export async function arrowTo(key: 'ArrowDown' | 'ArrowRight', control: Locator): Promise<void> {
  await control.waitFor()
  await walk(control.page(), control, () => key)
}

export async function press(control: Locator): Promise<void> {
  await reach(control)
  await control.page().keyboard.press('Enter')
}

/** Types into a field, in place of what stands there. A day is typed as a calendar says it: day, month, year. */
export async function write(field: Locator, text: string): Promise<void> {
  await reach(field)
  const { keyboard } = field.page()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type(text)
}

/** Tab goes to a group of radios, arrows go to the radio in it and choose; Space where it was there but not chosen. */
export async function pick(radio: Locator): Promise<void> {
  await radio.waitFor()
  const group = await radio.getAttribute('name')
  await tabTo(radio.page().locator(`input[type=radio][name="${group}"]`))
  await arrowTo('ArrowDown', radio)
  if (!(await radio.isChecked())) await radio.page().keyboard.press('Space')
  await expect(radio).toBeChecked()
}

/** Opens a menu by its button and takes a line of it. */
export async function takeFromMenu(button: Locator, line: string): Promise<void> {
  await press(button)
  await arrowTo('ArrowDown', button.page().getByRole('menuitem', { name: line, exact: true }))
  await button.page().keyboard.press('Enter')
}

/** Goes to the row of tabs, and along it to one of them. */
export async function openTab(tab: Locator): Promise<void> {
  await tab.waitFor()
  const row = tab.page().getByRole('tablist').filter({ has: tab })
  await tabTo(row.getByRole('tab', { selected: true }))
  await arrowTo('ArrowRight', tab)
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}

/** The steps that several tests take, by keys. */
export const byKeyboard: Hand = {
  press,
  write,
  async upload(file, input, opener = input) {
    const choosing = input.page().waitForEvent('filechooser')
    await press(opener)
    await (await choosing).setFiles(file)
  },
}

/**
 * Browser contexts that one test after another uses, emptied in between: to begin a new one, with a process of its own and
 * nothing in its cache, is half of what a short test costs (0.47 s of processor time for a first visit of the panel, 0.29
 * in one that was used before).
 */
import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from '@playwright/test'

/** What emptying does not undo: whoever listens, scripts and answers for all pages to come, what was allowed. */
const LASTING = [
  'on',
  'once',
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setGeolocation',
  'setHTTPCredentials',
] as const

/** For the browser: the pages of one context share a process, also with the one that stays. */
export const SHARE_PROCESS = '--renderer-process-limit=1'

/** After so many tests a new one: its process grows, and with it what a page costs (140 ms at first, 200 after 150). */
const MOST_USES = 20

/** Emptying takes a few milliseconds; a context that takes longer than this is closed instead. */
const EMPTYING_MS = 10_000

interface Kept {
  context: BrowserContext
  /** With the options of one kind, as text. */
  kind: string
  /** Of a page that stays, so that the process of the context's pages does too. */
  session: CDPSession
  isSpoilt: boolean
  uses: number
}

/** Of one worker: its application and its browser. */
export class Contexts {
  readonly #browser: Browser
  readonly #url: string
  readonly #free: Kept[] = []
  readonly #taken = new Map<BrowserContext, Kept>()

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  /** A context as new, but for its cache, and for a page that is not the test's (`pages()[0]`). @param address of the client */
  async take(address: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const kind = JSON.stringify(options)
    const at = this.#free.findLastIndex((one) => one.kind === kind)
    const [kept = await this.#make(kind, options)] = at < 0 ? [] : this.#free.splice(at, 1)
    kept.uses += 1
    this.#taken.set(kept.context, kept)
    await kept.context.setExtraHTTPHeaders({ 'x-forwarded-for': address })
    return kept.context
  }

  /** Empties it for the next test; closes one that is not from here. @param isWell false after a failure: then it is closed too */
  async giveBack(context: BrowserContext, isWell: boolean): Promise<void> {
    const kept = this.#taken.get(context)
    this.#taken.delete(context)
    if (!kept || kept.isSpoilt || !isWell || kept.uses === MOST_USES) return context.close()
    const [, ...pages] = context.pages()
    await Promise.all(pages.map((page) => page.close()))
    await context.setOffline(false)
    // Cookies too, of every origin; what the pages stored as they went is not left behind (seen with `pagehide`).
    // Chromium was seen never to answer, after a test that ended in the middle of opening a page.
    const isEmptied = await Promise.race([
      kept.session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }).then(
        () => true,
        () => false,
      ),
      setTimeout(EMPTYING_MS, false, { ref: false }),
    ])
    if (!isEmptied) return context.close()
    this.#free.push(kept)
  }

  async #make(kind: string, options: BrowserContextOptions): Promise<Kept> {
    const context = await this.#browser.newContext(options)
    const anchor = await context.newPage()
    await anchor.goto(`${this.#url}/healthz`)
    const kept = { context, kind, session: await context.newCDPSession(anchor), isSpoilt: false, uses: 0 }
    const spoils = (of: object, name: string) => {
      const call: unknown = Reflect.get(of, name)
      if (typeof call !== 'function') return
      const spoiling = (...rest: unknown[]) => {
        kept.isSpoilt = true
        return Reflect.apply(call, of, rest)
      }
      Object.assign(of, { [name]: spoiling })
    }
    for (const name of LASTING) spoils(context, name)
    // A clock of its own outlives the page, too.
    for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']) spoils(context.clock, name)
    return kept
  }
}

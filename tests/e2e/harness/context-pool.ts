/**
 * A pool of browser contexts that tests reuse, emptied in between (docs/decisions/0025). A new context starts
 * a process of its own with an empty cache, which is half the cost of a short test.
 */
import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from '@playwright/test'

/** Methods whose effect emptying does not undo: listeners, init scripts, routes and permissions. */
const LASTING_METHODS = [
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

/** Chromium argument: all pages of a context share one process, also with the anchor page. */
export const SHARED_PROCESS_ARG = '--renderer-process-limit=1'

/** Replace a context after this many tests: its process grows, and pages get slower. */
const MAX_USES = 20

/** Emptying takes a few milliseconds. A context that takes longer than this is closed instead. */
const EMPTY_TIMEOUT_MS = 10_000

interface PooledContext {
  context: BrowserContext
  /** Its options as JSON: a context serves only tests with the same options. */
  kind: string
  /** CDP session of the anchor page, which stays open so that the renderer process stays alive. */
  session: CDPSession
  /** A test called one of LASTING_METHODS: do not reuse it. */
  isTainted: boolean
  uses: number
}

/** The contexts of one worker's browser for its application. */
export class ContextPool {
  readonly #browser: Browser
  readonly #url: string
  readonly #free: PooledContext[] = []
  readonly #inUse = new Map<BrowserContext, PooledContext>()

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  /**
   * Takes a context as good as new, except for its cache and for the anchor page (`pages()[0]`), which is not
   * the test's.
   * @param address the client address, sent as x-forwarded-for
   */
  async acquire(address: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const kind = JSON.stringify(options)
    const index = this.#free.findLastIndex((one) => one.kind === kind)
    const [pooled = await this.#make(kind, options)] = index < 0 ? [] : this.#free.splice(index, 1)
    pooled.uses += 1
    this.#inUse.set(pooled.context, pooled)
    await pooled.context.setExtraHTTPHeaders({ 'x-forwarded-for': address })
    return pooled.context
  }

  /**
   * Empties the context for the next test. Closes it if it is not from this pool, is tainted or has been used
   * up.
   * @param hasPassed false after a failed test: then it is closed, too
   */
  async release(context: BrowserContext, hasPassed: boolean): Promise<void> {
    const pooled = this.#inUse.get(context)
    this.#inUse.delete(context)
    if (!pooled || pooled.isTainted || !hasPassed || pooled.uses === MAX_USES) return context.close()
    const [, ...pages] = context.pages()
    await Promise.all(pages.map((page) => page.close()))
    await context.setOffline(false)
    // Clears cookies and storage of every origin, also what the pages stored on `pagehide`.
    // Chromium sometimes never answers, after a test that ended while a page was opening: hence the timeout.
    const isEmptied = await Promise.race([
      pooled.session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }).then(
        () => true,
        () => false,
      ),
      setTimeout(EMPTY_TIMEOUT_MS, false, { ref: false }),
    ])
    if (!isEmptied) return context.close()
    this.#free.push(pooled)
  }

  async #make(kind: string, options: BrowserContextOptions): Promise<PooledContext> {
    const context = await this.#browser.newContext(options)
    const anchor = await context.newPage()
    await anchor.goto(`${this.#url}/healthz`)
    const pooled = { context, kind, session: await context.newCDPSession(anchor), isTainted: false, uses: 0 }
    const taintOnCall = (target: object, name: string) => {
      const call: unknown = Reflect.get(target, name)
      if (typeof call !== 'function') return
      const tainting = (...rest: unknown[]) => {
        pooled.isTainted = true
        return Reflect.apply(call, target, rest)
      }
      Object.assign(target, { [name]: tainting })
    }
    for (const name of LASTING_METHODS) taintOnCall(context, name)
    // A fake clock outlives the page, too.
    for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'])
      taintOnCall(context.clock, name)
    return pooled
  }
}

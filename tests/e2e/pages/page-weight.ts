/** Measures what the first visit of a page loads, and compares it with the budget of its kind. */
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request, Response } from '@playwright/test'
import { matchRoutes } from 'react-router'
import routes from '../../../src/routes.ts'
import { BUDGETS, KIND_OF_ROUTE, type PageWeight } from './weight-budgets.ts'

/**
 * API operations that the browser may call when the page loads, once each, with the expected status:
 * `chat/byId` → 200.
 */
export type ApiCalls = Readonly<Record<string, number>>

/** The route paths of src/routes.ts; '' is the home page. */
export const ROUTES = routes.map((route) => ('index' in route && route.index ? '' : (route.path ?? '')))

/** The route path that an address matches; '' if none does. */
export function routeOf(address: string): string {
  const { pathname } = new URL(address, 'http://amparo.test')
  const patterns = ROUTES.map((path) => ({ id: path, path: `/${path}` }))
  return matchRoutes(patterns, pathname)?.at(-1)?.route.id ?? ''
}

/** The event stream, open as long as the page: it counts as loaded when its response begins. */
const STREAM = '/api/events'
/**
 * The route manifest (docs/decisions/0009): React Router may request it twice while the first answer is
 * pending.
 */
const MANIFEST = '/__manifest'
const RPC = '/api/rpc/'
/** A page has loaded everything after this time without a pending request. */
const IDLE_MS = 200
const SETTLE_TIMEOUT_MS = 20_000

/** The compressed length of a response body, in bytes. @param encoding `br` or `gzip` */
export function compressedSize(url: string, encoding: string, cookie = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding, ...(cookie && { cookie }) } }, (answer) => {
      let length = 0
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length
      })
      answer.on('end', () => resolve(length))
    }).on('error', reject)
  })
}

/** Sizes of files whose name has a content hash: requested once. */
const fileSizes = new Map<string, Promise<number>>()

function sizeOfFile(url: string, encoding: string): Promise<number> {
  const key = `${encoding} ${new URL(url).pathname}`
  const length = fileSizes.get(key) ?? compressedSize(url, encoding)
  fileSizes.set(key, length)
  return length
}

export interface PageLoad {
  /** Waits until all requests have ended. @throws after SETTLE_TIMEOUT_MS */
  settled(): Promise<void>
  /** Problems other than weight: failed requests, foreign hosts, duplicate or needless requests for data. */
  problems(expected: { status: number; apiCalls: ApiCalls }): string[]
  /** The weight, and a list of the requests with their kB, heaviest first. */
  measure(): Promise<{ weight: PageWeight; list: string[] }>
  /** Stops watching. */
  stop(): void
}

/** Starts to watch the requests of a page. The page must not use a cache (`firstVisit`). */
export function watchPageLoad(page: Page): PageLoad {
  const requests: Request[] = []
  const pending = new Set<Request>()
  const refused: { request: Request; status: number }[] = []
  const failed: string[] = []
  let lastChange = Date.now()
  const onRequest = (request: Request) => {
    if (!request.url().startsWith('http')) return
    requests.push(request)
    pending.add(request)
    lastChange = Date.now()
  }
  const onEnd = (request: Request) => {
    pending.delete(request)
    lastChange = Date.now()
  }
  const onFailure = (request: Request) => {
    onEnd(request)
    if (pathOf(request) !== STREAM) failed.push(`${pathOf(request)}: ${request.failure()?.errorText}`)
  }
  page.on('request', onRequest)
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onFailure)
  const onResponse = (response: Response) => {
    if (pathOf(response.request()) === STREAM) onEnd(response.request())
    if (response.status() >= 400) refused.push({ request: response.request(), status: response.status() })
  }
  page.on('response', onResponse)
  return {
    async settled() {
      const end = Date.now() + SETTLE_TIMEOUT_MS
      for (; pending.size > 0 || Date.now() - lastChange < IDLE_MS; await sleep(20))
        if (Date.now() > end) throw new Error(`never ended: ${[...pending].map(pathOf).join(', ')}`)
    },
    problems({ status, apiCalls }) {
      const own = new URL(page.url()).host
      const hosts = new Set(requests.map((request) => new URL(request.url()).host))
      const data = requests
        .filter((request) => isData(request) && !isManifest(request))
        .map((request) => `${pathOf(request)} ${request.postData() ?? ''}`.trim())
      const expected = (request: Request) =>
        isDocument(request, page) ? status : apiCalls[nameOf(request) ?? '']
      return [
        ...failed,
        ...refused
          .filter(({ request, status: got }) => got !== expected(request))
          .map(({ request, status: got }) => `${got} for ${pathOf(request)}`),
        ...[...hosts].filter((host) => host !== own).map((host) => `another host: ${host}`),
        ...data
          // /avisos marks its notices as seen, and the bell counts again.
          .filter((one, at) => data.indexOf(one) !== at && !one.startsWith('/api/rpc/notices/unseen'))
          .map((one) => `requested twice: ${one}`),
        ...requests
          .map(nameOf)
          .filter((name) => name !== null && !(name in apiCalls))
          .map((name) => `the browser calls ${name}: read it in the loader, or name it in \`apiCalls\``),
        ...data.filter((one) => /\.data(\?|$)/.test(one)).map((one) => `a loader runs twice: ${one}`),
      ]
    },
    async measure() {
      const cookies = await page.context().cookies()
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      // API calls are not counted: `apiCalls` names them, and some happen only when the server was slow.
      const manifest = requests.find(isManifest)
      const counted = requests.filter(
        (request) => nameOf(request) === null && (request === manifest || !isManifest(request)),
      )
      const rows = await Promise.all(
        counted.map((request) => measureRequest(request, isDocument(request, page), cookie)),
      )
      const sum = (pick: (row: Row) => number) => rows.reduce((total, row) => total + pick(row), 0) / 1_000
      const weight = {
        requests: rows.length,
        script: sum(({ script }) => script),
        others: sum(({ others }) => others),
        html: sum(({ html }) => html),
      }
      const list = rows
        .toSorted((a, b) => b.others - a.others)
        .map(({ path, others }) => `${path.replace(/\?.*/, '')} ${(others / 1_000).toFixed(1)}`)
      return { weight, list }
    },
    stop() {
      page.off('request', onRequest)
      page.off('requestfinished', onEnd)
      page.off('requestfailed', onFailure)
      page.off('response', onResponse)
    },
  }
}

interface Row extends Omit<PageWeight, 'requests'> {
  path: string
}

const pathOf = (request: Request) => {
  const { pathname, search } = new URL(request.url())
  return pathname + search
}
/** The API operation that it calls, or null. */
const nameOf = (request: Request) => {
  const { pathname } = new URL(request.url())
  return pathname.startsWith(RPC) ? pathname.slice(RPC.length) : null
}
const isDocument = (request: Request, page: Page) =>
  request.isNavigationRequest() && request.frame() === page.mainFrame()
const isManifest = (request: Request) => pathOf(request).startsWith(MANIFEST)
/** Whether it requests data, from the API or a loader, rather than a file. */
const isData = (request: Request) => /^\/(api|__manifest)\b|\.data(\?|$)/.test(pathOf(request))

async function measureRequest(request: Request, document: boolean, cookie: string): Promise<Row> {
  const path = pathOf(request)
  const url = request.url()
  const row = { path, script: 0, others: 0, html: 0 }
  if (path === STREAM || path.endsWith('.woff2')) return row
  if (document) {
    const html = await compressedSize(url, 'br', cookie)
    return { ...row, others: html, html }
  }
  // A POST cannot be repeated: take the size that was received.
  if (isData(request)) return { ...row, others: Math.max(0, (await request.sizes()).responseBodySize) }
  const [script, others] = await Promise.all([
    path.endsWith('.js') ? sizeOfFile(url, 'gzip') : 0,
    sizeOfFile(url, 'br'),
  ])
  return { ...row, script, others }
}

const UNITS = {
  requests: 'requests',
  script: 'kB of JavaScript (gzip)',
  others: 'kB of everything but fonts (brotli)',
  html: 'kB of document (brotli)',
} as const

/** The parts of a weight that exceed the budget of the route's kind, as messages. */
export function overBudget(weight: PageWeight, route: string, signedIn: boolean): string[] {
  const entry = KIND_OF_ROUTE[route] ?? 'text'
  const kind = typeof entry === 'string' ? entry : entry[signedIn ? 1 : 0]
  return (Object.keys(UNITS) as (keyof PageWeight)[])
    .filter((what) => weight[what] > BUDGETS[kind][what])
    .map(
      (what) =>
        `${weight[what].toFixed(1)} ${UNITS[what]}; the budget of «${kind}» is ${BUDGETS[kind][what]}`,
    )
}

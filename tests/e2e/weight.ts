/** What travels when somebody opens a page for the first time, and how much of it each kind of page may ask for. */
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request, Response } from '@playwright/test'
import { matchRoutes } from 'react-router'
import routes from '../../src/routes.ts'
import { KIND_OF, KINDS, type Weight } from './weight-budgets.ts'

/** What the browser itself may ask the API for at once, once each: operation (`chat/byId`), and what that answers. */
export type Asks = Readonly<Record<string, number>>

/** The paths of src/routes.ts; '' is the home page. */
export const ROUTES = routes.map((route) => ('index' in route && route.index ? '' : (route.path ?? '')))

/** Which of them an address belongs to. */
export function routeOf(address: string): string {
  const { pathname } = new URL(address, 'http://amparo.test')
  const known = ROUTES.map((path) => ({ id: path, path: `/${path}` }))
  return matchRoutes(known, pathname)?.at(-1)?.route.id ?? ''
}

/** Open for as long as the page stands: it has come when its answer begins. */
const STREAM = '/api/events'
/** Which routes there are (docs/decisions/0009): React Router may ask twice while the first answer is on its way. */
const MANIFEST = '/__manifest'
const RPC = '/api/rpc/'
/** Milliseconds without a request under way after which a page has all it asked for. */
const QUIET = 200
const PATIENCE = 20_000

/** The length of a body as it travels. @param encoding accepted: `br` or `gzip` */
export function bytes(url: string, encoding: string, cookie = ''): Promise<number> {
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

/** Of files whose content their name tells: asked for once. */
const known = new Map<string, Promise<number>>()

function bytesOfFile(url: string, encoding: string): Promise<number> {
  const key = `${encoding} ${new URL(url).pathname}`
  const length = known.get(key) ?? bytes(url, encoding)
  known.set(key, length)
  return length
}

export interface Visit {
  /** Waits until everything that was asked for has come. */
  settled(): Promise<void>
  /** What is wrong whatever it weighs: failures, other hosts, data asked for twice or without need. */
  wrong(expected: { status: number; asks: Asks }): string[]
  /** The weight, and each request with its kB for whoever looks for the culprit, heaviest first. */
  weigh(): Promise<{ weight: Weight; list: string[] }>
  /** No longer looks. */
  end(): void
}

/** Begins to look at what a page asks for. Its browser context must be new, so that nothing is in the cache. */
export function watchVisit(page: Page): Visit {
  const asked: Request[] = []
  const waiting = new Set<Request>()
  const refused: { request: Request; status: number }[] = []
  const failed: string[] = []
  let last = Date.now()
  const begun = (request: Request) => {
    if (!request.url().startsWith('http')) return
    asked.push(request)
    waiting.add(request)
    last = Date.now()
  }
  const ended = (request: Request) => {
    waiting.delete(request)
    last = Date.now()
  }
  const broken = (request: Request) => {
    ended(request)
    if (pathOf(request) !== STREAM) failed.push(`${pathOf(request)}: ${request.failure()?.errorText}`)
  }
  page.on('request', begun)
  page.on('requestfinished', ended)
  page.on('requestfailed', broken)
  const answered = (response: Response) => {
    if (pathOf(response.request()) === STREAM) ended(response.request())
    if (response.status() >= 400) refused.push({ request: response.request(), status: response.status() })
  }
  page.on('response', answered)
  return {
    async settled() {
      for (const end = Date.now() + PATIENCE; waiting.size > 0 || Date.now() - last < QUIET; await sleep(20))
        if (Date.now() > end) throw new Error(`It never came: ${[...waiting].map(pathOf).join(', ')}`)
    },
    wrong({ status, asks }) {
      const own = new URL(page.url()).host
      const hosts = new Set(asked.map((request) => new URL(request.url()).host))
      const data = asked
        .filter((request) => isData(request) && !isManifest(request))
        .map((request) => `${pathOf(request)} ${request.postData() ?? ''}`.trim())
      const expected = (request: Request) =>
        isDocument(request, page) ? status : asks[nameOf(request) ?? '']
      return [
        ...failed,
        ...refused
          .filter(({ request, status: got }) => got !== expected(request))
          .map(({ request, status: got }) => `${got} for ${pathOf(request)}`),
        ...[...hosts].filter((host) => host !== own).map((host) => `another host: ${host}`),
        ...data.filter((one, at) => data.indexOf(one) !== at).map((one) => `asked for twice: ${one}`),
        ...asked
          .map(nameOf)
          .filter((name) => name !== null && !(name in asks))
          .map(
            (name) => `the browser asks for ${name}: its loader could have read it, or name it in \`asks\``,
          ),
        ...data.filter((one) => /\.data(\?|$)/.test(one)).map((one) => `a loader runs twice: ${one}`),
      ]
    },
    async weigh() {
      const cookies = await page.context().cookies()
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      // What is asked of the API is named one by one: some of it only when the server was slow.
      const manifest = asked.find(isManifest)
      const counted = asked.filter(
        (request) => nameOf(request) === null && (request === manifest || !isManifest(request)),
      )
      const rows = await Promise.all(
        counted.map((request) => weighOne(request, isDocument(request, page), cookie)),
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
    end() {
      page.off('request', begun)
      page.off('requestfinished', ended)
      page.off('requestfailed', broken)
      page.off('response', answered)
    },
  }
}

interface Row extends Omit<Weight, 'requests'> {
  path: string
}

const pathOf = (request: Request) => {
  const { pathname, search } = new URL(request.url())
  return pathname + search
}
/** Which operation it calls, if any. */
const nameOf = (request: Request) => {
  const { pathname } = new URL(request.url())
  return pathname.startsWith(RPC) ? pathname.slice(RPC.length) : null
}
const isDocument = (request: Request, page: Page) =>
  request.isNavigationRequest() && request.frame() === page.mainFrame()
const isManifest = (request: Request) => pathOf(request).startsWith(MANIFEST)
/** What is not a file: answers of the API, and of loaders. */
const isData = (request: Request) => /^\/(api|__manifest)\b|\.data(\?|$)/.test(pathOf(request))

async function weighOne(request: Request, document: boolean, cookie: string): Promise<Row> {
  const path = pathOf(request)
  const url = request.url()
  const row = { path, script: 0, others: 0, html: 0 }
  if (path === STREAM || path.endsWith('.woff2')) return row
  if (document) {
    const html = await bytes(url, 'br', cookie)
    return { ...row, others: html, html }
  }
  // An answer to a POST cannot be had once more: as it came.
  if (isData(request)) return { ...row, others: Math.max(0, (await request.sizes()).responseBodySize) }
  const [script, others] = await Promise.all([
    path.endsWith('.js') ? bytesOfFile(url, 'gzip') : 0,
    bytesOfFile(url, 'br'),
  ])
  return { ...row, script, others }
}

const WORDS = {
  requests: 'requests',
  script: 'kB of JavaScript (gzip)',
  others: 'kB of everything but fonts (brotli)',
  html: 'kB of document (brotli)',
} as const

/** What of a weight is over the budget of its route's kind, in words. */
export function over(weight: Weight, route: string, signedIn: boolean): string[] {
  const of = KIND_OF[route] ?? 'words'
  const kind = typeof of === 'string' ? of : of[signedIn ? 1 : 0]
  return (Object.keys(WORDS) as (keyof Weight)[])
    .filter((what) => weight[what] > KINDS[kind][what])
    .map(
      (what) =>
        `${weight[what].toFixed(1)} ${WORDS[what]}; a page of the kind «${kind}» has ${KINDS[kind][what]}`,
    )
}

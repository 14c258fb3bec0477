import type { Page } from '@playwright/test'
import { axeFinds } from './clean.ts'
import { expect } from './fixtures.ts'
import { type Asks, over, ROUTES, routeOf, watchVisit } from './weight.ts'
import { KIND_OF } from './weight-budgets.ts'

import { type Stage, test } from './weight-stage.ts'

test.use({ firstVisit: true })

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** A page that stands, and who looks at it. */
interface Seen {
  /** `{lawyer}` and the like: of the stage. */
  path: string
  /** Somebody new to whom nothing has happened yet; a visitor when absent. */
  as?: 'client' | 'lawyer' | 'admin'
  status?: 'profile_pending' | 'admin_pending' | 'verified'
  /** The stage's client, lawyer or administrator: their lists have something in them. */
  full?: true
  /** What the navigation carries (`state` of a link). */
  carries?: Record<string, string>
  /** What the server answers; 200 when absent. */
  answer?: 404
  /** What the browser asks for beside the badge of the bar's «Chat». */
  asks?: Asks
}

/** The bar's «Chat» follows by itself. */
const BADGE: Asks = { 'chat/unreadTotal': 200 }
/** A conversation is open in the browser alone: no address names it. */
const CONVERSATION: Asks = { 'chat/byId': 200, 'chat/messages': 200, 'proposals/byIds': 200 }
/** Its links to papers live for minutes. */
const SUBMISSION: Asks = { 'verification/submission': 200 }
/** Cards for which a busy server did not wait (`prefetchSoon`). */
const LATE_CARDS: Asks = Object.fromEntries(
  [
    'accounts/session',
    'cases/mine',
    'cases/news',
    'plans/credits',
    'chat/list',
    'proposals/pendingOfClient',
    'proposals/pendingOfLawyer',
    'reviews/mine',
    'reviews/recent',
  ].map((name) => [name, 200]),
)

const PAGES: Seen[] = [
  { path: '/' },
  { path: '/', as: 'client' },
  { path: '/', as: 'lawyer' },
  { path: '/', as: 'admin' },
  { path: '/login' },
  { path: '/register', carries: { role: 'lawyer' } },
  { path: '/recuperar-contrasena' },
  { path: '/restablecer-contrasena?token=x' },
  { path: '/restablecer-contrasena' },
  { path: '/email-verification' },
  { path: '/email-verification?token=x', asks: { 'accounts/confirmEmail': 404 } },
  { path: '/dashboard', as: 'client', asks: LATE_CARDS },
  { path: '/dashboard', as: 'client', full: true, asks: LATE_CARDS },
  { path: '/dashboard', as: 'lawyer', status: 'verified', asks: LATE_CARDS },
  { path: '/dashboard', as: 'lawyer', full: true, asks: LATE_CARDS },
  { path: '/lawyer-dashboard' },
  { path: '/client-dashboard', as: 'client' },
  { path: '/chat', as: 'client' },
  { path: '/chat', as: 'client', full: true, carries: { chatId: '{chat}' }, asks: CONVERSATION },
  { path: '/chat', as: 'lawyer', status: 'verified' },
  { path: '/chat', as: 'lawyer', full: true, carries: { chatId: '{chat}' }, asks: CONVERSATION },
  { path: '/submit-case', as: 'client' },
  { path: '/case/{case}', as: 'client', full: true },
  { path: '/case/{case}', as: 'lawyer', full: true },
  { path: '/case/{case}?tab=documentos', as: 'lawyer', full: true },
  { path: '/admin-dashboard', as: 'admin', full: true, asks: SUBMISSION },
  { path: '/verify-profile' },
  { path: `/verify-profile/${NOBODY}`, as: 'admin', asks: { 'verification/submission': 404 } },
  { path: '/verify-profile/{waiting}', as: 'admin', asks: SUBMISSION },
  { path: `/admin/verify-profile?p_lawyer_id=${NOBODY}` },
  { path: '/admin/verify-profile?p_lawyer_id={waiting}', as: 'admin', asks: SUBMISSION },
  { path: '/admin/verify-profile', as: 'admin' },
  { path: '/edit-profile', as: 'client' },
  { path: '/edit-profile', as: 'lawyer' },
  { path: '/edit-lawyer-profile', as: 'lawyer', full: true },
  { path: '/onboarding/verify-email', as: 'lawyer' },
  { path: '/create-lawyer-profile', as: 'lawyer', status: 'profile_pending' },
  { path: '/onboarding/pending-review', as: 'lawyer', status: 'admin_pending' },
  { path: '/subscriptions' },
  { path: '/subscriptions', as: 'client' },
  { path: '/subscriptions', as: 'lawyer', status: 'verified' },
  { path: '/casos-recientes', as: 'lawyer', status: 'verified' },
  { path: '/casos-recientes', as: 'lawyer', full: true },
  { path: '/find-colleagues', as: 'lawyer', full: true },
  { path: '/buscar-ia' },
  {
    path: '/buscar-ia?busqueda=1&especialidad=Divorcio&comuna=Tortel&experiencia=10&precio=1000',
    as: 'client',
  },
  { path: '/buscar-ia?busqueda=1', as: 'client' },
  { path: '/buscar-abogados' },
  { path: '/buscar-abogados?nombre=nadie' },
  { path: '/lawyer/{lawyer}' },
  { path: '/lawyer/{lawyer}', as: 'client', full: true },
  { path: '/perfil-abogado/{lawyer}', as: 'lawyer', full: true },
  { path: `/lawyer/${NOBODY}`, answer: 404 },
  { path: `/perfil-abogado/${NOBODY}`, as: 'client', answer: 404 },
  { path: '/interview/{lawyer}', as: 'client' },
  { path: `/interview/${NOBODY}`, as: 'client' },
  { path: `/interview/${NOBODY}`, as: 'lawyer', status: 'verified' },
  { path: '/ayuda' },
  { path: '/terminos' },
  { path: '/terminos', as: 'client' },
  { path: '/privacidad' },
  { path: '/correo-local' },
  { path: '/_ui' },
  { path: '/no-existe', answer: 404 },
]

const LOOKS = [
  { width: 390, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 390, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
] as const
/** `npm run looks`: every page in all four; else each in one, in turn. */
const EVERY_LOOK = process.env.LOOKS === 'all'

/** What the browser complains of: errors, warnings, refused content. The answer 404 of a 404 page is none. */
function complaints(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/status of 404/.test(message.text()))
      said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(String(error)))
  return said
}

/** The page begins as if a link had carried this to it. */
const arriveWith = (page: Page, state: unknown) =>
  page.addInitScript((usr) => {
    if (history.state === null) history.replaceState({ usr, key: 'llegada', idx: 0 }, '')
  }, state)

/** The addresses of old lead on after a moment: here they do not. */
const stay = (page: Page) =>
  page.addInitScript((moment) => {
    const later = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (then: TimerHandler, wait?: number, ...rest: unknown[]) =>
        wait === moment ? 0 : later(then, wait, ...rest),
    })
  }, 700)

const nameOf = ({ path, as, full, carries }: Seen) =>
  [
    path.replaceAll(NOBODY, '…'),
    as && ` as ${as}`,
    full && ' with everything',
    carries && ` carrying ${Object.keys(carries)}`,
  ]
    .filter(Boolean)
    .join('')

const fill = (text: string, { ids }: Stage) =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => ids[name as keyof typeof ids] ?? all)

test('DESIGN §11 every address of src/routes.ts is looked at here, and has a kind in weight-budgets.ts', () => {
  const seen = new Set(PAGES.map(({ path }) => routeOf(path)))
  expect(
    ROUTES.filter((route) => !seen.has(route)),
    'Add them to PAGES in tests/e2e/pages.spec.ts',
  ).toEqual([])
  expect(Object.keys(KIND_OF).toSorted(), 'Add them to KIND_OF in tests/e2e/weight-budgets.ts').toEqual(
    ROUTES.toSorted(),
  )
})

for (const [at, seen] of PAGES.entries()) {
  const { path, as, status, full, carries, answer = 200 } = seen
  const asks = { ...(as && as !== 'admin' && BADGE), ...seen.asks }
  test(`OPEN-70, DESIGN §11 ${nameOf(seen)}: axe finds nothing, nothing overflows, the browser has no complaint, it weighs what it may`, async ({
    page,
    visit,
    makeAccount,
    signIn,
    stage,
  }, info) => {
    const address = fill(path, stage)
    if (as)
      await signIn(
        page,
        full ? stage[as] : await makeAccount({ role: as, ...(status && { verificationStatus: status }) }),
      )
    if (carries) await arriveWith(page, JSON.parse(fill(JSON.stringify(carries), stage)))
    if (/(client|lawyer)-dashboard$/.test(path)) await stay(page)
    const turned = LOOKS.map((_, time) => LOOKS[(at + time) % 4] ?? LOOKS[0])
    for (const [time, look] of turned.slice(0, EVERY_LOOK ? 4 : 1).entries()) {
      await page.setViewportSize({ width: look.width, height: 900 })
      await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' })
      const said = complaints(page)
      const first = time === 0 ? watchVisit(page) : null
      await visit(page, address)
      await first?.settled()
      await expect(page.locator('h1').filter({ visible: true })).toHaveCount(1)
      expect(await axeFinds(page)).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      expect(await page.title()).toContain('Amparo')
      expect(said).toEqual([])
      page.removeAllListeners('console')
      page.removeAllListeners('pageerror')
      // Nobody was led elsewhere.
      expect(routeOf(page.url())).toBe(routeOf(path))
      if (!first) continue
      // What came while axe looked is of the first visit too.
      await first.settled()
      first.end()
      expect(first.wrong({ status: answer, asks })).toEqual([])
      const { weight, list } = await first.weigh()
      info.annotations.push({ type: 'weight', description: JSON.stringify(weight) })
      expect(over(weight, routeOf(path), as !== undefined), list.join('\n')).toEqual([])
    }
  })
}

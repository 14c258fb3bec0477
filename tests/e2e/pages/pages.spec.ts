import type { Page } from '@playwright/test'
import { waitForSecondStep } from '../../support/data/second-step.ts'
import { axeViolations } from '../harness/accessibility.ts'
import { expect } from '../harness/fixtures.ts'
import { type ApiCalls, overBudget, ROUTES, routeOf, watchPageLoad } from './page-weight.ts'
import { type SeedData, test } from './seed-data-fixture.ts'
import { KIND_OF_ROUTE } from './weight-budgets.ts'

test.use({ firstVisit: true })

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** A page to test, and as whom. */
interface PageCase {
  /** May contain ids of the seed data: `{lawyer}`. */
  path: string
  /** A new account without any data; a visitor when absent. */
  as?: 'client' | 'lawyer' | 'admin'
  status?: 'profile_pending' | 'admin_pending' | 'verified'
  /** Use the client, lawyer or administrator of the seed data, whose lists are full. */
  full?: true
  /** The navigation's history state (`state` of a link). */
  linkState?: Record<string, string>
  /** Status of the document; 200 when absent. */
  documentStatus?: 404
  /** API calls that the browser makes, apart from the unread badge of the navigation bar. */
  apiCalls?: ApiCalls
}

/** The unread badge of «Chat» is fetched by the browser. */
const BADGE: ApiCalls = { 'chat/unreadTotal': 200, 'notices/unseen': 200 }
/** Opening the list marks it as seen, and the event of that refetches it. */
const NOTICES: ApiCalls = { 'notices/see': 200, 'notices/list': 200 }
/** The open chat is only in the history state, not in the URL, so the server cannot load it. */
const CONVERSATION: ApiCalls = {
  'chat/readPosition': 200,
  'chat/readBlock': 200,
  'chat/byId': 200,
  'chat/messages': 200,
  'proposals/byIds': 200,
}
/** Its links to documents expire after minutes, so the loader does not read it. */
const SUBMISSION: ApiCalls = { 'verification/submission': 200 }
/** Cards that a busy server did not wait for (`prefetchWithin`). */
const PANEL_CARDS: ApiCalls = Object.fromEntries(
  [
    'accounts/session',
    'cases/mine',
    'cases/news',
    'plans/credits',
    'chat/list',
    'openCases/consents',
    'openCases/questions',
    'proposals/pendingOfClient',
    'proposals/pendingOfLawyer',
    'reviews/mine',
    'reviews/recent',
    'workspace/nextTasks',
  ].map((name) => [name, 200]),
)

const PAGES: PageCase[] = [
  { path: '/' },
  { path: '/', as: 'client' },
  { path: '/', as: 'lawyer' },
  { path: '/', as: 'admin' },
  { path: '/login' },
  { path: '/register', linkState: { role: 'lawyer' } },
  { path: '/recuperar-contrasena' },
  { path: '/restablecer-contrasena?token=x' },
  { path: '/restablecer-contrasena' },
  { path: '/email-verification' },
  { path: '/email-verification?token=x', apiCalls: { 'accounts/confirmEmail': 404 } },
  { path: '/dashboard', as: 'client', apiCalls: PANEL_CARDS },
  { path: '/dashboard', as: 'client', full: true, apiCalls: PANEL_CARDS },
  { path: '/dashboard', as: 'lawyer', status: 'verified', apiCalls: PANEL_CARDS },
  { path: '/dashboard', as: 'lawyer', full: true, apiCalls: PANEL_CARDS },
  { path: '/lawyer-dashboard' },
  { path: '/client-dashboard', as: 'client' },
  { path: '/chat', as: 'client' },
  { path: '/chat', as: 'client', full: true, linkState: { chatId: '{chat}' }, apiCalls: CONVERSATION },
  { path: '/chat', as: 'lawyer', status: 'verified' },
  {
    path: '/chat',
    as: 'lawyer',
    full: true,
    linkState: { chatId: '{chat}' },
    apiCalls: { ...CONVERSATION, 'chat/safeContact': 200 },
  },
  { path: '/avisos', as: 'client', apiCalls: NOTICES },
  { path: '/avisos', as: 'client', full: true, apiCalls: NOTICES },
  { path: '/avisos', as: 'lawyer', full: true, apiCalls: NOTICES },
  { path: '/tareas', as: 'client' },
  { path: '/tareas', as: 'client', full: true },
  { path: '/tareas', as: 'lawyer', full: true },
  { path: '/avisos/preferencias', as: 'client' },
  { path: '/avisos/preferencias', as: 'lawyer' },
  { path: '/mis-datos', as: 'client' },
  { path: '/mis-datos', as: 'client', full: true },
  { path: '/mis-datos', as: 'lawyer', full: true },
  { path: '/mis-datos', as: 'admin' },
  { path: '/mis-datos/solicitud', as: 'client' },
  { path: `/mis-datos/solicitud/${UNKNOWN_ID}`, as: 'client', apiCalls: { 'privacy/request': 404 } },
  { path: '/admin/solicitudes', as: 'admin' },
  { path: '/submit-case', as: 'client' },
  { path: '/case/{case}', as: 'client', full: true },
  { path: '/case/{case}', as: 'lawyer', full: true },
  { path: '/case/{case}/historia', as: 'client', full: true },
  { path: '/case/{case}/historia', as: 'lawyer', full: true },
  { path: '/case/{case}?tab=documentos', as: 'lawyer', full: true },
  { path: '/admin-dashboard', as: 'admin', full: true, apiCalls: SUBMISSION },
  { path: '/verify-profile' },
  { path: `/verify-profile/${UNKNOWN_ID}`, as: 'admin', apiCalls: { 'verification/submission': 404 } },
  { path: '/verify-profile/{waiting}', as: 'admin', apiCalls: SUBMISSION },
  { path: `/admin/verify-profile?p_lawyer_id=${UNKNOWN_ID}` },
  { path: '/admin/verify-profile?p_lawyer_id={waiting}', as: 'admin', apiCalls: SUBMISSION },
  { path: '/admin/verify-profile', as: 'admin' },
  { path: '/edit-profile', as: 'client' },
  { path: '/edit-profile', as: 'lawyer' },
  { path: '/seguridad', as: 'client' },
  { path: '/seguridad', as: 'admin' },
  { path: '/admin/personas', as: 'admin' },
  { path: '/admin/registro', as: 'admin' },
  { path: '/admin/retencion', as: 'admin' },
  { path: '/cambio-de-correo' },
  { path: '/no-fui-yo' },
  { path: '/solicitud-de-datos' },
  { path: '/solicitud-de-datos', as: 'client' },
  { path: '/solicitud-de-datos/seguimiento' },
  { path: '/recuperar-acceso' },
  { path: '/segundo-paso' },
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
  { path: `/lawyer/${UNKNOWN_ID}`, documentStatus: 404 },
  { path: `/perfil-abogado/${UNKNOWN_ID}`, as: 'client', documentStatus: 404 },
  { path: '/interview/{lawyer}', as: 'client' },
  { path: `/interview/${UNKNOWN_ID}`, as: 'client' },
  { path: `/interview/${UNKNOWN_ID}`, as: 'lawyer', status: 'verified' },
  { path: '/admin/reportes', as: 'admin' },
  { path: '/reportes', as: 'client' },
  { path: `/reporte/${UNKNOWN_ID}`, as: 'client', documentStatus: 404 },
  { path: '/cuenta-suspendida', as: 'client' },
  { path: '/cuenta-suspendida', as: 'lawyer', full: true },
  { path: '/normas' },
  { path: '/plazos' },
  { path: '/plazos', as: 'client' },
  { path: '/ayuda' },
  { path: '/ayuda-gratuita' },
  { path: '/ayuda-gratuita?especialidad=Pensi%C3%B3n+de+alimentos&comuna=Concepci%C3%B3n', as: 'client' },
  { path: '/ayuda-gratuita?comuna=Narnia' },
  { path: '/ayuda-gratuita?comuna=Maip%C3%BA' },
  { path: '/terminos' },
  { path: '/terminos', as: 'client' },
  { path: '/privacidad' },
  { path: '/privacidad/versiones' },
  { path: '/privacidad/versiones/privacidad-2025-07-02' },
  { path: '/correo-local' },
  { path: '/_ui' },
  { path: '/no-existe', documentStatus: 404 },
]

const LOOKS = [
  { width: 390, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 390, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
] as const
/** `npm run looks` tests every page in all four looks; otherwise each page is tested in one, in turn. */
const ALL_LOOKS = process.env.LOOKS === 'all'

/**
 * Collects console errors, warnings and page errors. Ignores the status 404 of a page that is tested as 404.
 */
function collectComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/status of 404/.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** Opens pages with this state, as if a link had passed it. */
const arriveWith = (page: Page, state: unknown) =>
  page.addInitScript((usr) => {
    if (history.state === null) history.replaceState({ usr, key: 'llegada', idx: 0 }, '')
  }, state)

/** The old panel URLs redirect after 700 ms; this prevents it. */
const blockRedirect = (page: Page) =>
  page.addInitScript((delayMs) => {
    const realSetTimeout = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (then: TimerHandler, wait?: number, ...rest: unknown[]) =>
        wait === delayMs ? 0 : realSetTimeout(then, wait, ...rest),
    })
  }, 700)

const titleOf = ({ path, as, full, linkState }: PageCase) =>
  [
    path.replaceAll(UNKNOWN_ID, '…'),
    as && ` as ${as}`,
    full && ' with data',
    linkState && ` with state ${Object.keys(linkState)}`,
  ]
    .filter(Boolean)
    .join('')

const fillIds = (text: string, { ids }: SeedData) =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => ids[name as keyof typeof ids] ?? all)

test('docs/design.md §11 every route of src/routes.ts is tested here, and has a kind in weight-budgets.ts', () => {
  const tested = new Set(PAGES.map(({ path }) => routeOf(path)))
  expect(
    ROUTES.filter((route) => !tested.has(route)),
    'Add them to PAGES in tests/e2e/pages/pages.spec.ts',
  ).toEqual([])
  expect(
    Object.keys(KIND_OF_ROUTE).toSorted(),
    'Add their kinds to tests/e2e/pages/weight-budgets.ts',
  ).toEqual(ROUTES.toSorted())
})

for (const [index, pageCase] of PAGES.entries()) {
  const { path, as, status, full, linkState, documentStatus = 200 } = pageCase
  const apiCalls = { ...(as && as !== 'admin' && BADGE), ...pageCase.apiCalls }
  test(`OPEN-70, SEG-79, docs/design.md §11 ${titleOf(pageCase)}: no axe violation, no overflow, no console error, within its weight budget`, async ({
    page,
    visit,
    makeAccount,
    signIn,
    seedData,
    database,
    app,
  }, info) => {
    const url = fillIds(path, seedData)
    if (as)
      await signIn(
        page,
        full ? seedData[as] : await makeAccount({ role: as, ...(status && { verificationStatus: status }) }),
      )
    if (linkState) await arriveWith(page, JSON.parse(fillIds(JSON.stringify(linkState), seedData)))
    if (/(client|lawyer)-dashboard$/.test(path)) await blockRedirect(page)
    if (path === '/segundo-paso') {
      const { id } = await makeAccount({ role: 'client' })
      await page
        .context()
        .addCookies([{ name: 'amparo-paso', value: await waitForSecondStep(database, id), url: app.url }])
    }
    const looks = LOOKS.map((_, at) => LOOKS[(index + at) % 4] ?? LOOKS[0])
    for (const [at, look] of looks.slice(0, ALL_LOOKS ? 4 : 1).entries()) {
      await page.setViewportSize({ width: look.width, height: 900 })
      await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' })
      const complaints = collectComplaints(page)
      const first = at === 0 ? watchPageLoad(page) : null
      await visit(page, url)
      await first?.settled()
      await expect(page.locator('h1').filter({ visible: true })).toHaveCount(1)
      expect(await axeViolations(page)).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      expect(await page.title()).toContain('Amparo')
      expect(complaints).toEqual([])
      page.removeAllListeners('console')
      page.removeAllListeners('pageerror')
      // No redirect happened.
      expect(routeOf(page.url())).toBe(routeOf(path))
      if (!first) continue
      // Requests made while axe ran belong to the first visit, too.
      await first.settled()
      first.stop()
      expect(first.problems({ status: documentStatus, apiCalls })).toEqual([])
      const { weight, list } = await first.measure()
      info.annotations.push({ type: 'weight', description: JSON.stringify(weight) })
      expect(overBudget(weight, routeOf(path), as !== undefined), list.join('\n')).toEqual([])
    }
  })
}

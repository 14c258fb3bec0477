import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Every page that stands, and who looks at it. */
const PAGES: {
  path: string
  as?: 'client' | 'lawyer' | 'admin'
  status?: 'profile_pending' | 'admin_pending' | 'verified'
}[] = [
  { path: '/' },
  { path: '/', as: 'client' },
  { path: '/', as: 'lawyer' },
  { path: '/login' },
  { path: '/recuperar-contrasena' },
  { path: '/restablecer-contrasena?token=x' },
  { path: '/restablecer-contrasena' },
  { path: '/email-verification' },
  { path: '/dashboard', as: 'client' },
  { path: '/chat', as: 'client' },
  { path: '/submit-case', as: 'client' },
  { path: '/chat', as: 'lawyer', status: 'verified' },
  { path: '/admin-dashboard', as: 'admin' },
  { path: '/verify-profile' },
  { path: '/verify-profile/00000000-0000-4000-8000-000000000000', as: 'admin' },
  { path: '/admin/verify-profile?p_lawyer_id=00000000-0000-4000-8000-000000000000' },
  { path: '/admin/verify-profile', as: 'admin' },
  { path: '/edit-profile', as: 'client' },
  { path: '/edit-profile', as: 'lawyer' },
  { path: '/edit-lawyer-profile', as: 'lawyer', status: 'verified' },
  { path: '/onboarding/verify-email', as: 'lawyer' },
  { path: '/create-lawyer-profile', as: 'lawyer', status: 'profile_pending' },
  { path: '/onboarding/pending-review', as: 'lawyer', status: 'admin_pending' },
  { path: '/subscriptions' },
  { path: '/subscriptions', as: 'lawyer', status: 'verified' },
  { path: '/casos-recientes', as: 'lawyer', status: 'verified' },
  { path: '/find-colleagues', as: 'lawyer', status: 'verified' },
  { path: '/buscar-ia' },
  {
    path: '/buscar-ia?busqueda=1&especialidad=Divorcio&comuna=Tortel&experiencia=10&precio=1000',
    as: 'client',
  },
  { path: '/buscar-abogados' },
  { path: '/buscar-abogados?nombre=nadie' },
  { path: '/dashboard', as: 'lawyer', status: 'verified' },
  { path: '/lawyer/00000000-0000-4000-8000-000000000000' },
  { path: '/perfil-abogado/00000000-0000-4000-8000-000000000000', as: 'client' },
  { path: '/interview/00000000-0000-4000-8000-000000000000', as: 'client' },
  { path: '/interview/00000000-0000-4000-8000-000000000000', as: 'lawyer', status: 'verified' },
  { path: '/terminos' },
  { path: '/privacidad' },
  { path: '/correo-local' },
  { path: '/no-existe' },
]

const LOOKS = [
  { width: 390, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const

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

for (const [at, { path, as, status }] of PAGES.entries()) {
  test(`OPEN-70 ${path}${as ? ` as ${as}` : ''}: axe finds nothing, nothing overflows, the browser has no complaint`, async ({
    page,
    visit,
    makeAccount,
    signIn,
  }) => {
    // Two of the four looks each, alternating: together every look meets half of the pages.
    for (const look of [LOOKS[at % 2], LOOKS[(at % 2) + 2]]) {
      if (!look) continue
      await page.setViewportSize({ width: look.width, height: 900 })
      await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' })
      if (as)
        await signIn(page, await makeAccount({ role: as, ...(status && { verificationStatus: status }) }))
      const said = complaints(page)
      await visit(page, path)
      await expect(page.locator('h1')).toHaveCount(1)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`),
      ).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      expect(await page.title()).toContain('Amparo')
      expect(said).toEqual([])
      page.removeAllListeners('console')
      page.removeAllListeners('pageerror')
    }
  })
}

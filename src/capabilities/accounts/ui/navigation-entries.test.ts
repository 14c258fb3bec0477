import { describe, expect, it } from 'vitest'
import { navigationEntries, showsAiSearch } from './navigation-entries.ts'

const labels = (role: Parameters<typeof navigationEntries>[0], panelRedirect: string | null = null) =>
  navigationEntries(role, panelRedirect).map(({ label, to }) => `${label} ${to}`)

describe('navigation', () => {
  it('NAV-02, NAV-13: a visitor can log in and sees neither Chat nor Panel', () => {
    expect(labels(null)).toContain('Iniciar Sesión /login')
    expect(labels(null).join()).not.toMatch(/Chat|Panel/)
  })

  it('NAV-09, NAV-11, NAV-14: Chat and Panel for everyone signed in, Buscar Colegas for lawyers only', () => {
    for (const role of ['client', 'lawyer', 'admin'] as const) {
      expect(labels(role).slice(0, 2)).toEqual(['Panel /dashboard', 'Chat /chat'])
      expect(labels(role).includes('Buscar Colegas /find-colleagues')).toBe(role === 'lawyer')
    }
  })

  it('visitors and clients see search, new case and help; lawyers see the market and help', () => {
    const CLIENT = ['Abogados /buscar-abogados', 'Ingresar causa /submit-case', 'Ayuda /ayuda']
    for (const role of [null, 'client'] as const) expect(labels(role)).toEqual(expect.arrayContaining(CLIENT))
    expect(labels('lawyer')).toEqual(
      expect.arrayContaining(['Casos Recientes /casos-recientes', 'Ayuda /ayuda']),
    )
  })

  it('an unverified lawyer has no market, and «Panel» leads to their onboarding page', () => {
    const page = '/onboarding/pending-review'
    expect(labels('lawyer', page).join()).not.toContain('Casos Recientes')
    expect(navigationEntries('lawyer', page)[0]?.redirectsTo).toBe(page)
  })

  it('NAV-15, TRAP-44: the AI search on the home page only, for visitors and clients', () => {
    expect(
      [null, 'client', 'lawyer', 'admin'].map((role) => showsAiSearch(role as 'client' | null, '/')),
    ).toEqual([true, true, false, false])
    expect(showsAiSearch(null, '/login')).toBe(false)
    expect(showsAiSearch('client', '/terminos')).toBe(false)
  })
})

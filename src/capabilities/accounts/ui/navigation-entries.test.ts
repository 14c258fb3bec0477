import { describe, expect, it } from 'vitest'
import { navigationEntries, offersSearch } from './navigation-entries.ts'

const labels = (role: Parameters<typeof navigationEntries>[0], panelLeads: string | null = null) =>
  navigationEntries(role, panelLeads).map(({ label, to }) => `${label} ${to}`)

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

  it('first-time 13: visitors and clients find search, case and help; lawyers the market and help', () => {
    const CLIENT = ['Abogados /buscar-abogados', 'Ingresar causa /submit-case', 'Ayuda /ayuda']
    for (const role of [null, 'client'] as const) expect(labels(role)).toEqual(expect.arrayContaining(CLIENT))
    expect(labels('lawyer')).toEqual(
      expect.arrayContaining(['Casos Recientes /casos-recientes', 'Ayuda /ayuda']),
    )
  })

  it('first-time 27: a lawyer who is not verified yet has no market, and «Panel» is where they stand', () => {
    const place = '/onboarding/pending-review'
    expect(labels('lawyer', place).join()).not.toContain('Casos Recientes')
    expect(navigationEntries('lawyer', place)[0]).toMatchObject({ leads: place })
  })

  it('NAV-15, TRAP-44: the AI search on the home page only, for visitors and clients', () => {
    expect(
      [null, 'client', 'lawyer', 'admin'].map((role) => offersSearch(role as 'client' | null, '/')),
    ).toEqual([true, true, false, false])
    expect(offersSearch(null, '/login')).toBe(false)
    expect(offersSearch('client', '/terminos')).toBe(false)
  })
})

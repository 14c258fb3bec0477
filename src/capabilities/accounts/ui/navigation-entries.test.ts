import { describe, expect, it } from 'vitest'
import { navigationEntries, offersSearch } from './navigation-entries.ts'

const labels = (role: Parameters<typeof navigationEntries>[0]) =>
  navigationEntries(role).map(({ label, to }) => `${label} ${to}`)

describe('navigation', () => {
  it('NAV-02, NAV-13: a visitor can log in and sees neither Chat nor Panel', () => {
    expect(labels(null)).toEqual(['Iniciar Sesión /login'])
  })

  it('NAV-09, NAV-11, NAV-14: Chat and Panel for everyone signed in, Buscar Colegas for lawyers only', () => {
    expect(labels('client')).toEqual(['Panel /dashboard', 'Chat /chat'])
    expect(labels('admin')).toEqual(['Panel /dashboard', 'Chat /chat'])
    expect(labels('lawyer')).toEqual(['Panel /dashboard', 'Chat /chat', 'Buscar Colegas /find-colleagues'])
  })

  it('NAV-15, TRAP-44: the AI search on the home page only, for visitors and clients', () => {
    expect(
      [null, 'client', 'lawyer', 'admin'].map((role) => offersSearch(role as 'client' | null, '/')),
    ).toEqual([true, true, false, false])
    expect(offersSearch(null, '/login')).toBe(false)
    expect(offersSearch('client', '/terminos')).toBe(false)
  })
})

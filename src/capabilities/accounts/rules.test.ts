import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { abbreviatedName, pathAfterRegistration, safeReturnPath } from './rules.ts'

test('AUT-15, AUT-16 first page after registration', () => {
  expect(pathAfterRegistration('lawyer')).toBe('/onboarding/verify-email')
  expect(pathAfterRegistration('client')).toBe('/dashboard')
})

describe('abuse 39: ?volver= leads to pages of this origin only', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'dashboard',
    '/\t/evil.example',
    '/login',
    '/register?x=1',
    '',
    `/${'a'.repeat(600)}`,
  ])('%j is refused', (path) => {
    expect(safeReturnPath(path)).toBeNull()
  })

  test.each(['/dashboard', '/case/1?tab=chat#abajo', '/loginx', '/'])('%j is accepted', (path) => {
    expect(safeReturnPath(path)).toBe(path)
  })

  test('every accepted path stays on this host', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/${text}`),
        ),
        (text) => {
          const path = safeReturnPath(text)
          if (path !== null) expect(new URL(path, 'https://amparo.test').host).toBe('amparo.test')
        },
      ),
    )
  })
})

test.each([
  ['Camila Rojas Fuentes', 'Camila R.'],
  ['Camila', 'Camila'],
  ['María de la Luz Soto', 'María L.'],
  ['María Fernanda Errázuriz-Larraín Soto', 'María E.'],
  ['Juan Pablo Ñúñez de la Fuente', 'Juan Ñ.'],
  ['Álvaro ñuñoa', 'Álvaro Ñ.'],
  ['  Ana   María  ', 'Ana M.'],
  ['Juan 2 Pérez', 'Juan P.'],
  ['Pedro de', 'Pedro'],
  ['ana.rojas@correo.cl', 'ana.rojas'],
  ['Rosa rosa@correo.cl', 'Rosa R.'],
])('OPEN-56 «%s» is abbreviated to «%s»', (name, shown) => {
  expect(abbreviatedName(name)).toBe(shown)
})

import { expect, test } from 'vitest'
import type { Session } from '../../platform/session.ts'
import { reviewClient, reviewedLawyer, shownName } from './rules.ts'

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
])('OPEN-56 «%s» is shown as «%s»', (name, shown) => {
  expect(shownName(name)).toBe(shown)
})

const as = (role: Session['role']) => ({ role, userId: 'x' }) as Session

test('REV-03, ROL-02 clients alone write; DAL-11 lawyers alone receive', () => {
  expect(reviewClient(as('client'))).toEqual({ ok: true, value: { clientId: 'x' } })
  expect(reviewedLawyer(as('lawyer'))).toEqual({ ok: true, value: { lawyerId: 'x' } })
  for (const role of ['lawyer', 'admin'] as const)
    expect(reviewClient(as(role))).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } })
  for (const role of ['client', 'admin'] as const)
    expect(reviewedLawyer(as(role))).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } })
})

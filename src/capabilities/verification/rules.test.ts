import { expect, test } from 'vitest'
import type { Role, Session } from '../../platform/session/session.ts'
import { documentKind, formatAddress, requireAdmin } from './rules.ts'

const session = (role: Role | null, displayed: Role): Session => ({
  id: 's',
  userId: 'u',
  role,
  profileError: null,
  isProven: false,
  isSuspended: false,
  isLosingFactor: false,
  user: { role: displayed } as Session['user'],
})

test('OPEN-01 only the session role grants access, never the displayed role', () => {
  expect(requireAdmin(session('admin', 'admin'))).toEqual({ ok: true, value: { adminId: 'u' } })
  for (const [role, displayed] of [
    ['client', 'admin'],
    ['lawyer', 'admin'],
    [null, 'admin'],
  ] as const)
    expect(requireAdmin(session(role, displayed))).toEqual({
      ok: false,
      refusal: { code: 'FORBIDDEN', message: 'No tienes permisos para verificar abogados.' },
    })
})

test('OPEN-03 the file extension decides whether a document is an image or a PDF', () => {
  expect(['identidad/u/a.pdf', 'identidad/u/a.jpg', 'identidad/u/a.png'].map(documentKind)).toEqual([
    'pdf',
    'image',
    'image',
  ])
})

test.each([
  ['503', 'Los Leones 220 depto. 503'],
  ['B', 'Los Leones 220 depto. B'],
  ['Oficina 401', 'Los Leones 220 Oficina 401'],
  ['of. 401', 'Los Leones 220 of. 401'],
  ['Of401', 'Los Leones 220 Of401'],
  ['Depto 12', 'Los Leones 220 Depto 12'],
  ['dpto. 12', 'Los Leones 220 dpto. 12'],
  ['Piso 3', 'Los Leones 220 Piso 3'],
  ['Casablanca', 'Los Leones 220 depto. Casablanca'],
  ['', 'Los Leones 220'],
  [null, 'Los Leones 220'],
])('ONP-27, OPEN-03 unit «%s» after the street number: «%s»', (unit, line) => {
  expect(formatAddress('Los Leones', '220', unit)).toBe(line)
})

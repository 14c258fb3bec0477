import { expect, test } from 'vitest'
import type { Role, Session } from '../../platform/session.ts'
import { administrator, documentKind } from './rules.ts'

const session = (role: Role | null, shown: Role): Session => ({
  id: 's',
  userId: 'u',
  role,
  profileError: null,
  user: { role: shown } as Session['user'],
})

test('OPEN-01 only the role that gives rights counts, never the one that is shown', () => {
  expect(administrator(session('admin', 'admin'))).toEqual({ ok: true, value: { adminId: 'u' } })
  for (const [role, shown] of [
    ['client', 'admin'],
    ['lawyer', 'admin'],
    [null, 'admin'],
  ] as const)
    expect(administrator(session(role, shown))).toEqual({
      ok: false,
      refusal: { code: 'FORBIDDEN', message: 'No tienes permisos para verificar abogados.' },
    })
})

test('OPEN-03 a document is an image or a PDF, by the end of its key', () => {
  expect(['identidad/u/a.pdf', 'identidad/u/a.jpg', 'identidad/u/a.png'].map(documentKind)).toEqual([
    'pdf',
    'image',
    'image',
  ])
})

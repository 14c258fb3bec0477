import { describe, expect, it } from 'vitest'
import { hasFooter } from './has-footer.ts'

describe('hasFooter', () => {
  it.each([
    ['FOO-03', '/chat'],
    ['FOO-03', '/chat/7'],
    ['FOO-03, TRAP-12', '/chatear-x'],
    ['FOO-04', '/submit-case'],
    ['FOO-05', '/dashboard'],
    ['FOO-05, TRAP-12', '/dashboards'],
    ['FOO-06', '/onboarding/verify-email'],
    ['FOO-07', '/onboarding/pending-review'],
    ['FOO-08', '/email-verification'],
    ['FOO-09', '/find-colleagues'],
    ['FOO-10', '/admin/verify-profile'],
    ['FOO-11', '/edit-lawyer-profile'],
    ['FOO-12', '/casos-recientes'],
    ['FOO-13', '/perfil-abogado/42'],
    ['FOO-14', '/buscar-ia'],
    ['FOO-15', '/case/42'],
    ['FOO-16', '/verify-profile/42'],
  ])('%s: none on %s', (_id, pathname) => {
    expect(hasFooter(pathname)).toBe(false)
  })

  it.each([
    '/',
    '/login',
    '/register',
    '/lawyer/42',
    '/edit-profile',
    '/interview/42',
    '/create-lawyer-profile',
    '/subscriptions',
    '/terminos',
    '/privacidad',
    '/buscar-abogados',
    '/lawyer-dashboard',
    '/client-dashboard',
  ])('FOO-17: on %s', (pathname) => {
    expect(hasFooter(pathname)).toBe(true)
  })

  it.each([
    ['FOO-15', '/case'],
    ['FOO-15', '/casero'],
    ['FOO-16', '/verify-profile'],
    ['TRAP-12', '/mi/chat'],
    ['TRAP-12', '/Chat'],
    ['TRAP-12', '/admin-dashboard'],
  ])('%s: on %s, which is only similar', (_id, pathname) => {
    expect(hasFooter(pathname)).toBe(true)
  })
})

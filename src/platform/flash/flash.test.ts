import { describe, expect, it } from 'vitest'
import { announceSignIn } from '../session/sign-in-signal.ts'
import { CLEARED_FLASH_COOKIE, FLASH_MESSAGES, type FlashCode, flashCookie, readFlash } from './flash.ts'

const codes = Object.keys(FLASH_MESSAGES) as FlashCode[]

describe('flash messages', () => {
  it.each(codes)('%s is set for 60 seconds without its text, and read back', (code) => {
    const cookie = flashCookie(code)
    expect(cookie).toBe(`aviso=${code}; Max-Age=60; Path=/; SameSite=Lax`)
    expect(cookie).not.toContain(FLASH_MESSAGES[code].text)
    expect(readFlash(`a=1; ${cookie.split(';')[0]}; b=2`)).toEqual({
      ...FLASH_MESSAGES[code],
      dismissSignal: expect.any(AbortSignal),
    })
  })

  it.each([
    '',
    'aviso=',
    'aviso=otra-cosa',
    'aviso=toString',
    'aviso=__proto__',
    'xaviso=caso-sin-acceso',
    'aviso=caso-sin-acceso%20',
  ])('ignores %j', (cookies) => {
    expect(readFlash(cookies)).toBeNull()
  })

  it('OPEN-46 is withdrawn once the user has signed in, and the next message stays again', () => {
    const flash = readFlash(`aviso=${codes[0]}`)
    expect(flash?.dismissSignal?.aborted).toBe(false)
    announceSignIn()
    expect(flash?.dismissSignal?.aborted).toBe(true)
    expect(readFlash(`aviso=${codes[0]}`)?.dismissSignal?.aborted).toBe(false)
  })

  it('is deleted by a cookie of the same name and path', () => {
    expect(CLEARED_FLASH_COOKIE).toBe('aviso=; Max-Age=0; Path=/; SameSite=Lax')
  })
})

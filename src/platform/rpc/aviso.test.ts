import { describe, expect, it } from 'vitest'
import { AVISOS, type AvisoCode, avisoCookie, avisoIn, NO_AVISO } from './aviso.ts'
import { signInDone } from './until-signed-in.ts'

const codes = Object.keys(AVISOS) as AvisoCode[]

describe('flash messages', () => {
  it.each(codes)('%s is set for 60 seconds without its text, and read back', (code) => {
    const cookie = avisoCookie(code)
    expect(cookie).toBe(`aviso=${code}; Max-Age=60; Path=/; SameSite=Lax`)
    expect(cookie).not.toContain(AVISOS[code].text)
    expect(avisoIn(`a=1; ${cookie.split(';')[0]}; b=2`)).toEqual({
      ...AVISOS[code],
      until: expect.any(AbortSignal),
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
    expect(avisoIn(cookies)).toBeNull()
  })

  it('OPEN-46 is withdrawn once the user has signed in, and the next message stays again', () => {
    const flash = avisoIn(`aviso=${codes[0]}`)
    expect(flash?.until?.aborted).toBe(false)
    signInDone()
    expect(flash?.until?.aborted).toBe(true)
    expect(avisoIn(`aviso=${codes[0]}`)?.until?.aborted).toBe(false)
  })

  it('is deleted by a cookie of the same name and path', () => {
    expect(NO_AVISO).toBe('aviso=; Max-Age=0; Path=/; SameSite=Lax')
  })
})

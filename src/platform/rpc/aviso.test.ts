import { describe, expect, it } from 'vitest'
import { AVISOS, type AvisoCode, avisoCookie, avisoIn, NO_AVISO } from './aviso.ts'

const codes = Object.keys(AVISOS) as AvisoCode[]

describe('aviso', () => {
  it.each(codes)('%s is set for 60 seconds without its text, and read back', (code) => {
    const cookie = avisoCookie(code)
    expect(cookie).toBe(`aviso=${code}; Max-Age=60; Path=/; SameSite=Lax`)
    expect(cookie).not.toContain(AVISOS[code].text)
    expect(avisoIn(`a=1; ${cookie.split(';')[0]}; b=2`)).toEqual(AVISOS[code])
  })

  it.each([
    '',
    'aviso=',
    'aviso=otra-cosa',
    'aviso=toString',
    'aviso=__proto__',
    'xaviso=caso-sin-acceso',
    'aviso=caso-sin-acceso%20',
  ])('knows nothing of %j', (cookies) => {
    expect(avisoIn(cookies)).toBeNull()
  })

  it('is removed by a cookie of the same name and path', () => {
    expect(NO_AVISO).toBe('aviso=; Max-Age=0; Path=/; SameSite=Lax')
  })
})

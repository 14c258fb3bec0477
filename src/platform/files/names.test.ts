import { describe, expect, test } from 'vitest'
import { inlineAs, shownName } from './names.ts'

const shown = (name: string) => shownName(encodeURIComponent(name))

describe('the name of a file is for showing only', () => {
  test.each([
    ['carné ñandú.pdf', 'carné ñandú.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Fotos\\yo.jpg', 'yo.jpg'],
    ['factura\u202Efdp.exe', 'facturafdp.exe'],
    ['a\0b.pdf', 'ab.pdf'],
    ['x\r\nset-cookie: a=b.pdf', 'xset-cookie: a=b.pdf'],
    ['\u200B\u2066oculto\u2069.png', 'oculto.png'],
    ['..', ''],
    ['  ', ''],
    ['/', ''],
  ])('%j is shown as %j', (name, expected) => {
    expect(shown(name)).toBe(expected)
  })

  test('a long name keeps its end', () => {
    const name = shown(`${'ñ'.repeat(300)}.pdf`)
    expect([...name]).toHaveLength(120)
    expect(name.endsWith('ñ.pdf')).toBe(true)
  })

  test('emoji are not cut in two, and what is no percent-encoding is no name', () => {
    expect(shown('😀'.repeat(130)).isWellFormed()).toBe(true)
    expect(shownName('%E0%A4%A')).toBe('')
    expect(shownName(['a', 'b'])).toBe('')
    expect(shownName(undefined)).toBe('')
  })

  test('in a header it is quoted for old and new readers, and never ends the header', () => {
    expect(inlineAs('carné "1".pdf')).toBe(
      `inline; filename="carn_ _1_.pdf"; filename*=UTF-8''carn%C3%A9%20%221%22.pdf`,
    )
    expect(inlineAs("o'higgins (1)*.pdf")).toContain("UTF-8''o%27higgins%20%281%29%2A.pdf")
    expect(inlineAs('')).toBe('inline')
  })
})

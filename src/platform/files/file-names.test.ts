import { describe, expect, test } from 'vitest'
import { EXTENSIONS, type FileType, isFileKey } from './buckets.ts'
import { contentDisposition, displayName, nameInKey, withRealExtension } from './file-names.ts'

const displayed = (name: string) => displayName(encodeURIComponent(name))

describe('abuse 31: file names are for display only', () => {
  test.each([
    ['carné ñandú.pdf', 'carné ñandú.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Fotos\\yo.jpg', 'yo.jpg'],
    ['factura\u202Efdp.exe', 'facturafdp.exe'],
    ['a\0b.pdf', 'ab.pdf'],
    ['x\r\nset-cookie: a=b.pdf', 'xset-cookie: a=b.pdf'],
    ['\u200B\u2066oculto\u2069.png', 'oculto.png'],
    [`x${'\u0301'.repeat(90)}.pdf`, `x${'\u0301'.repeat(8)}.pdf`],
    ['..', ''],
    ['  ', ''],
    ['/', ''],
  ])('%j is displayed as %j', (name, expected) => {
    expect(displayed(name)).toBe(expected)
  })

  test('a long name keeps its extension', () => {
    const name = displayed(`${'ñ'.repeat(300)}.pdf`)
    expect([...name]).toHaveLength(120)
    expect(name.endsWith('ñ.pdf')).toBe(true)
  })

  test('emoji are not split, and an invalid percent-encoding gives no name', () => {
    expect(displayed('😀'.repeat(130)).isWellFormed()).toBe(true)
    expect(displayName('%E0%A4%A')).toBe('')
    expect(displayName(['a', 'b'])).toBe('')
    expect(displayName(undefined)).toBe('')
  })

  test('abuse 31: it is quoted in headers for old and new clients, and cannot end the header', () => {
    expect(contentDisposition('inline', 'carné "1".pdf')).toBe(
      `inline; filename="carn_ _1_.pdf"; filename*=UTF-8''carn%C3%A9%20%221%22.pdf`,
    )
    expect(contentDisposition('inline', "o'higgins (1)*.pdf")).toContain(
      "UTF-8''o%27higgins%20%281%29%2A.pdf",
    )
    expect(contentDisposition('inline', '')).toBe('inline')
  })
})

const ID = '11111111-1111-4111-8111-111111111111'
const TYPES = Object.keys(EXTENSIONS) as FileType[]

describe('CAS-25 names inside keys', () => {
  test.each([
    ['Carta de despido.pdf', 'application/pdf', 'Carta-de-despido.pdf'],
    [
      'Cálculo ñandú (v2).xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Calculo-nandu-v2.xlsx',
    ],
    ['foto.JPEG', 'image/jpeg', 'foto.jpg'],
    ['acta.html', 'application/pdf', 'acta-html.pdf'],
    ['факт.pdf', 'application/pdf', 'documento.pdf'],
    ['', 'image/png', 'documento.png'],
    ['....', 'application/msword', 'documento.doc'],
  ] as const)('%j as %s gives %j', (name, type, expected) => {
    expect(nameInKey(name, type)).toBe(expected)
  })

  test('every name gives a valid key without path traversal', () => {
    const names = [
      '../../x',
      '..\\..\\x',
      'a/b',
      'a%2Fb',
      '%00',
      '\u202Efdp.exe',
      '.htaccess',
      'x'.repeat(500),
      '<b>',
      "'; --",
      '~',
      '-',
      '?#&',
      'ﬁ.pdf',
    ]
    for (const name of names)
      for (const type of TYPES) {
        const inKey = nameInKey(name, type)
        expect(inKey).toMatch(/^[A-Za-z0-9_-]{1,60}\.[a-z]{3,4}$/)
        expect(isFileKey(`certificados/case_documents/${ID}/${ID}-${inKey}`), inKey).toBe(true)
      }
  })

  test('other paths are not valid keys', () => {
    const folder = `certificados/case_documents/${ID}`
    expect(isFileKey(`${folder}/${ID}-a.b.pdf`)).toBe(true)
    for (const key of [
      `${folder}/${ID}-`,
      `${folder}/${ID}-..`,
      `${folder}/${ID}-../x.pdf`,
      `${folder}/${ID}-a..pdf`,
      `${folder}/${ID}-.pdf`,
      `${folder}/${ID}-a.pdf/`,
      `${folder}/${ID}-a.pdf\n`,
      `${folder}/${ID}-a.pdf\0`,
      `${folder}/${ID}-a%2F.pdf`,
      `${folder}/${ID}-ñ.pdf`,
      `${folder}/../${ID}-a.pdf`,
      `${folder}/a.pdf`,
      `${folder}/${ID}/${ID}-a.pdf`,
      `certificados/case_documents/../${ID}/${ID}-a.pdf`,
      `identidad/case_documents/${ID}/${ID}-a.pdf`,
      `certificados/otros/${ID}/${ID}-a.pdf`,
      `/${folder}/${ID}-a.pdf`,
      `${folder}/${ID}-${'a'.repeat(100)}.pdf`,
    ])
      expect(isFileKey(key), key).toBe(false)
  })
})

describe('the extension of the real type', () => {
  test.each([
    ['acta.pdf', 'application/pdf', 'acta.pdf'],
    ['ACTA.PDF', 'application/pdf', 'ACTA.PDF'],
    ['foto.jpeg', 'image/jpeg', 'foto.jpeg'],
    ['acta.html', 'application/pdf', 'acta.html.pdf'],
    ['acta', 'application/pdf', 'acta.pdf'],
    ['', 'application/pdf', ''],
  ] as const)('%j of %s is %j', (name, type, expected) => {
    expect(withRealExtension(name, type)).toBe(expected)
  })

  test('downloads have an attachment disposition', () => {
    expect(contentDisposition('attachment', 'carné.docx')).toBe(
      `attachment; filename="carn_.docx"; filename*=UTF-8''carn%C3%A9.docx`,
    )
    expect(contentDisposition('attachment', '')).toBe('attachment')
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HIDDEN_PLACEHOLDER, hideContactData } from './contact-data.ts'
import { checkDigit, formatRut } from './rut.ts'

/** Spellings that must be hidden completely. */
const PHONES = [
  '+56 9 1234 5678',
  '+56912345678',
  '+569 1234 5678',
  '+56-9-1234-5678',
  '+56.9.1234.5678',
  '(+56) 9 1234 5678',
  '(+569) 12345678',
  '+56 (9) 1234-5678',
  '0056912345678',
  '00 56 9 1234 5678',
  '56912345678',
  '56 9 1234 5678',
  '56-9-12345678',
  '56.912.345.678',
  '9 1234 5678',
  '912345678',
  '91234 5678',
  '9-1234-5678',
  '9-12345678',
  '9.1234.5678',
  '9_1234_5678',
  '9/1234/5678',
  '9 12 34 56 78',
  '912 345 678',
  '912-345-678',
  '912.345.678',
  '(9) 1234 5678',
  '(9)12345678',
  '9  1234  5678',
  '9 1 2 3 4 5 6 7 8',
  '9-1-2-3-4-5-6-7-8',
  '9.1.2.3.4.5.6.7.8',
  '9, 1, 2, 3, 4, 5, 6, 7, 8',
  '9 12345 678',
  '09 1234 5678',
  '09-12345678',
  '9*1234*5678',
  '9|1234|5678',
  '9·1234·5678',
  '９ １２３４ ５６７８',
  '９１２３４５６７８',
  '٩١٢٣٤٥٦٧٨',
  '۹۱۲۳۴۵۶۷۸',
  '९१२३४५६७८',
  '𝟗𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖',
  '⑨①②③④⑤⑥⑦⑧',
  '⁹¹²³⁴⁵⁶⁷⁸',
  '9️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣',
  '9\u200b1234\u200b5678',
  '9\u200d12\u200d34\u200d56\u200d78',
  '9\u00ad1234\u20605678',
  '9\u00a01234\u20075678',
  '9–1234—5678',
  '9:1234:5678',
  '9;1234;5678',
  '9=1234=5678',
  '9#1234#5678',
  '9"1234"5678',
  '9&1234&5678',
  '9][1234][5678',
  '9😀1234😀5678',
  '9→1234→5678',
  '9,1234,5678',
  '9‑1234‑5678',
  '9−1234−5678',
  'nueve uno dos tres cuatro cinco seis siete ocho',
  'nueve, uno, dos, tres, cuatro, cinco, seis, siete, ocho',
  'Nueve-Uno-Dos-Tres-Cuatro-Cinco-Seis-Siete-Ocho',
  'nueve ocho siete 654 321',
  '9 ocho 7 seis 5 cuatro 3 dos 1',
  'nueve doce treinta y cuatro cincuenta y seis setenta y ocho',
  'nueve ochenta y siete sesenta y cinco cuarenta y tres veintiuno',
  'novecientos ochenta y siete seiscientos cincuenta y cuatro trescientos veintiuno',
  'cinco seis nueve uno dos tres cuatro cinco seis siete ocho',
  'más cincuenta y seis nueve 1234 5678'.slice(4),
  '9 guion 1234 guion 5678',
  '9 punto 1234 punto 5678',
  '9 espacio 1234 espacio 5678',
  // Landlines with area code.
  '2 2345 6789',
  '22 345 6789',
  '(2) 2345 6789',
  '(02) 2345 6789',
  '+56 2 2345 6789',
  '+56223456789',
  '223456789',
  '32 234 5678',
  '(32) 2345678',
  '32-2345678',
  '41 2 123 456',
  '(041) 2123456',
  '+56 41 212 3456',
  '55 2 345678',
  '65-2-345-678',
  '+1 202 555 0143',
  '+54 9 11 2345 6789',
  '+34 612 345 678',
]

const RUTS = [
  '12.345.678-5',
  '12345678-5',
  '12.345.678 - 5',
  '12.345.678–5',
  '12.345.678‐5',
  '12345678 - 5',
  '12345678 5',
  '123456785',
  '12 345 678-5',
  '12 345 678 5',
  '12-345-678-5',
  '12.345.678/5',
  '12,345,678-5',
  '12,345,678-k',
  '12.345.678 dv 5',
  '12.345.678 DV: 5',
  '12345678 guion 5',
  '12345678 guión 5',
  '12.345.678 guion K',
  '12345678 raya 5',
  '12345678-k',
  '12345678-K',
  '12345678K',
  '12345678 k',
  '12.345.678-k',
  '7.654.321-6',
  '7654321-6',
  '7.654.321-K',
  '１２.３４５.６７８-５',
  '12.345.678\u200b-\u200b5',
  '１２３４５６７８',
  '12.345.678-9',
  '$12.345.678-5',
]

const MAILS = [
  'nombre@gmail.com',
  'nombre.apellido@gmail.com',
  'nombre_apellido+legal@estudio-perez.cl',
  'NOMBRE@GMAIL.COM',
  'nombre @ gmail . com',
  'nombre @gmail.com',
  'nombre@ gmail.com',
  'nombre@gmail,com',
  'nombre@gmail punto com',
  'nombre@gmail',
  'nombre＠gmail．com',
  'nombre@mail.uchile.cl',
  'n@x.cl',
  'nombre arroba gmail punto com',
  'nombre ARROBA gmail PUNTO com',
  'nombre arroba gmail.com',
  'nombre arroba gmail com',
  'nombre arroba gmail',
  'nombrearrobagmailpuntocom'.replace('arroba', ' arroba ').replace('punto', ' punto '),
  'nombre (arroba) gmail (punto) com',
  'nombre [arroba] gmail [punto] com',
  'nombre (at) gmail . com',
  'nombre (at) gmail.com',
  'nombre[at]gmail[dot]com',
  'nombre {at} gmail {dot} com',
  'nombre <at> gmail <dot> com',
  'nombre at gmail dot com',
  'nombre(a)gmail.com',
  'nombre(@)gmail.com',
  'nombre [@] gmail.com',
  'nombre-arroba-gmail-punto-com',
  'nombre punto apellido arroba gmail punto com',
  'nombre guion bajo apellido arroba hotmail punto cl',
  'nombre.apellido arroba estudio punto cl',
  'nombre arroba estudio punto perez punto cl',
  'nombre gmail.com',
  'nombre gmail punto com',
  'nombre hotmail com',
  'n\u200bombre@g\u200bmail.com',
  'ｎｏｍｂｒｅ@ｇｍａｉｌ.com',
  'ñandú.pérez@correo.cl',
  '@nombre_legal',
]

/** Texts that must stay unchanged. */
const KEPT = [
  'los puntos 1 2 3 4 5 6 7 8 9 del escrito',
  '$1.500.000',
  '$ 1.500.000',
  '$1500000',
  '$46.000',
  '46.000',
  '1.500.000',
  '12.345.678 pesos',
  '$12.345.678',
  '$ 912.345.678',
  '2 millones',
  '15000000',
  '15.000.000',
  '900.000.000',
  '150000000',
  '1 500 000 pesos',
  '40 lucas y 2 palos',
  '46,5 UF',
  '1,500,000',
  '12,345,678 pesos',
  'de 9:30 a 18:45; 10:15; 12:00',
  '1.234,56 UF',
  'entre $500.000 y $600.000',
  '$500.000 - $600.000',
  '150.000, 200.000, 950.000 y 950.000',
  'pagué 950.000, 200.000, 150.000',
  '3 cuotas de 450.000',
  'dos millones trescientos mil pesos',
  'novecientos mil pesos',
  '2019',
  '2019, 2020, 2021 y 2022',
  '2019-2023',
  'entre 2019 y 2023',
  '02-07-2025',
  '2/7/2025',
  '02.07.2025',
  '2/7/25',
  '2025-07-02',
  '12 de noviembre de 2026',
  'del 01-03-2024 al 15-03-2024',
  '12-05-2023 13-05-2023',
  'art. 161',
  'artículos 159, 160 y 161',
  'Ley 21.675',
  'Ley N° 19.628',
  'ley 18.101 y DFL 2 de 1959',
  'art. 1.545 del Código Civil',
  'RIT C-1234-2023',
  'RIT O-22-2023',
  'C-12345-2022',
  'Rol 12.345-2020',
  'Rol C-1234-2021',
  'causa rol 1234-2023',
  'RUC 2300123456-7',
  'Los Alerces 1234, casa 12, block 3',
  'Manuel Montt 367 of 1205',
  'a las 10:30 o 18:45',
  '9 horas, 45 semanales',
  '45 horas',
  '7 años y 11 meses',
  'mis 3 hijos de 9, 12 y 15 años',
  'hijos de 2, 4, 6, 8 y 10 años',
  '¿Cuántos días han pasado desde el despido? 9\n¿Tenías contrato de trabajo escrito? Sí, indefinido',
  '¿Cuántos meses te adeudan, aproximadamente? 11',
  'uno de ellos, dos quizás',
  'ocho, nueve o diez años',
  'dos mil veintitrés',
  'treinta y cinco años',
  'una arroba de harina',
  'ciento veinte metros',
  '850 m2 y 3.500 m2',
  '15% y 3,5%',
  'patente GHKL45',
  'el 4 y 5 de abril de 2024, de 9 a 18',
  'la empresa me debe 6 meses. Hablé con ellos 3 veces',
  'el live de la empresa',
  'a punto de perder la casa',
  'me llamaron 3 veces en 2024',
  'el contacto fue en 2019 y 2020',
  'carnet de conducir clase B',
  'vitamina K y clase 3 K',
]

/** Puts a spelling into a sentence, whose own words must stay. */
const inText = (spelling: string) => `Vivo solo con mi madre, ${spelling}, desde entonces.`
const hidden = inText(HIDDEN_PLACEHOLDER)

describe('hideContactData', () => {
  test.each(PHONES)('OPEN-50 a telephone is hidden: %s', (spelling) => {
    expect(hideContactData(inText(spelling))).toBe(hidden)
    expect(hideContactData(spelling)).toBe(HIDDEN_PLACEHOLDER)
  })

  test.each(RUTS)('OPEN-50 a RUT is hidden: %s', (spelling) => {
    expect(hideContactData(inText(spelling)).replace('$', '')).toBe(hidden)
  })

  test.each(MAILS)('OPEN-50 an e-mail address is hidden: %s', (spelling) => {
    expect(hideContactData(`Vivo sola; ${spelling}; desde entonces.`)).toBe(
      `Vivo sola; ${HIDDEN_PLACEHOLDER}; desde entonces.`,
    )
  })

  test.each(KEPT)('OPEN-50 other text stays unchanged: %s', (text) => {
    expect(hideContactData(text)).toBe(text)
    expect(hideContactData(inText(text))).toBe(inText(text))
  })

  test.each([
    ['mi fono es 8765 4321.', `mi fono es ${HIDDEN_PLACEHOLDER}.`],
    ['Tel: 2345678', `Tel: ${HIDDEN_PLACEHOLDER}`],
    ['WhatsApp 87654321', `WhatsApp ${HIDDEN_PLACEHOLDER}`],
    ['llámame al 234 5678 por favor', `llámame al ${HIDDEN_PLACEHOLDER} por favor`],
    ['mi RUT es 12.345.678', `mi RUT es ${HIDDEN_PLACEHOLDER}`],
    ['R.U.T. 12345678', `R.U.T. ${HIDDEN_PLACEHOLDER}`],
    ['rut 12345678 guion 5', `rut ${HIDDEN_PLACEHOLDER}`],
    ['RUT 12.345.678 K', `RUT ${HIDDEN_PLACEHOLDER}`],
    ['cédula de identidad N° 7.654.321', `cédula de identidad N° ${HIDDEN_PLACEHOLDER}`],
    ['912345678 o 987654321', `${HIDDEN_PLACEHOLDER} o ${HIDDEN_PLACEHOLDER}`],
    ['+56 9 1234 5678 / nombre@gmail.com', `${HIDDEN_PLACEHOLDER} / ${HIDDEN_PLACEHOLDER}`],
    [
      'escribe a juan@correo.cl. Mi hijo vive conmigo',
      `escribe a ${HIDDEN_PLACEHOLDER}. Mi hijo vive conmigo`,
    ],
    ['juan@correo.cl, es mi correo', `${HIDDEN_PLACEHOLDER}, es mi correo`],
    ['Me debe $1.500.000, 912345678', `Me debe $1.500.000, ${HIDDEN_PLACEHOLDER}`],
    ['Ñuñoa 😀 9 1234 5678 áéí', `Ñuñoa 😀 ${HIDDEN_PLACEHOLDER} áéí`],
    ['1.500.000 912345678', `1.500.000 ${HIDDEN_PLACEHOLDER}`],
    ['912345678 2 hijos', `${HIDDEN_PLACEHOLDER} 2 hijos`],
    ['el 02-07-2025 912345678', `el 02-07-2025 ${HIDDEN_PLACEHOLDER}`],
  ])('OPEN-50 within a text: %s', (text, shown) => {
    expect(hideContactData(text)).toBe(shown)
  })

  const words = fc
    .array(fc.constantFrom('mi', 'casa', 'me', 'deben', 'arriendo', 'desde', 'enero', 'hijo', 'ñandú', 'él'))
    .map((list) => list.join(' '))
  const joint = fc.constantFrom('', ' ', '-', '.', ' - ', '\u200b', '\u00a0', '·')

  test('OPEN-50 every mobile number, however grouped, is hidden completely', () => {
    const grouped = fc
      .tuple(
        fc.integer({ min: 10_000_001, max: 99_999_999 }),
        fc.array(joint, { minLength: 8, maxLength: 8 }),
      )
      .filter(([number]) => !/000/.test(String(number)))
      .map(([number, joints]) => [...`9${number}`].map((digit, at) => digit + (joints[at] ?? '')).join(''))
      // Dates stay, and «96 1.1.1900 1» contains one.
      .filter((text) => !/\d([-.])\d{1,2}\1(19|20)\d\d|(19|20)\d\d([-.])\d{1,2}\4\d/.test(text))
    fc.assert(
      fc.property(words, grouped, words, (before, number, after) => {
        const shown = hideContactData(`${before} x ${number} x ${after}`)
        expect(shown.replace(/\s+/g, ' ')).toBe(
          `${before} x ${HIDDEN_PLACEHOLDER} x ${after}`.replace(/\s+/g, ' '),
        )
      }),
      { numRuns: 500 },
    )
  })

  test('OPEN-50 every RUT, in its usual spellings, is hidden completely', () => {
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 1_000_001, max: 29_999_999 }).filter((body) => body % 100 !== 0),
        fc.constantFrom('dotted', 'plain', 'bare', 'signs'),
        (before, body, form) => {
          const rut = `${body}-${checkDigit(String(body))}`
          const signs = [...rut.replace('-', '')]
          const forms = { dotted: formatRut(rut), plain: rut, bare: signs.join(''), signs: signs.join(' ') }
          expect(hideContactData(`${before} x ${forms[form]} x`)).toBe(`${before} x ${HIDDEN_PLACEHOLDER} x`)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('OPEN-50 amounts and words stay; hiding is idempotent; any text is accepted', () => {
    const amount = fc
      .integer({ min: 1, max: 999_999_999 })
      .map((pesos) => `$${String(pesos).replace(/\B(?=(\d{3})+$)/g, '.')}`)
    fc.assert(
      fc.property(words, amount, words, (before, pesos, after) => {
        const text = `${before} ${pesos} ${after}`
        expect(hideContactData(text)).toBe(text)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const once = hideContactData(text)
        expect(hideContactData(once)).toBe(once)
      }),
    )
  })

  test('OPEN-50 the time is linear in the length', () => {
    // Steps cannot be counted here, but quadratic time would exceed the test's timeout.
    const pieces = ['9', '1 ', '1.', '@', 'a@', 'a.', 'arroba ', 'punto ', 'nueve ', '(', '- ']
    for (const piece of [...pieces, 'a punto ', '000.', '$1', ' '])
      expect(typeof hideContactData(piece.repeat(Math.ceil(400_000 / piece.length)))).toBe('string')
  }, 20_000)
})

import { describe, expect, test } from 'vitest'
import { HIDDEN_PLACEHOLDER, hideContactData } from './contact-data.ts'

const LINKS = [
  't.me/x',
  'https://t.me/juan_perez',
  'wa.me/56912345678',
  'facebook.com/x',
  'Facebook.com/juan.perez.123',
  'www.x.cl',
  'WWW . x . cl',
  'www punto x punto cl',
  'x punto cl',
  'x (punto) com',
  'x [dot] com',
  'x dot com',
  'mipagina.cl/contacto',
  'https://docs.google.com/forms/d/abc?x=1',
  'bit.ly/3xyz',
  'linktr.ee/juan',
  'linkedin/in/juan',
  'j u a n @ g m a i l . c o m',
  '@x',
]

/** Telephone numbers with letters or line breaks between their digits. */
const SCATTERED = [
  '9x8x7x6x5x4x3x2x1',
  '9a8b7c6d5e4f3g2h1',
  '98x76x54x32x1',
  '9 x 8 x 7 x 6 x 5 x 4 x 3 x 2 x 1',
  '9xx1234xx5678',
  '98765\n4321',
  '98765\r\n4321',
  '98765 \n\n 4321',
  '98765-\n4321',
  '9\n87654321',
  '+56 9\n8765 4321',
  '9\n8\n7\n6\n5\n4\n3\n2\n1',
  'nueve ocho siete seis cinco\ncuatro tres dos uno',
]

const ADDRESSES = [
  'Av. Providencia 1234 depto 5',
  'Av. Providencia 1234, depto 56',
  'Av. Providencia 1234, dpto. 56-B',
  'av providencia 1234',
  "Avenida Libertador Bernardo O'Higgins 1234 of. 301",
  'Avda. Vicuña Mackenna N° 4860',
  'calle Los Aromos 12',
  'calle Los Aromos #123 casa 4',
  'Calle El Roble 45, casa B',
  'Calle Lira 1.234',
  'calle 9 norte 1234',
  'calle Gral. Mackenna 1331',
  'Pasaje Las Rosas 1020',
  'psje. los olmos 33 block 2 depto 104',
  'pasaje 4 casa 1234',
  'Alameda 1449',
  'Camino El Alba 9500',
  'Av. Pedro de Valdivia Norte 061',
]

/** Texts that must stay unchanged. */
const KEPT = [
  'me asaltaron en la calle y perdí todo',
  'la calle Huérfanos el 12 de marzo de 2024',
  'en la calle Huérfanos hace 3 meses',
  'quedé en la calle con 3 hijos',
  'en la calle dos hombres 3 veces me siguieron',
  'la calle Lira 3 hombres me siguieron',
  'la calle 8 de noviembre',
  'por la avenida Matta, en 2019',
  'vivo en la avenida principal',
  'vivo en Talca desde 2019',
  'vivo en Talca hace 120 días',
  'vivo en esa casa con 3 hijos y pago 450 mil',
  'el domicilio conyugal vale 120 millones',
  'la casa es de mi madre desde 1998',
  'mi casa queda en Talca, a 200 metros del río',
  'el pasaje costó 800.000 pesos',
  'el pasaje en bus vale 8.500',
  'un pasaje LATAM 450 dólares',
  'en el camino perdí 500 mil',
  'me insultó por Facebook y WhatsApp',
  'subió fotos mías a Instagram sin permiso',
  'Facebook me bloqueó la cuenta',
  'el aviso en Facebook Marketplace',
  'por Instagram, que es público',
  'me estafaron por Instagram y Telegram',
  'Instagram publicó mis fotos',
  'lo denuncié en Facebook en 2023',
  'no me pagó.es injusto',
  'viví en esa casa.me echaron',
  'finiquito y/o despido del trabajador/a',
  'el punto 3 del contrato',
  'un mueble de 920x180x200 cm',
  'cuotas:\n950.000\n200.000\n150.000',
  'mis hijos tienen\n9\n12\n15\n2023',
  '2019\n2020',
  'me deben 900.000\n1200 cada mes',
  'de 9 a 18 y del 9 al 12 de 10 de 2023',
  '1er 2do 3er 4to 5to 6to 7mo 8vo 9no',
]

/** Puts a spelling into a sentence, whose own words must stay. */
const inText = (spelling: string) => `Vivo solo con mi madre, ${spelling}, desde entonces.`
const hidden = inText(HIDDEN_PLACEHOLDER)

describe('hideContactData: links, social network names, street addresses, scattered digits', () => {
  test.each([...LINKS, ...SCATTERED])('OPEN-50 a link or a scattered telephone is hidden: %j', (spelling) => {
    expect(hideContactData(inText(spelling))).toBe(hidden)
    expect(hideContactData(spelling)).toBe(HIDDEN_PLACEHOLDER)
  })

  test.each(ADDRESSES)('OPEN-50 a street address is hidden, but not a lawyer’s office: %s', (spelling) => {
    expect(hideContactData(inText(spelling))).toBe(hidden)
    expect(hideContactData(spelling)).toBe(HIDDEN_PLACEHOLDER)
    expect(hideContactData(inText(spelling), { addresses: true })).toBe(inText(spelling))
  })

  test.each([
    ['instagram x', 'instagram [dato oculto]'],
    ['Instagram: juanperez', 'Instagram: [dato oculto]'],
    ['mi instagram es juanperez', 'mi instagram es [dato oculto]'],
    ['instagram @x', 'instagram [dato oculto]'],
    ['hola @juan_perez.', 'hola [dato oculto].'],
    ['búscame en ig como juanperez', 'búscame en ig como [dato oculto]'],
    ['insta juan_perez99 siempre', 'insta [dato oculto] siempre'],
    ['mi fb es juan.perez', 'mi fb es [dato oculto]'],
    ['Mi facebook juanperez y telegram: pedro', 'Mi facebook [dato oculto] y telegram: [dato oculto]'],
    ['gmail: juanito', 'gmail: [dato oculto]'],
    ['discord juan#1234', 'discord [dato oculto]'],
    ['vivo en Los Aromos 1234', 'vivo en [dato oculto]'],
    ['Mi casa queda en Los Aromos 1234, Ñuñoa', 'Mi casa queda en [dato oculto], Ñuñoa'],
    ['domicilio Los Aromos 1234 depto 5', 'domicilio [dato oculto]'],
    ['mi dirección es: El Roble 450', 'mi dirección es: [dato oculto]'],
    ['escríbeme por telegram juanito', 'escríbeme por telegram [dato oculto]'],
  ])('OPEN-50 a name in a social network is hidden: %s', (text, shown) => {
    expect(hideContactData(text)).toBe(shown)
  })

  test.each(KEPT)('OPEN-50 other text stays unchanged: %j', (text) => {
    expect(hideContactData(text)).toBe(text)
    expect(hideContactData(inText(text))).toBe(inText(text))
  })

  test('OPEN-50 the time is linear in the length: links, names, streets, scattered digits', () => {
    const links = ['www.', 't.me/', 'a [punto] ', 'ig ', 'instagram x', 'x - .']
    const streets = ['av. ', 'av. a b c d e ', 'calle a 1 casa 1 ']
    for (const piece of [...links, ...streets, '9x', '9 x ', '9\n', '98765\n', 'nueve\n'])
      expect(typeof hideContactData(piece.repeat(Math.ceil(200_000 / piece.length)))).toBe('string')
  }, 20_000)
})

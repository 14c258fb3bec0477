import { describe, expect, test } from 'vitest'
import { findMaxPrice, findMinExperience } from './amounts.ts'
import { findNumbers } from './numbers.ts'

const parseCases = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [text = '', value = ''] = line.split(' → ').map((part) => part.trim())
      return [text, value === 'none' ? null : Number(value)] as [string, number | null]
    })

const PRICES = parseCases(`
  tengo 40 lucas → 40000
  puedo pagar 40 lucas por la consulta → 40000
  hasta 2 palos → 2000000
  puedo pagar 150 mil → 150000
  máximo $60.000 → 60000
  hasta cien mil pesos → 100000
  tengo 20 lucas pa la consulta → 20000
  presupuesto 250.000 → 250000
  presupuesto de 250 mil → 250000
  mi tope son 80 lucas → 80000
  no más de 120 lucas → 120000
  que no cobre más de 100 mil → 100000
  que cobre hasta unas 90 lukas → 90000
  cuento con 200.000 pesos para honorarios → 200000
  dispongo de $45.000 → 45000
  puedo pagar hasta 35.000 → 35000
  tengo treinta mil pesos para el abogado → 30000
  hasta ciento veinte mil por todo el trámite → 120000
  junté 70 lucas para esto → 70000
  pago 50 lucas si me ayudan → 50000
  abogado barato, 60 lucas → 60000
  divorcio hasta 300 mil en cuotas → 300000
  ofrezco 20 mil por la consulta → 20000
  solo tengo 15 lucas → 15000
  puedo gastar 500 lucas → 500000
  hasta medio millón → 500000
  puedo pagar un palo → 1000000
  máximo un millón y medio → 1500000
  hasta 1,2 millones → 1200000
  podemos pagar 180.000 entre todos → 180000
  me alcanza para 35 mil → 35000
  llego a 70 mil → 70000
  presupuesto 200 lucas, viña → 200000
  tope 100 mil → 100000
  tengo 250 lucas juntas → 250000
  puedo cancelar máximo 45.000 → 45000
  busco abogado que cobre 60 mil → 60000
  quién me ve el caso por 35 lucas → 35000
  hasta 80k → 80000
  tengo 100mil para la asesoría → 100000
  cuarenta lucas puedo pagar → 40000
  dispuesto a pagar 90 mil → 90000
  honorarios hasta 400 mil → 400000
  me debe 5 palos → none
  me estafaron 800 lucas → none
  debo 3 millones al banco → none
  gano 600 mil → none
  el arriendo es de 350 mil → none
  me deposita 120 lucas al mes → none
  la pensión es de 180.000 mensuales → none
  le presté 2 millones a mi primo → none
  me cobran 900 lucas de multa → none
  el finiquito son 4 millones → none
  pagué 500 mil de garantía → none
  la casa vale 60 millones → none
  transferí 300 lucas y no llegó nada → none
  tengo 45 años → none
  tengo 2 hijos de 8 y 10 años → none
  me piden 3 palos de pie → none
  me demandan por 11 millones → none
  compré un auto en 4 millones → none
  vendí el terreno en 20 millones → none
  la deuda es de 1.200.000 → none
  me ofrecen 700 lucas de finiquito → none
  me descontaron 50 mil del sueldo → none
  ley 20.066 → none
  artículo 161 → none
  me debe 2 palos y tengo 50 lucas para la consulta → 50000
  gano 500 mil, puedo pagar 60 mil → 60000
  el arriendo son 400 lucas. Puedo pagar 80 lucas por la asesoría → 80000
  hola → none
`)
const YEARS = parseCases(`
  abogado con 10 años de experiencia → 10
  abogada con más de 10 años de experiencia → 10
  mínimo 5 años de experiencia → 5
  alguien con 15 años o más → 15
  con experiencia de 15 años pa arriba → 15
  al menos ocho años de experiencia → 8
  busco abogado con diez años de trayectoria → 10
  que tenga 20 años de oficio → 20
  abogado con 10 o más años → 10
  necesito alguien con 12 años de experiencia → 12
  ojalá +10 años de experiencia → 10
  abogado con 5+ años → 5
  penalista con 15 años de circo → 15
  que lleve al menos 5 años en esto → 5
  experiencia mínima 3 años → 3
  experiencia mínima de 5 años → 5
  no menos de 15 años de ejercicio → 15
  profesional de no menos de 15 años → 15
  laboralista con 10 años → 10
  por lo menos 8 años de experiencia → 8
  abogado experto, veinte años de carrera mínimo → 20
  prefiero abogado con quince años o más → 15
  busco persona de 15 o más años de oficio → 15
  5 años de experiencia como mínimo → 5
  divorcio 5 años exp → 5
  un abogado de 7 años de ejercicio → 7
  pido 10 años de experiencia → 10
  que lleve 6 años litigando → 6
  llevo 10 años casada → none
  trabajé 8 años en la empresa → none
  mi hijo tiene 5 años → none
  tengo 45 años y busco abogado → none
  hace 3 años que no paga → none
  estuvimos juntos 12 años → none
  me despidieron después de 20 años de servicio → none
  tengo 10 años de experiencia como soldador y me echaron → none
  arriendo hace 6 años → none
  condenado a 5 años y un día → none
  viuda de 70 años → none
  contrato por 3 años → none
  busco abogado con experiencia → none
  hola → none
`)

describe('OPEN-52 price ceiling and requested experience', () => {
  test('there are at least 100 examples', () =>
    expect(PRICES.length + YEARS.length).toBeGreaterThanOrEqual(100))
  test.each(PRICES)('%s → CLP %s', (text, value) => {
    expect(findMaxPrice(text)).toBe(value)
  })
  test.each(YEARS)('%s → years %s', (text, value) => {
    expect(findMinExperience(text)).toBe(value)
  })
})

test.each([
  ['1,5 palos', 1_500_000],
  ['dos millones y medio', 2_500_000],
  ['ciento veinte mil', 120_000],
  ['$1.240.000', 1_240_000],
  ['medio palo', 500_000],
  ['quinientas lucas', 500_000],
  ['cuarenta y cinco mil', 45_000],
  ['60k', 60_000],
])('«%s» has the value %d', (text, value) => {
  expect(findNumbers(text).amounts.map((amount) => amount.value)).toEqual([value])
})

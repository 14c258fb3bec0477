import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney } from './money.ts'

describe('formatMoney (GEN-02, OPEN-64)', () => {
  it.each([
    [0, '$0'],
    [7, '$7'],
    [999, '$999'],
    [1_000, '$1.000'],
    [46_000, '$46.000'],
    [76_500, '$76.500'],
    [145_000, '$145.000'],
    [1_234_567, '$1.234.567'],
    [-1_500, '-$1.500'],
    [-0.2, '$0'],
    [39_990.5, '$39.991'],
  ])('%d is %s', (pesos, text) => {
    expect(formatMoney(pesos)).toBe(text)
  })

  it('is the amount in groups of three, and reads back', () => {
    fc.assert(
      fc.property(fc.integer(), (pesos) => {
        const text = formatMoney(pesos)
        expect(Number(text.replace(/[$.]/g, ''))).toBe(pesos)
        expect(text).toMatch(/^-?\$\d{1,3}(\.\d{3})*$/)
      }),
    )
  })

  it('matches the Chilean locale', () => {
    const locale = new Intl.NumberFormat('es-CL', { style: 'currency', currency: 'CLP' })
    fc.assert(
      fc.property(fc.nat({ max: 2_000_000_000 }), (pesos) => {
        expect(formatMoney(pesos)).toBe(locale.format(pesos).replace(/\s/g, ''))
      }),
    )
  })
})

import { describe, expect, test } from 'vitest'
import { flatOptions, labelOf, matchingOptions, type OptionGroup, resultCountText } from './options.ts'

const option = (label: string) => ({ value: label.toLowerCase(), label })
const groups: OptionGroup[] = [
  { label: 'Civil', items: [option('Arriendo'), option('Compraventa')] },
  { label: 'Familia', items: [option('Compensación económica')] },
]

describe('options', () => {
  test('groups without a match are left out', () => {
    expect(matchingOptions(groups, 'compensacion')).toEqual([
      { label: 'Familia', items: [option('Compensación económica')] },
    ])
    expect(flatOptions(matchingOptions(groups, 'comp')).map(({ label }) => label)).toEqual([
      'Compraventa',
      'Compensación económica',
    ])
    expect(matchingOptions(groups, 'zz')).toEqual([])
  })

  test('without a query all options match', () => {
    expect(matchingOptions(groups, ' ')).toBe(groups)
    expect(matchingOptions(flatOptions(groups), '')).toHaveLength(3)
  })

  test('labels are found with and without groups; the number of results is a text', () => {
    expect(labelOf(groups, 'arriendo')).toBe('Arriendo')
    expect(labelOf(flatOptions(groups), 'compraventa')).toBe('Compraventa')
    expect(labelOf(groups, null)).toBeUndefined()
    expect([resultCountText(1), resultCountText(0), resultCountText(12)]).toEqual([
      '1 resultado',
      'Sin resultados',
      '12 resultados',
    ])
  })
})

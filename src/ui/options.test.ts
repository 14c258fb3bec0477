import { describe, expect, test } from 'vitest'
import { flatOptions, foundOptions, foundText, labelOf, type OptionGroup } from './options.ts'

const option = (label: string) => ({ value: label.toLowerCase(), label })
const groups: OptionGroup[] = [
  { label: 'Civil', items: [option('Arriendo'), option('Compraventa')] },
  { label: 'Familia', items: [option('Compensación económica')] },
]

describe('options', () => {
  test('groups without a match are left out', () => {
    expect(foundOptions(groups, 'compensacion')).toEqual([
      { label: 'Familia', items: [option('Compensación económica')] },
    ])
    expect(flatOptions(foundOptions(groups, 'comp')).map(({ label }) => label)).toEqual([
      'Compraventa',
      'Compensación económica',
    ])
    expect(foundOptions(groups, 'zz')).toEqual([])
  })

  test('without a query all options match', () => {
    expect(foundOptions(groups, ' ')).toBe(groups)
    expect(foundOptions(flatOptions(groups), '')).toHaveLength(3)
  })

  test('labels are found with and without groups; the number of results is a text', () => {
    expect(labelOf(groups, 'arriendo')).toBe('Arriendo')
    expect(labelOf(flatOptions(groups), 'compraventa')).toBe('Compraventa')
    expect(labelOf(groups, null)).toBeUndefined()
    expect([foundText(1), foundText(0), foundText(12)]).toEqual([
      '1 resultado',
      'Sin resultados',
      '12 resultados',
    ])
  })
})

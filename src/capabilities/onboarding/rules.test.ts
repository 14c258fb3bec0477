import { describe, expect, test } from 'vitest'
import { reviewLink, splitName } from './rules.ts'

describe('splitName', () => {
  test.each([
    ['', '', ''],
    ['Ana', 'Ana', ''],
    ['Ana Rojas', 'Ana', 'Rojas'],
    ['Ana Rojas Soto', 'Ana', 'Rojas Soto'],
    ['María José Rojas Soto', 'María José', 'Rojas Soto'],
    ['María José Rojas de la Fuente', 'María José', 'Rojas de la Fuente'],
    ['  Ana   Rojas ', 'Ana', 'Rojas'],
  ])('ENT-06 «%s» is «%s» and «%s»', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName })
  })
})

test('MAI-02 the link carries lawyer and token', () => {
  expect(reviewLink('https://amparo.test', 'abc', 'T-_9')).toBe(
    'https://amparo.test/admin/verify-profile?p_lawyer_id=abc&token=T-_9',
  )
})

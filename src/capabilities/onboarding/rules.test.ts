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
    ['María de los Ángeles Fernández-Undurraga', 'María de los Ángeles', 'Fernández-Undurraga'],
    ['María de los Ángeles Rojas Soto', 'María de los Ángeles', 'Rojas Soto'],
    ['Ana María del Carmen Rojas Soto', 'Ana María del Carmen', 'Rojas Soto'],
    ['Ana Rojas de la Fuente', 'Ana', 'Rojas de la Fuente'],
    ['Andrea de la Fuente Rojas', 'Andrea', 'de la Fuente Rojas'],
    ['José Ortega y Gasset', 'José', 'Ortega y Gasset'],
    ['Pedro San Martín Von Appen', 'Pedro', 'San Martín Von Appen'],
    ['Ana María del Carmen Rojas', 'Ana María del Carmen', 'Rojas'],
    ['Luis de la Paz', 'Luis', 'de la Paz'],
    ['Ana de', 'Ana', 'de'],
    ['Carmen Soto', 'Carmen', 'Soto'],
  ])('ENT-06 «%s» is «%s» and «%s»', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName })
  })
})

test('MAI-02 the link contains lawyer id and token', () => {
  expect(reviewLink('https://amparo.test', 'abc', 'T-_9')).toBe(
    'https://amparo.test/admin/verify-profile?p_lawyer_id=abc&token=T-_9',
  )
})

import { describe, expect, test } from 'vitest'
import { initials, initialsTone } from './initials.ts'

describe('initials', () => {
  test.each([
    ['Javiera Contreras Muñoz', 'JC'],
    ['camila rojas', 'CR'],
    ['Ñusta   Álvarez', 'ÑÁ'],
    ['  Rodrigo  ', 'R'],
    ['n\u0303andu', 'Ñ'],
    ['"Pancho" (Francisco) Soto', 'PF'],
    ['María-José Pérez', 'MP'],
    ['', 'U'],
    ['   ', 'U'],
    ['123 456', 'U'],
    [null, 'U'],
    [undefined, 'U'],
  ])('%j gives %s', (name, expected) => {
    expect(initials(name)).toBe(expected)
  })
})

describe('initialsTone', () => {
  test('is the same for the same name, however it is encoded', () => {
    expect(initialsTone('Begoña Ruiz')).toBe(initialsTone(' Begon\u0303a Ruiz '))
  })

  test('uses all five tones', () => {
    const tones = Array.from({ length: 60 }, (_, index) => initialsTone(`Persona ${index}`))
    expect([...new Set(tones)].sort()).toEqual([1, 2, 3, 4, 5])
  })
})

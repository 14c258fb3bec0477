import { expect, test } from 'vitest'
import { parseHelpParams } from './help-params.ts'

const read = (query: string) => parseHelpParams(new URLSearchParams(query))

test('PLZ-75 accents, case and spaces of what was typed do not matter', () => {
  expect(read('comuna=nunoa&especialidad=PENSION%20%20de+alimentos+')).toEqual({
    commune: { value: 'Ñuñoa' },
    specialty: { value: 'Pensión de alimentos' },
  })
  expect(read('')).toEqual({ commune: { value: '' }, specialty: { value: '' } })
  expect(read('comuna=+&especialidad=')).toEqual({ commune: { value: '' }, specialty: { value: '' } })
})

test('PLZ-75 a text that names nothing is kept and gets its Spanish text', () => {
  expect(read('comuna=Narnia&especialidad=constructor')).toEqual({
    commune: { value: 'Narnia', error: 'Elige una comuna de la lista.' },
    specialty: { value: 'constructor', error: 'Elige una especialidad de la lista.' },
  })
  const odd = read(`comuna=%00%ED%A0%80&especialidad=${'x'.repeat(5_000)}`)
  expect(odd.commune.error).toBe('Elige una comuna de la lista.')
  expect(odd.specialty.value).toHaveLength(80)
})

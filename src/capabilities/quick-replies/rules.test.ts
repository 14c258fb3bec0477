import { expect, test } from 'vitest'
import { fillReply } from './rules.ts'

test('SEG-74 «{nombre}» becomes the name that the lawyer may see, everywhere and as it is written', () => {
  expect(fillReply('Hola, {nombre}. ¿Vienes, {nombre}?', 'Camila R.')).toBe(
    'Hola, Camila R. ¿Vienes, Camila R.?',
  )
  expect(fillReply('Hola, {nombre}.', 'Camila')).toBe('Hola, Camila.')
  expect(fillReply('{nombre}', '$& $1 {nombre}')).toBe('$& $1 {nombre}')
  expect(fillReply('{Nombre} {apellido}', 'Camila')).toBe('{Nombre} {apellido}')
})

import { expect, test } from 'vitest'
import { nameInMail } from './name-in-mail.ts'

test('OPEN-14, abuse 35: a name in an e-mail never contains a URL that a mail program would turn into a link', () => {
  expect(nameInMail('Ganaste: entra a http://premio.cl/a ya')).toBe('Ganaste: entra a http: premio. cl/a ya')
  expect(nameInMail('www.premio.cl')).toBe('www. premio. cl')
  expect(nameInMail('premio。cl a@b．cl')).toBe('premio. cl a@b. cl')
})

test('OPEN-14 ordinary names are unchanged', () => {
  for (const name of [
    'Tomás Echeverría',
    'María J. Rojas',
    'Ñandú <b>O’Higgins</b>',
    'Juan Pérez Jr.',
    'M. ...',
  ])
    expect(nameInMail(name)).toBe(name)
})

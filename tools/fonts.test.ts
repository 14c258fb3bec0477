import { expect, test } from 'vitest'
import { facesIn } from './fonts.ts'

const face = (src: string, rest: string) =>
  `@font-face { font-family: 'X'; src: url('${src}') format('woff2'); ${rest} }`

test('finds the faces to subset, with their weights and characters', () => {
  const css = face('@fontsource-variable/inter/files/inter.woff2', 'font-weight: 400 600;').concat(
    face('~fonts/inter.woff2', 'font-weight: 400 600; unicode-range:\n  U+0041-0043, U+00F1;'),
  )
  expect(facesIn(css)).toEqual([
    {
      file: 'inter.woff2',
      from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
      characters: 'ABCñ',
      weights: { min: 400, max: 600 },
    },
  ])
})

test('a face to subset without weights or characters stops the build', () => {
  expect(() => facesIn(face('~fonts/inter.woff2', 'font-weight: 400;'))).toThrow('missing')
  expect(() => facesIn(face('~fonts/inter.woff2', 'font-weight: 400 600;'))).toThrow('missing')
})

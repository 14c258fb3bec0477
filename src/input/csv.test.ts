import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

test.each([
  ['=1+1', `"'=1+1"`],
  ['+56 9', `"'+56 9"`],
  ['-2', `"'-2"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['carta; "final".pdf', '"carta; ""final"".pdf"'],
  ['a=b', '"a=b"'],
])('SEG-24 a CSV field starts no formula: %j', (field, written) => {
  expect(csvRow([field, 'x'])).toBe(`${written};"x"\r\n`)
})

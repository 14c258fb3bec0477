import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import rules from '../data/plazos.json' with { type: 'json' }
import { LEGAL_REVIEW_PATH, legalReview } from './legal-review.ts'

test('docs/legal-review.md is made from the data: `node tools/legal-review.ts` writes it', async () => {
  expect(await readFile(LEGAL_REVIEW_PATH, 'utf8')).toBe(legalReview())
})

test('every rule is on the page, with its sources and what is unconfirmed', () => {
  const page = legalReview()
  for (const { id, certeza, fuente } of rules) {
    expect(page).toContain(`\`${id}\``)
    for (const { norma } of fuente) expect(page).toContain(norma)
    if (certeza === 'por_confirmar') expect(page).toContain(`- \`${id}\``)
  }
  expect(page.match(/POR CONFIRMAR/g)).toHaveLength(13)
})

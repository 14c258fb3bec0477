import { createHash } from 'node:crypto'
import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { legalTextOf, OPERATOR } from '../../../tests/support/data/legal-text.tsx'
import { dayNumber } from '../../chile/dates.ts'
import Privacy from '../../routes/privacy.tsx'
import Terms from '../../routes/terms.tsx'
import { TEXTS } from '../search/ui/search-texts.ts'
import {
  CASE_SENTENCE_VERSION,
  CHANGED_VERSIONS,
  caseSentence,
  EXTERNAL_ANALYSIS_VERSION,
  externalAnalysisSentence,
  LEGAL_DOCUMENTS,
  LEGAL_VERSIONS,
  type LegalDocument,
  newestVersion,
  versionId,
  versionState,
} from './rules.ts'
import { EARLIER_VERSIONS } from './ui/earlier-versions/earlier-versions.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const PRIVACY_PROPS = { loaderData: { operator: OPERATOR } } as ComponentProps<typeof Privacy>

/** The words of a document as its page shows them now. */
function presentText(document: LegalDocument): string {
  if (document === 'terminos') return legalTextOf(<Terms />)
  const [policy = '', annex = ''] = legalTextOf(<Privacy {...PRIVACY_PROPS} />).split('\n\n{annex}\n\n')
  return document === 'privacidad' ? policy : annex
}

test.each(LEGAL_VERSIONS)('DAT-32 the words of $document $version are the frozen ones', async (version) => {
  const { document, sha256: frozen } = version
  const earlier = EARLIER_VERSIONS[versionId(version)]
  const isNewest = version === newestVersion(document)
  // A changed document needs a new version in rules.ts; its present words then go to ui/earlier-versions/.
  expect(earlier === undefined).toBe(isNewest)
  expect(sha256(earlier ? await earlier() : presentText(document))).toBe(frozen)
})

test('DAT-32 every document has a version, and no frozen text lacks its own', () => {
  expect(LEGAL_DOCUMENTS.map((document) => newestVersion(document).document)).toEqual(LEGAL_DOCUMENTS)
  expect(LEGAL_VERSIONS.map(versionId)).toEqual(expect.arrayContaining(Object.keys(EARLIER_VERSIONS)))
})

test('DAT-32 a version is in force until the day from which the next applies', () => {
  const statesOn = (day: string) =>
    LEGAL_VERSIONS.filter(({ document }) => document !== 'terminos').map((one) => [
      versionId(one),
      versionState(one, day),
    ])
  expect(statesOn('2026-11-27')).toEqual([
    ['privacidad-2025-07-02', 'in_force'],
    ['privacidad-2026-11-28', 'future'],
    // Never applied: the next one applies from the same day.
    ['anexo-2026-11-27', 'replaced'],
    ['anexo-2026-11-28', 'future'],
  ])
  expect(statesOn('2026-12-01').at(-1)).toEqual(['anexo-2026-11-28', 'in_force'])
  expect(statesOn('2026-12-28').slice(0, 2)).toEqual([
    ['privacidad-2025-07-02', 'replaced'],
    ['privacidad-2026-11-28', 'in_force'],
  ])
})

test('DAT-33 a changed version is announced 30 days ahead, unless it applies with the law of 1 December 2026', () => {
  const late = CHANGED_VERSIONS.filter(
    ({ version, appliesFrom }) =>
      appliesFrom !== '2026-12-01' && dayNumber(appliesFrom) - dayNumber(version) < 30,
  )
  expect(late).toEqual([])
})

test('DAT-29, DAT-31 the sentences of consent are frozen under the day of their words', () => {
  expect([CASE_SENTENCE_VERSION, caseSentence('Enviar y Buscar Abogados', { hasChildren: true })]).toEqual([
    '2026-11-28',
    'Tu causa puede incluir datos sensibles. Al presionar "Enviar y Buscar Abogados" consientes expresamente en que Amparo los guarde y los muestre, sin tu nombre, a abogados verificados. Puedes retirarlo cuando quieras. La información de un menor de 14 años la entrega quien lo representa.',
  ])
  expect(caseSentence('Enviar y Buscar Abogados', { hasChildren: false })).toMatch(/cuando quieras\.$/)
  expect(TEXTS.sentTo('ia.ejemplo.cl')).toBe(externalAnalysisSentence('ia.ejemplo.cl'))
  expect([EXTERNAL_ANALYSIS_VERSION, externalAnalysisSentence('ia.ejemplo.cl')]).toEqual([
    '2026-11-28',
    'Tu texto se enviará a ia.ejemplo.cl para analizarlo.',
  ])
})

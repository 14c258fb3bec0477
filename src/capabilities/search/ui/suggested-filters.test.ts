import { expect, test } from 'vitest'
import { experienceText } from '../../lawyers/ui/experience-text.ts'
import { joinQuoted, matchReasonText, showResultsText } from './reason-texts.ts'
import { filterChips, resultCountText } from './search-texts.ts'
import { mergeSuggestedFilters, suggestedFilters } from './suggested-filters.ts'

const analysis = {
  specialty: 'Divorcio',
  sure: true,
  reasons: [],
  question: null,
  commune: 'Maipú',
  experience: '3',
  maxPrice: 40_000,
  safety: false,
} as const

test('OPEN-52 an analysis suggests filters, but never «Otro»', () => {
  expect(suggestedFilters({ ...analysis, reasons: [] })).toEqual({
    specialty: 'Divorcio',
    commune: 'Maipú',
    experience: '3',
    maxPrice: '40000',
  })
  expect(
    suggestedFilters({
      ...analysis,
      reasons: [],
      specialty: 'Otro',
      commune: null,
      experience: null,
      maxPrice: null,
    }),
  ).toEqual({})
})

test('OPEN-52 filters set by the user stay, suggestions of an earlier text are replaced', () => {
  const previous = { specialty: 'Divorcio', commune: 'Maipú' }
  const chosen = { specialty: 'Divorcio', commune: 'Talca' }
  expect(mergeSuggestedFilters(chosen, previous, { specialty: 'Acoso laboral', commune: 'Arica' })).toEqual({
    specialty: 'Acoso laboral',
    commune: 'Talca',
  })
  expect(mergeSuggestedFilters({ experience: '10' }, null, { experience: '1', maxPrice: '5' })).toEqual({
    experience: '10',
    maxPrice: '5',
  })
})

test('CRD-03, AIS-07, docs/design.md §9 texts for counts, years, reasons and chips', () => {
  expect([0, 1, 12].map(experienceText)).toEqual([
    'Menos de 1 año',
    '1 año de experiencia',
    '12 años de experiencia',
  ])
  expect([0, 4, 1_000, 1_001].map(resultCountText)).toEqual([
    '0 abogado(s) encontrado(s).',
    '4 abogado(s) encontrado(s).',
    '1.000 abogado(s) encontrado(s).',
    'Más de 1.000 abogado(s) encontrado(s).',
  ])
  expect([undefined, 0, 1, 4, 1_000, 1_001].map(showResultsText)).toEqual([
    'Ver abogados',
    'Ver resultado',
    'Ver 1 abogado',
    'Ver 4 abogados',
    'Ver 1.000 abogados',
    'Ver abogados',
  ])
  expect(joinQuoted(['uno'])).toBe('«uno»')
  expect(joinQuoted(['uno', 'dos', 'tres'])).toBe('«uno», «dos» y «tres»')
  expect(matchReasonText({})).toBeUndefined()
  expect(matchReasonText({ specialty: 'Divorcio', maxPrice: '40000' })).toBe(
    'Por qué: atiende Divorcio, cobra hasta $40.000.',
  )
  expect(filterChips({ text: 'ana', experience: '3', maxPrice: '40000' }).map(({ label }) => label)).toEqual([
    '«ana»',
    '3+ años',
    'Hasta $40.000',
  ])
})

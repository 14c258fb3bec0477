import { expect, test } from 'vitest'
import type { Help } from '../../src/capabilities/guidance/schema.ts'
import { useTestApp } from '../support/app/suite.ts'

const testApp = useTestApp()

const help = (query: string) => testApp.visitor().get(`/api/guidance/help${query}`)

test('PLZ-75, PLZ-76 anyone may ask, and nothing is kept', async () => {
  const TABLES = ['rate_limits', 'events', 'audit_log'] as const
  const kept = () => Promise.all(TABLES.map((table) => testApp.database.snapshot(table)))
  const before = await kept()
  const response = await help(
    `?specialty=${encodeURIComponent('Pensión de alimentos')}&commune=${encodeURIComponent('Ñuñoa')}`,
  )
  expect(response.status).toBe(200)
  const { places, needsMediation } = response.json<Help>()
  expect(needsMediation).toBe(true)
  const names = places.map(({ name }) => name)
  expect(names).toContain('Corporación de Asistencia Judicial Metropolitana')
  expect(names).not.toContain('Corporación de Asistencia Judicial de Valparaíso')
  expect(names).toContain('Mediación familiar licitada')
  expect(await kept()).toEqual(before)
})

test('PLZ-77 [S] no answer has a telephone, hours or site that is not confirmed, nor the notes of who keeps the directory', async () => {
  for (const commune of ['Arica', 'Valparaíso', 'Maipú', 'Concepción']) {
    const body = (await help(`?commune=${encodeURIComponent(commune)}`)).text
    expect(body).toContain('Línea Libre')
    expect(body).not.toMatch(/1515|cmfchile|dpp\.cl|sernac\.cl|fuente|"nota|no coinciden/)
  }
})

test('PLZ-76 an unknown specialty or commune is refused with its Spanish text', async () => {
  for (const [query, field, text] of [
    ['?commune=Narnia', 'commune', 'Elige una comuna de la lista.'],
    ['?specialty=nada', 'specialty', 'Elige una especialidad de la lista.'],
    ['?other=1', 'other', 'Este dato no se acepta.'],
  ] as const) {
    const response = await help(query)
    expect(response.status).toBe(422)
    expect(response.json<{ data: { fields: Record<string, string> } }>().data.fields[field]).toBe(text)
  }
})

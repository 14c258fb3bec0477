import { expect, test } from 'vitest'
import { dataInventory } from './inventory.ts'
import { heldGroups, MASKED_DATE, maskedRut } from './rules.ts'

const nothing = { rut: null, date: null }

test('DAT-03 a RUT and a birth date are masked', () => {
  expect(maskedRut('12345678-5')).toBe('••.•••.•78-5')
  const groups = heldGroups(
    dataInventory,
    'lawyer',
    { lawyer_profiles: { '*': 1, rut: 1, birth_date: 1 } },
    { rut: '12345678-5', date: '1980-02-03' },
  )
  const shown = groups.flatMap(({ items }) => items.flatMap(({ masked }) => masked ?? []))
  expect(shown).toEqual([
    { kind: 'rut', text: '••.•••.•78-5' },
    { kind: 'date', text: MASKED_DATE },
  ])
  expect(JSON.stringify(groups)).not.toMatch(/12345678|1980/)
})

test('DAT-03 each role sees its own kinds of data, with how much there is', () => {
  const client = heldGroups(
    dataInventory,
    'client',
    { messages: { '*': 12 }, cases: { '*': 1 }, case_documents: { '*': 1234 }, user: { '*': 1 } },
    nothing,
  )
  const counts = Object.fromEntries(
    client.flatMap(({ items }) => items.map(({ title, count }) => [title, count])),
  )
  expect(counts).toMatchObject({ Mensajes: '12 mensajes', Causas: '1 causa', Documentos: '1.234 documentos' })
  expect(client.map(({ title }) => title)).not.toContain('Perfil profesional')
  expect(client.find(({ id }) => id === 'rut')).toBeUndefined()
  // Closed groups name only what there is.
  expect(client.map(({ summary }) => summary).join()).not.toMatch(/\b0 /)
  expect(client.find(({ id }) => id === 'proposals')?.summary).toBe('Nada')
  const lawyer = heldGroups(dataInventory, 'lawyer', { lawyer_profiles: { '*': 1, rut: 1 } }, nothing)
  expect(lawyer.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Perfil profesional', 'RUT y fecha de nacimiento', 'Plan y créditos']),
  )
})

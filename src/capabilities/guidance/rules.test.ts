import { describe, expect, test } from 'vitest'
import { COMMUNES, REGIONS } from '../../chile/regions.ts'
import { PROFILE_SPECIALTIES } from '../../chile/specialties.ts'
import { HELP_ENTRIES, type HelpEntry, REGION_NAMES } from './catalogue.server.ts'
import { findHelp, needsMediation } from './rules.ts'
import { helpOutput } from './schema.ts'

const TODAY = '2026-11-28'
const ids = new Map(HELP_ENTRIES.map(({ id, name }) => [name, id]))
const idOf = ({ name }: { name: string }) => ids.get(name) ?? ''
const idsFor = (specialty?: string, commune?: string, today = TODAY) =>
  findHelp(HELP_ENTRIES, { specialty, commune }, today).map(idOf)
const OFFICES = ['cajta', 'cajval', 'cajmetro', 'cajbio']
const officesOf = (commune?: string) => idsFor(undefined, commune).filter((id) => OFFICES.includes(id))

const confirmed: HelpEntry = {
  id: 'una',
  name: 'Una',
  group: 'procedure',
  purpose: 'Algo.',
  specialties: [],
  regions: null,
  phone: '600 123 4567',
  isWhatsApp: false,
  site: 'una.cl',
  hours: null,
  isEmergency: false,
  order: 1,
  change: null,
  validFrom: null,
  isConfirmed: true,
  checkedOn: '2026-11-24',
  checkBefore: '2027-05-24',
}
const placeOf = (entry: Partial<HelpEntry>, today: string) =>
  findHelp([{ ...confirmed, ...entry }], {}, today)[0]

describe('PLZ-76 which institutions a person sees', () => {
  test('PLZ-76 each region has its office: 15, 1, 2; 3, 4, 5; 13, 6, 7, 12; 16, 8, 9, 14, 10, 11', () => {
    const expected: Record<string, readonly string[]> = {
      cajta: ['Arica y Parinacota', 'Tarapacá', 'Antofagasta'],
      cajval: ['Atacama', 'Coquimbo', 'Valparaíso'],
      cajmetro: [
        'Metropolitana de Santiago',
        "Libertador General Bernardo O'Higgins",
        'Maule',
        'Magallanes y de la Antártica Chilena',
      ],
      cajbio: [
        'Ñuble',
        'Biobío',
        'La Araucanía',
        'Los Ríos',
        'Los Lagos',
        'Aysén del General Carlos Ibáñez del Campo',
      ],
    }
    for (const { name, communes } of REGIONS) {
      const office = OFFICES.find((id) => expected[id]?.includes(name))
      for (const commune of communes) expect([commune, ...officesOf(commune)]).toEqual([commune, office])
    }
    expect(Object.values(REGION_NAMES).toSorted()).toEqual(REGIONS.map(({ name }) => name).toSorted())
  })

  test('PLZ-76 without a commune, or with one that does not exist: those of the whole country', () => {
    for (const commune of [undefined, 'Narnia', 'constructor'])
      expect(idsFor(undefined, commune)).toEqual(idsFor(undefined, 'Maipú').filter((id) => id !== 'cajmetro'))
  })

  test('PLZ-76 specialty first: its own institutions and those of every specialty, no other', () => {
    expect(idsFor('Despido injustificado', 'Maipú')).toEqual([
      'carabineros-133',
      'suicidio-4141',
      'odl',
      'cajmetro',
      'caj-mayor',
      'dt',
      'ojv',
    ])
    expect(idsFor('Violencia intrafamiliar (VIF)')).toEqual(
      expect.arrayContaining(['fono-familia-149', 'sernameg-1455', 'fiscalia']),
    )
    for (const specialty of PROFILE_SPECIALTIES)
      for (const { specialties } of findHelp(HELP_ENTRIES, { specialty }, TODAY))
        expect(specialties.length === 0 || specialties.includes(specialty)).toBe(true)
  })

  test('PLZ-75 every specialty and commune has a line for emergencies, a lawyer and a body, in this order', () => {
    for (const specialty of [undefined, ...PROFILE_SPECIALTIES])
      for (const commune of [undefined, COMMUNES[0], COMMUNES.at(-1)]) {
        const groups = findHelp(HELP_ENTRIES, { specialty, commune }, TODAY).map(({ group }) => group)
        expect([...new Set(groups)]).toEqual(['now', 'lawyer', 'procedure'])
        expect(groups).toEqual(
          ['now', 'lawyer', 'procedure'].flatMap((one) => groups.filter((group) => group === one)),
        )
      }
  })

  test('PLZ-76 an institution that does not exist yet is not shown before its first day', () => {
    expect(idsFor('Otro', undefined, '2026-11-30')).not.toContain('apdp')
    expect(idsFor('Otro', undefined, '2026-12-01')).toContain('apdp')
  })

  test('PLZ-82 the order is the one of the directory, and nobody can pay for it: no entry has a price or a lawyer', () => {
    const places = findHelp(HELP_ENTRIES, {}, TODAY)
    const orders = new Map(HELP_ENTRIES.map(({ id, order }) => [id, order]))
    for (const group of ['now', 'lawyer', 'procedure'] as const) {
      const found = places.filter((one) => one.group === group).map((one) => orders.get(idOf(one)) ?? 0)
      expect(found).toEqual(found.toSorted((a, b) => a - b))
    }
    expect(JSON.stringify(places)).not.toMatch(/\/lawyer|\/perfil-abogado|paga/)
  })
})

describe('PLZ-77 to PLZ-79 how sure an entry is', () => {
  test('PLZ-77 nothing unconfirmed is shown: no telephone, hours or site', () => {
    const places = findHelp(HELP_ENTRIES, { commune: 'Concepción' }, TODAY)
    const found = new Map(places.map((place) => [idOf(place), place]))
    // The directory knows 1515 and cmfchile.cl, and is not sure of them.
    for (const id of ['linea-libre-1515', 'cajbio', 'cmf', 'apoyo-victimas'])
      expect(found.get(id)).toMatchObject({ state: 'unconfirmed', phone: null, site: null, hours: null })
    // A confirmed institution whose site is not.
    expect(found.get('sernac')).toMatchObject({ state: 'checked', site: null })
    expect(found.get('sernameg-1455')).toMatchObject({ phone: '1455', site: 'sernameg.gob.cl', hours: null })
    expect(found.get('carabineros-133')).toMatchObject({ phone: '133', hours: '24 horas, todos los días' })
    expect(JSON.stringify(findHelp(HELP_ENTRIES, {}, TODAY))).not.toMatch(
      /1515|cmfchile|dpp\.cl|cajval\.cl|sernac\.cl/,
    )
  })

  test('PLZ-78 past its day an entry says so, and stays', () => {
    expect(placeOf({}, '2027-05-24')?.state).toBe('checked')
    expect(placeOf({}, '2027-05-25')).toMatchObject({
      state: 'overdue',
      checkedOn: '2026-11-24',
      phone: '600 123 4567',
    })
    expect(placeOf({ isConfirmed: false }, '2027-05-25')?.state).toBe('unconfirmed')
    expect(idsFor(undefined, 'Maipú', '2099-01-01')).toEqual(idsFor(undefined, 'Maipú', '2026-12-01'))
  })

  test('PLZ-78 emergency lines stay as they are at any age', () => {
    for (const place of findHelp(HELP_ENTRIES, {}, '2099-01-01').filter(({ isEmergency }) => isEmergency))
      expect([place.name, place.state]).toEqual([
        place.name,
        place.name === 'Línea Libre' ? 'unconfirmed' : 'checked',
      ])
  })

  test('PLZ-79 from 13 May 2027 the Corporación and its offices name the law that replaces them', () => {
    const text =
      'La Ley 21.780 reemplaza gradualmente las Corporaciones por el SENAJAV. Confirma qué oficina te corresponde.'
    const changed = (today: string) =>
      REGIONS.flatMap(({ communes: [commune] }) => findHelp(HELP_ENTRIES, { commune }, today)).filter(
        ({ change }) => change !== null,
      )
    expect(changed('2027-05-12')).toEqual([])
    expect(new Set(changed('2027-05-13').map(idOf))).toEqual(new Set([...OFFICES, 'odl', 'caj-mayor']))
    expect(new Set(changed('2027-05-13').map(({ change }) => change))).toEqual(new Set([text]))
  })
})

test('PLZ-81 mediation comes first for alimony, custody and visits, and health', () => {
  expect(PROFILE_SPECIALTIES.filter(needsMediation)).toEqual([
    'Pensión de alimentos',
    'Tuición y régimen de visitas',
    'Salud y negligencias médicas',
  ])
  expect(needsMediation(undefined)).toBe(false)
})

test('PLZ-75 the directory has no duplicates, and its answer fits its schema', () => {
  for (const key of ['id', 'name'] as const)
    expect(new Set(HELP_ENTRIES.map((entry) => entry[key])).size).toBe(HELP_ENTRIES.length)
  const places = findHelp(HELP_ENTRIES, {}, TODAY)
  expect(helpOutput.safeParse({ places, needsMediation: false }).success).toBe(true)
})

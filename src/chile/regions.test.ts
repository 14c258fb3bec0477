import { describe, expect, test } from 'vitest'
import { communesOf, locationOf, REGIONS, regionOf } from './regions.ts'
import { OTHER_UNIVERSITY, UNIVERSITIES } from './universities.ts'

const communes = REGIONS.flatMap((region) => region.communes)

describe('OPEN-17 regions and communes', () => {
  test('16 regions, north to south', () => {
    expect(REGIONS.map(({ name }) => name)).toEqual([
      'Arica y Parinacota',
      'Tarapacá',
      'Antofagasta',
      'Atacama',
      'Coquimbo',
      'Valparaíso',
      'Metropolitana de Santiago',
      "Libertador General Bernardo O'Higgins",
      'Maule',
      'Ñuble',
      'Biobío',
      'La Araucanía',
      'Los Ríos',
      'Los Lagos',
      'Aysén del General Carlos Ibáñez del Campo',
      'Magallanes y de la Antártica Chilena',
    ])
  })

  test('346 communes, without duplicates', () => {
    expect(communes).toHaveLength(346)
    expect(new Set(communes).size).toBe(346)
    expect(REGIONS.map((region) => region.communes.length)).toEqual([
      4, 7, 9, 9, 15, 38, 52, 33, 30, 21, 33, 32, 12, 30, 10, 11,
    ])
  })

  test('ONP-24 each commune belongs to one region', () => {
    for (const region of REGIONS) {
      expect(communesOf(region.name)).toBe(region.communes)
      for (const commune of region.communes) expect(regionOf(commune)).toBe(region)
    }
    expect(communesOf('Atlántida')).toEqual([])
    expect(regionOf('Atlántida')).toBeNull()
    expect(regionOf('ñuñoa')).toBeNull()
    expect(regionOf('constructor')).toBeNull()
  })

  test('no name has stray spaces or marks', () => {
    for (const text of [...communes, ...REGIONS.map(({ name }) => name)]) {
      expect(text).toMatch(/^[\p{Lu}][\p{L}' ]*$/u)
      expect(text).toBe(text.trim().normalize('NFC'))
    }
  })

  test('TRAP-26 the location in one line', () => {
    expect(locationOf({ region: 'Metropolitana de Santiago', commune: 'Ñuñoa' })).toBe(
      'Ñuñoa, Metropolitana de Santiago',
    )
  })
})

describe('OPEN-18 universities', () => {
  test('46 and «Otra», which is last', () => {
    expect(UNIVERSITIES).toHaveLength(47)
    expect(new Set(UNIVERSITIES).size).toBe(47)
    expect(UNIVERSITIES.at(-1)).toBe(OTHER_UNIVERSITY)
    expect(UNIVERSITIES.filter((name) => name.includes('Universidad'))).toHaveLength(46)
  })
})

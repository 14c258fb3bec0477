import { describe, expect, test } from 'vitest'
import { regionOf } from '../../../chile/regions.ts'
import { COMMUNE_NICKNAMES } from './place-names.ts'
import { findCommune } from './places.ts'

const parseCases = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' → ').map((part) => part.trim()) as [string, string])

const WITH_COMMUNE = parseCases(`
  vivo en Ñuñoa y necesito un abogado → Ñuñoa
  soy de nunoa → Ñuñoa
  abogado familia valpo → Valparaíso
  Somos de Valparaíso → Valparaíso
  necesito ayuda, soy de conce → Concepción
  estoy en concepcion → Concepción
  soy de viña → Viña del Mar
  vivo en vina del mar → Viña del Mar
  trabajo en Reñaca y vivo en Reñaca → Viña del Mar
  stgo centro, divorcio → Santiago
  vivo en santiago centro → Santiago
  busco abogado en Santiago → Santiago
  Santiago. Me despidieron ayer → Santiago
  pte alto, pensión de alimentos → Puente Alto
  soy de pte. alto → Puente Alto
  vivo en bajos de mena → Puente Alto
  soy de la pac → Pedro Aguirre Cerda
  vivo en Pedro Aguirre Cerda → Pedro Aguirre Cerda
  comuna de PAC → Pedro Aguirre Cerda
  le escribo desde Achao → Quinchao
  Achao, isla Quinchao → Quinchao
  vivimos en Puerto Williams → Cabo de Hornos
  soy de pto williams → Cabo de Hornos
  vivo en Chicureo → Colina
  soy de Colina → Colina
  iorana, vivo en Hanga Roa → Isla de Pascua
  somos de Rapa Nui → Isla de Pascua
  Isla de Pascua: terreno → Isla de Pascua
  soy de pto montt → Puerto Montt
  vivo en puerto mont → Puerto Montt
  Alerce, Puerto Montt → Puerto Montt
  soy de Puerto Aysén → Aysén
  somos de Puerto Aisen → Aysén
  vivo en coyhaique → Coyhaique
  Coihaique, divorcio → Coyhaique
  soy de Puerto Natales → Natales
  vivo en Melinka → Guaitecas
  acá en Puerto Cisnes → Cisnes
  aquí en Villa O'Higgins → O'Higgins
  estamos en Caleta Tortel → Tortel
  somos de San José de la Mariquina → Mariquina
  vivo en Panguipulli → Panguipulli
  vivo en Coñaripe → Panguipulli
  soy de Entre Lagos → Puyehue
  vivimos en Hornopirén → Hualaihué
  soy de ancud → Ancud
  soy de Castro → Castro
  desde Castro, Chiloé → Castro
  vivo en Quellón → Quellón
  soy de Lican Ray → Villarrica
  vivo en villarica → Villarrica
  vivo en Labranza → Temuco
  abogada en Temuco → Temuco
  soy de Padre las Casas → Padre Las Casas
  vivo en Puerto Saavedra → Saavedra
  soy de Los Ángeles → Los Ángeles
  vivo en los angeles → Los Ángeles
  Los Ángeles, despido → Los Ángeles
  somos de Dichato → Tomé
  vivo en tomé → Tomé
  soy de Lirquén → Penco
  vivo en san pedro de la paz → San Pedro de la Paz
  soy de Boca Sur → San Pedro de la Paz
  vivo en Talcahuano → Talcahuano
  soy de chillan → Chillán
  vivo en Chillán Viejo → Chillán Viejo
  soy de Curanipe → Pelluhue
  vivo en Iloca → Licantén
  soy de consti → Constitución
  vivo en Constitución → Constitución
  soy de San Vicente de Tagua Tagua → San Vicente
  vivo en San Francisco de Mostazal → Mostazal
  soy de Matanzas, vivo en Matanzas → Navidad
  vivo en la comuna de Navidad → Navidad
  soy de rancagua → Rancagua
  vivo en Pichilemu → Pichilemu
  soy de Llolleo → San Antonio
  vivo en Rocas de Santo Domingo → Santo Domingo
  vivo en Maitencillo → Puchuncaví
  soy de Cachagua → Zapallar
  vivo en el Belloto → Quilpué
  soy de Peñablanca → Villa Alemana
  la calera, arriendo → La Calera
  vivo en La Serena → La Serena
  soy de Tongoy → Coquimbo
  vivo en Pichidangui → Los Vilos
  somos de El Palqui → Monte Patria
  vivo en Copiapó → Copiapó
  soy de Bahía Inglesa → Caldera
  soy de Caldera → Caldera
  vivo en antofa → Antofagasta
  soy de Antofagasta → Antofagasta
  vivo en Calama → Calama
  soy de San Pedro de Atacama → San Pedro de Atacama
  vivo en Toconao → San Pedro de Atacama
  soy de Iquique → Iquique
  vivo en alto hospicio → Alto Hospicio
  soy de Arica → Arica
  vivo en el valle de Azapa → Arica
  maipu, despido → Maipú
  vivo en la florida → La Florida
  soy de la dehesa → Lo Barnechea
  vivo en Batuco → Lampa
  soy de til til → Tiltil
  vivo en estación central → Estación Central
  Quilicura → Quilicura
  DIVORCIO EN PUDAHUEL → Pudahuel
  se fue a Calama y yo soy de Talca → Talca
  él vive en Osorno, nosotros vivimos en Purranque → Purranque
  mi hija estudia en Valdivia pero yo soy de La Unión → La Unión
  soy de Parral → Parral
  vivo en Retiro → Retiro
  somos de Pinto → Pinto
  vivo en la comuna de Florida → Florida
  soy de Victoria → Victoria
  vivo en San Pedro de Melipilla → San Pedro
  punta arenas, herencia → Punta Arenas
  vivo en Porvenir → Porvenir
`)

const WITHOUT_COMMUNE = `
  don Santiago no me paga el arriendo
  mi jefe se llama Santiago
  el señor Castro me debe plata
  la señora Victoria me despidió
  doña Florida falleció
  el abogado Pinto no contesta
  mi marido Parral Soto me engañó
  hicieron la unión de hecho
  fue para navidad
  estoy esperando mi retiro programado
  mi hijo se fue a vivir a Los Ángeles, California
  quiero irme a vivir a Temuco
  se llevó a los niños a Calama
  se fue a Antofagasta con otra
  mi ex vive en Iquique
  la casa central está en Santiago
  trabajé en la calle Santiago
  avenida Providencia con Los Leones
  calle Independencia 450
  pasaje Valdivia 12
  me chocaron en Vicuña Mackenna
  universidad de Concepción
  banco Santander
  la constitución lo permite
  es mi primavera
  tengo un futuro por venir
  me quitó la independencia
  mi perro se llama Lautaro
  el colegio San Ignacio
  compré un corral de gallinas
  agua de canela
  el coronel me amenazó
  nacimiento de mi hijo
  no tengo comuna
  hola
`
  .trim()
  .split('\n')
  .map((line) => line.trim())

describe('OPEN-52 commune of a text', () => {
  test('there are at least 100 examples', () =>
    expect(WITH_COMMUNE.length + WITHOUT_COMMUNE.length).toBeGreaterThanOrEqual(100))
  test.each(WITH_COMMUNE)('%s → %s', (text, commune) => {
    expect(findCommune(text)).toBe(commune)
  })
  test.each(WITHOUT_COMMUNE)('%s → none', (text) => {
    expect(findCommune(text)).toBeNull()
  })
  test('all nicknames belong to existing communes', () => {
    expect(Object.keys(COMMUNE_NICKNAMES).filter((commune) => regionOf(commune) === null)).toEqual([])
  })
})

import * as z from 'zod'
import directory from '../../../data/ayuda-gratuita.json' with { type: 'json' }
import { PROFILE_SPECIALTIES } from '../../chile/specialties.ts'

/** The groups of the page, in their order (PLZ-75). */
export type HelpGroup = 'now' | 'lawyer' | 'procedure'

/** An entry of the directory of free help, as `data/ayuda-gratuita.json` has it. Texts are in Spanish, for people. */
export interface HelpEntry {
  id: string
  name: string
  group: HelpGroup
  /** What it does, for whom, and what it requires. */
  purpose: string
  /** Empty: every specialty. */
  specialties: readonly string[]
  /** Names of regions; null: the whole country. */
  regions: readonly string[] | null
  /** Null: there is none, or it is not confirmed (PLZ-77). */
  phone: string | null
  isWhatsApp: boolean
  /** A host name. Null as `phone`. */
  site: string | null
  /** Null as `phone`. */
  hours: string | null
  isEmergency: boolean
  /** Of entries in a group; the lowest first. */
  order: number
  /** What changes from a day on (PLZ-79). */
  change: { from: string; text: string } | null
  validFrom: string | null
  isConfirmed: boolean
  /** YYYY-MM-DD */
  checkedOn: string
  /** The last day on which the check still counts. */
  checkBefore: string
}

const GROUPS = { linea: 'now', asistencia: 'lawyer', tramite: 'procedure' } as const

/** The regions by their official numbers. */
export const REGION_NAMES: Readonly<Record<number, string>> = {
  1: 'Tarapacá',
  2: 'Antofagasta',
  3: 'Atacama',
  4: 'Coquimbo',
  5: 'Valparaíso',
  6: "Libertador General Bernardo O'Higgins",
  7: 'Maule',
  8: 'Biobío',
  9: 'La Araucanía',
  10: 'Los Lagos',
  11: 'Aysén del General Carlos Ibáñez del Campo',
  12: 'Magallanes y de la Antártica Chilena',
  13: 'Metropolitana de Santiago',
  14: 'Los Ríos',
  15: 'Arica y Parinacota',
  16: 'Ñuble',
}

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const words = z.string().check(z.minLength(1))

const helpEntry = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  nombre: words,
  tipo: z.enum(['linea', 'asistencia', 'tramite']),
  que_hace: words,
  /** «*»: every specialty. */
  para: z.array(z.enum(['*', ...PROFILE_SPECIALTIES])).check(z.minLength(1)),
  regiones: z.union([z.literal('todas'), z.array(z.int().check(z.gte(1), z.lte(16))).check(z.minLength(1))]),
  telefono: z.nullable(z.string().check(z.regex(/^[*+]?\d[\d ]{2,14}$/))),
  telefono_confirmado: z.boolean(),
  /** Absent: calls. */
  canal: z.optional(z.literal('whatsapp')),
  web: z.nullable(z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))),
  web_confirmada: z.boolean(),
  horario: z.nullable(words),
  horario_confirmado: z.boolean(),
  costo: z.literal('gratis'),
  emergencia: z.boolean(),
  orden: z.int(),
  /** For those who maintain the directory. */
  nota: z.string(),
  cambia_desde: z.nullable(z.strictObject({ fecha: day, texto: words, confirmado: z.boolean() })),
  vigente_desde: z.nullable(day),
  fuente: words,
  estado: z.enum(['confirmada', 'por_confirmar']),
  revisado: day,
  revisar_antes_de: day,
})

const file = z.strictObject({
  version: z.int().check(z.positive()),
  revisado: day,
  vence_general: day,
  entradas: z.array(helpEntry),
})

function toEntry(entry: z.infer<typeof helpEntry>): HelpEntry {
  const isConfirmed = entry.estado === 'confirmada'
  const ifConfirmed = (value: string | null, confirmed: boolean) => (isConfirmed && confirmed ? value : null)
  return {
    id: entry.id,
    name: entry.nombre,
    group: GROUPS[entry.tipo],
    purpose: entry.que_hace,
    specialties: entry.para.includes('*') ? [] : entry.para,
    regions: entry.regiones === 'todas' ? null : entry.regiones.map((number) => REGION_NAMES[number] ?? ''),
    phone: ifConfirmed(entry.telefono, entry.telefono_confirmado),
    isWhatsApp: entry.canal === 'whatsapp',
    site: ifConfirmed(entry.web, entry.web_confirmada),
    hours: ifConfirmed(entry.horario, entry.horario_confirmado),
    isEmergency: entry.emergencia,
    order: entry.orden,
    change: entry.cambia_desde && { from: entry.cambia_desde.fecha, text: entry.cambia_desde.texto },
    validFrom: entry.vigente_desde,
    isConfirmed,
    checkedOn: entry.revisado,
    checkBefore: entry.revisar_antes_de,
  }
}

const parsed = file.parse(directory)

/** Raised with each change of the directory. */
export const DIRECTORY_VERSION: number = parsed.version

/** Every institution of free help. @throws at start, when the data is not as declared */
export const HELP_ENTRIES: readonly HelpEntry[] = parsed.entradas.map(toEntry)

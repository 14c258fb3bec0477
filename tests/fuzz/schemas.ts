/** Generates valid values and boundary values of zod schemas with fast-check, and decodes outputs. */
import fc from 'fast-check'
import { PROFILE_SPECIALTIES } from '../../src/capabilities/lawyers/schema.ts'
import { COMMUNES, REGIONS } from '../../src/chile/regions.ts'
import { UNIVERSITIES } from '../../src/chile/universities.ts'

interface Check {
  check: string
  minimum?: number
  maximum?: number
  value?: number
  inclusive?: boolean
  format?: string
  pattern?: RegExp
}
interface Definition {
  type: string
  format?: string
  pattern?: RegExp
  shape?: Record<string, Schema>
  innerType?: Schema
  element?: Schema
  in?: Schema
  out?: Schema
  options?: Schema[]
  entries?: Record<string, string>
  values?: unknown[]
  keyType?: Schema
  valueType?: Schema
  checks?: { _zod: { def: Check } }[]
}
/** A schema of zod or zod/mini. */
export interface Schema {
  _zod: { def: Definition }
}

/** Returns values for fields of this name, for example ids of existing objects. */
export type KnownValues = (key: string) => readonly unknown[] | undefined

const checksOf = ({ _zod: { def } }: Schema): Check[] => [
  ...(def.checks ?? []).map((one) => one._zod.def),
  ...(def.format ? [{ check: 'string_format', ...def } as Check] : []),
]

const VALUES_BY_FIELD: Record<string, readonly string[]> = {
  specialty: PROFILE_SPECIALTIES,
  specialties: PROFILE_SPECIALTIES,
  commune: COMMUNES,
  communes: COMMUNES,
  region: REGIONS.map(({ name }) => name),
  university: UNIVERSITIES,
  birthDate: ['1988-04-17', '1900-01-01', '2000-02-29'],
  deadline: ['2099-12-31', '2028-02-29'],
  graduationYear: ['2014'],
  // Mostly equal.
  password: ['secreta1', 'secreta2'],
  confirmPassword: ['secreta1'],
  maxPrice: ['30000', '0', '999999999'],
}

/** Regions with a commune of theirs. */
const LOCATIONS = REGIONS.map(({ name, communes }) => ({ region: name, commune: communes[0] }))

/** Texts that a schema accepts, or almost. */
function text(schema: Schema, key: string): fc.Arbitrary<string> {
  const checks = checksOf(schema)
  const named = VALUES_BY_FIELD[key]
  const format = checks.find(({ check }) => check === 'string_format')
  if (format?.format === 'uuid' || format?.format === 'guid') return fc.uuid()
  if (named) return fc.constantFrom(...named)
  if (format?.pattern && format.format === 'regex') return matching(format.pattern)
  const [minLength, maxLength] = bounds(checks, 0, 60)
  if (key === 'email') return fc.uuid().map((id) => `${id}@prueba.test`)
  if (key === 'rut') return fc.integer({ min: 5_000_000, max: 25_000_000 }).map(withCheckDigit)
  const size = { minLength: Math.max(minLength, 1), maxLength: Math.max(minLength, Math.min(maxLength, 60)) }
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ ...size, unit: 'grapheme' }) },
    fc.string(size),
    fc
      .constantFrom('Hola', 'Ñuñoa y otra', '<b>x</b>', "O'Higgins", 'مرحبا', '👩‍⚖️')
      .filter((one) => one.length <= maxLength),
  )
}

function matching(pattern: RegExp): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern.source, pattern.flags.replace(/[^u]/g, '')))
  } catch {
    // fast-check does not support every pattern (look-behind, Unicode sets): use any text.
    return fc.string({ maxLength: 40 })
  }
}

function withCheckDigit(body: number): string {
  let sum = 0
  let factor = 2
  for (const digit of String(body).split('').reverse()) {
    sum += Number(digit) * factor
    factor = factor === 7 ? 2 : factor + 1
  }
  const rest = 11 - (sum % 11)
  return `${body}-${rest === 11 ? '0' : rest === 10 ? 'K' : rest}`
}

function bounds(checks: readonly Check[], min: number, max: number): [number, number] {
  let [low, high] = [min, max]
  for (const { check, minimum, maximum, value } of checks) {
    if (check === 'min_length' || check === 'greater_than') low = Math.max(low, minimum ?? value ?? low)
    if (check === 'max_length' || check === 'less_than') high = maximum ?? value ?? high
  }
  return [low, Math.max(low, high)]
}

/** Values that a schema accepts. Refinements are ignored, so that the schema refuses some of them. */
export function validValues(schema: Schema, known: KnownValues, key = ''): fc.Arbitrary<unknown> {
  const { def } = schema._zod
  const inner = () => validValues(def.innerType as Schema, known, key)
  const own = known(key)
  const fresh = (): fc.Arbitrary<unknown> => {
    switch (def.type) {
      case 'object':
        if (def.shape?.region && def.shape.commune) return fc.constantFrom(...LOCATIONS)
        return fc.record(
          Object.fromEntries(
            Object.entries(def.shape ?? {}).map(([name, part]) => [name, validValues(part, known, name)]),
          ),
        )
      case 'optional':
      case 'default':
      case 'prefault':
        return fc.option(inner(), { nil: undefined, freq: 2 })
      case 'nullable':
        return fc.option(inner(), { nil: null, freq: 3 })
      case 'array': {
        const [minLength, maxLength] = bounds(checksOf(schema), 0, 4)
        return fc.array(validValues(def.element as Schema, known, key), {
          minLength,
          maxLength: Math.max(minLength, Math.min(maxLength, 4)),
        })
      }
      case 'pipe':
        return validValues(
          (def.in as Schema)._zod.def.type === 'transform' ? (def.out as Schema) : (def.in as Schema),
          known,
          key,
        )
      case 'union':
        return fc.oneof(...(def.options ?? []).map((option) => validValues(option, known, key)))
      case 'enum':
        return fc.constantFrom(...Object.values(def.entries ?? {}))
      case 'literal':
        return fc.constantFrom(...(def.values ?? []))
      case 'number': {
        const [low, high] = bounds(checksOf(schema), -1_000, 1_000)
        return key === 'graduationYear' ? fc.constant(2014) : fc.integer({ min: low, max: high })
      }
      case 'boolean':
        return fc.boolean()
      case 'string':
        return text(schema, key)
      case 'record':
        return fc.dictionary(fc.string({ maxLength: 8 }), validValues(def.valueType as Schema, known, key), {
          maxKeys: 3,
        })
      default:
        return fc.anything({ maxDepth: 1 })
    }
  }
  return own && def.type === 'string'
    ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...own) }, fresh())
    : fresh()
}

/** Boundary values of a schema: at, just inside and just beyond its limits. */
export function boundaryValues(schema: Schema): unknown[] {
  const { def } = schema._zod
  const inside = def.innerType ?? (def.type === 'pipe' ? def.in : undefined)
  if (inside) return [...boundaryValues(inside), null]
  const [low, high] = bounds(checksOf(schema), 0, 100)
  if (def.type === 'string')
    return [low - 1, low, high, high + 1]
      .filter((size) => size >= 0 && size < 30_000)
      .map((size) => 'a'.repeat(size))
  if (def.type === 'number') return [low - 1, low, high, high + 1, low + 0.5, -0]
  if (def.type === 'array') return [[], Array.from({ length: Math.min(high, 2_000) + 1 }, () => 'x')]
  return [null]
}

export const shapeOf = (schema: Schema | undefined): Record<string, Schema> => {
  const def = schema?._zod.def
  if (!def) return {}
  if (def.shape) return def.shape
  return shapeOf(def.innerType ?? def.in)
}

/** Decodes JSON: strings become dates where the schema says so. */
export function decodeDates(schema: Schema, value: unknown): unknown {
  const { def } = schema._zod
  if (value === null || value === undefined) return value
  if (def.type === 'date') return typeof value === 'string' ? new Date(value) : value
  const inside = def.innerType ?? (def.type === 'pipe' ? def.out : undefined)
  if (inside) return decodeDates(inside, value)
  if (def.type === 'array' && Array.isArray(value))
    return value.map((one) => decodeDates(def.element as Schema, one))
  if (def.type === 'object' && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        const part = def.shape?.[key]
        return [key, part ? decodeDates(part, one) : one]
      }),
    )
  return value
}

import type { AnyContractRouter, AnySchema } from '@orpc/contract'
import * as core from 'zod/v4/core'

// The contracts use zod/mini, which the browser shares and which parses objects key by key. On the server the
// same schemas get zod's compiled (JIT) parser, and outputs that are plain JSON skip oRPC's serializer.
// Together they save most of the time of a large response.

type Schema = core.$ZodType & { _zod: { def: Record<string, unknown> & { type: string } } }

/**
 * Gives every object schema of a contract zod's compiled parser. What they accept and reject stays the same.
 * @param contract contract of a slice, or a part of it
 */
export function compileSchemas(contract: AnyContractRouter): void {
  const orpc = (contract as { '~orpc'?: { inputSchema?: AnySchema; outputSchema?: AnySchema } })['~orpc']
  if (!orpc) {
    for (const part of Object.values(contract)) compileSchemas(part as AnyContractRouter)
    return
  }
  for (const schema of [orpc.inputSchema, orpc.outputSchema]) if (isZod(schema)) compile(schema, new Set())
}

const isZod = (schema: unknown): schema is Schema =>
  typeof schema === 'object' && schema !== null && '_zod' in schema

/** The schemas that a schema is composed of. */
function partsOf({ _zod: { def } }: Schema): Schema[] {
  const { shape, ...others } = def
  return [...Object.values(shape ?? {}), ...Object.values(others).flat()].filter(isZod)
}

const initCompiled: (schema: core.$ZodObject, def: core.$ZodObjectDef) => void = core.$ZodObjectJIT.init

function compile(schema: Schema, seen: Set<Schema>): void {
  if (seen.has(schema)) return
  seen.add(schema)
  const inner = schema._zod
  if (inner.def.type === 'object') {
    const { parse } = inner
    initCompiled(schema as unknown as core.$ZodObject, inner.def as unknown as core.$ZodObjectDef)
    // For schemas without checks zod uses the parser as `run` too.
    if (inner.run === parse) inner.run = inner.parse
  }
  for (const part of partsOf(schema)) compile(part, seen)
}

const JSON_TYPES = new Set([
  'string',
  'number',
  'boolean',
  'null',
  'enum',
  'literal',
  'object',
  'array',
  'nullable',
  'union',
])
const plainCache = new WeakMap<object, boolean>()

/**
 * Whether all output of a schema survives a JSON round trip unchanged: no dates, and no undefined except for
 * optional keys. False for unknown kinds of schema.
 */
export function isPlainJson(schema: unknown): boolean {
  if (!isZod(schema)) return false
  const known = plainCache.get(schema)
  if (known !== undefined) return known
  // Until it is known: a recursive schema is not plain.
  plainCache.set(schema, false)
  const { def } = schema._zod
  const isKnown =
    JSON_TYPES.has(def.type) &&
    (def.type !== 'literal' || (def.values as unknown[]).every(isJsonScalar)) &&
    (!isZod(def.catchall) || def.catchall._zod.def.type === 'never')
  const parts = def.type === 'object' ? Object.values(def.shape ?? {}).map(unwrapOptional) : partsOf(schema)
  const result = isKnown && parts.every(isPlainJson)
  plainCache.set(schema, result)
  return result
}

const isJsonScalar = (value: unknown) =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** The inner schema of an optional key. */
const unwrapOptional = (schema: Schema): unknown =>
  schema._zod.def.type === 'optional' ? schema._zod.def.innerType : schema

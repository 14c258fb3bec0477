import { oc } from '@orpc/contract'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { compileSchemas, isPlainJson } from './schemas.server.ts'

const item = () =>
  z.object({
    id: z.uuid(),
    note: z.optional(z.string()),
    side: z.nullable(z.enum(['a', 'b'])),
    parts: z.array(z.object({ n: z.int() })),
  })
const ID = '00000000-0000-4000-8000-000000000001'
const valid = { id: ID, side: null, parts: [{ n: 1, secret: 1 }], secret: 'x' }

describe('compiled schemas', () => {
  test('accept, strip and reject the same as before', () => {
    const inputs = [
      valid,
      { ...valid, note: 'hola' },
      { ...valid, note: undefined },
      { ...valid, parts: [{ n: 'uno' }], id: 5 },
      {},
      null,
      [],
    ]
    const before = inputs.map((input) => item().safeParse(input))
    const [output, input] = [
      item(),
      z.strictObject({ a: z.string() }).check(z.refine(({ a }) => a !== 'no', 'no')),
    ]
    compileSchemas({ slice: { operation: oc.input(input).output(output) } })
    expect(inputs.map((value) => output.safeParse(value))).toEqual(before)
    expect(output.parse(valid)).toEqual({ id: ID, side: null, parts: [{ n: 1 }] })
    expect([
      input.safeParse({ a: 'sí' }).success,
      input.safeParse({ a: 'no' }).success,
      input.safeParse({ a: 'sí', b: 1 }).error?.issues[0]?.code,
    ]).toEqual([true, false, 'unrecognized_keys'])
  })
})

describe('output that needs no serializer', () => {
  const empty = z.object({})
  test.each<[string, unknown, boolean]>([
    ['an object of JSON', item(), true],
    ['an array of objects', z.array(item()), true],
    ['a union', z.union([z.literal('a'), z.null()]), true],
    ['a date', z.object({ when: z.nullable(z.date()) }), false],
    ['an array with optional items', z.array(z.optional(z.string())), false],
    ['a bigint', z.bigint(), false],
    ['literally undefined', z.literal([undefined, 'a']), false],
    ['an unknown value', z.object({ data: z.unknown() }), false],
    ['a loose object', z.looseObject({ a: z.string() }), false],
    ['a strict object', z.strictObject({ a: z.string() }), true],
    ['an empty object', empty, true],
    ['no schema', undefined, false],
  ])('%s: %#', (_, schema, plain) => {
    expect(isPlainJson(schema)).toBe(plain)
  })
})

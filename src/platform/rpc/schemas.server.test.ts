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
const given = { id: ID, side: null, parts: [{ n: 1, secret: 1 }], secret: 'x' }

describe('compiled schemas', () => {
  test('accept, leave out and refuse what they did before', () => {
    const inputs = [
      given,
      { ...given, note: 'hola' },
      { ...given, note: undefined },
      { ...given, parts: [{ n: 'uno' }], id: 5 },
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
    expect(inputs.map((one) => output.safeParse(one))).toEqual(before)
    expect(output.parse(given)).toEqual({ id: ID, side: null, parts: [{ n: 1 }] })
    expect([
      input.safeParse({ a: 'sí' }).success,
      input.safeParse({ a: 'no' }).success,
      input.safeParse({ a: 'sí', b: 1 }).error?.issues[0]?.code,
    ]).toEqual([true, false, 'unrecognized_keys'])
  })
})

describe('what goes out as it is', () => {
  const empty = z.object({})
  test.each<[string, unknown, boolean]>([
    ['an object of JSON', item(), true],
    ['a list of them', z.array(item()), true],
    ['one of two', z.union([z.literal('a'), z.null()]), true],
    ['a date', z.object({ when: z.nullable(z.date()) }), false],
    ['a list with holes', z.array(z.optional(z.string())), false],
    ['a big number', z.bigint(), false],
    ['literally undefined', z.literal([undefined, 'a']), false],
    ['whatever', z.object({ data: z.unknown() }), false],
    ['an object that lets more through', z.looseObject({ a: z.string() }), false],
    ['a strict object', z.strictObject({ a: z.string() }), true],
    ['an object of nothing', empty, true],
    ['no schema', undefined, false],
  ])('%s: %#', (_, schema, plain) => {
    expect(isPlainJson(schema)).toBe(plain)
  })
})

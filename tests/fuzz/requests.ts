/** Requests to one operation, made from its own schema: right, at the limits, wrong, and meant to hurt. */
import fc from 'fast-check'
import { edges, type Known, type Schema, shapeOf, valid } from './schemas.ts'

export const KINDS = ['visitor', 'client', 'lawyer', 'pending', 'admin'] as const
export type Kind = (typeof KINDS)[number]

/** What goes over the line. */
export interface Sent {
  who: Kind
  door: 'rest' | 'rpc'
  /** What was done to it. */
  what: string
  /** For a GET at the OpenAPI door: behind the path, as it is. */
  query: string
  /** For all others, as it is. */
  body: string | undefined
  contentType: string | undefined
  /** Values of the path's own parameters. */
  path: Record<string, string>
}

const HOSTILE_TEXTS = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202eabc\u2066',
  '\ufeff',
  '\u0000\u0001\u001f\u007f\u0085',
  'Ⅻ＠ﬃ'.repeat(50),
  'e\u0301'.repeat(4_000),
  '👩‍👩‍👧‍👦'.repeat(2_000),
  'a'.repeat(100_000),
  ' '.repeat(100_000),
  '\n'.repeat(20_000),
  '-'.repeat(50_000),
  '1'.repeat(50_000),
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; drop table profiles; --",
  '%_\\%_\\',
  '%00%ff%c0%af',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  '#{7*7}{{7*7}}<%= 7*7 %>',
  'a\r\nBcc: otro@prueba.test\r\n\r\n',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '1e309',
  '-0',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF',
  '٢٠٢٦-٠١-٠١',
  '9999-12-31T23:59:59Z',
  '-271821-04-20',
]

const deep = (depth: number, open: string, shut: string) => open.repeat(depth) + shut.repeat(depth)

const HOSTILE_VALUES: unknown[] = [
  ...HOSTILE_TEXTS,
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 31,
  Number.MIN_VALUE,
  [],
  {},
  [[]],
  ['x'],
  [null],
  { toString: 'x' },
  { length: 1e9 },
  JSON.parse('{"then":"x"}'),
  { $ne: null },
  { valueOf: {} },
  Array.from({ length: 5_000 }, (_, at) => at),
]

/** Whole bodies that are no object of an operation. */
const BODIES = [
  '',
  ' ',
  'null',
  'true',
  '1',
  '-',
  '"x"',
  '[]',
  '[{}]',
  '{',
  '{}x',
  '{"a":1,}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":1e999}',
  '{"json":null}',
  '{"json":[],"meta":[]}',
  '\ufeff{}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"json":{"__proto__":{"polluted":true}}}',
  '{"json":{},"meta":[[0,"__proto__","polluted"]]}',
  '{"a":1,"a":2}',
  '{"json":{},"json":1}',
  deep(10_000, '[', ']'),
  deep(5_000, '{"a":', '}').replace('{"a":}', '{"a":1}'),
  `{"json":${deep(10_000, '[', ']')}}`,
  `"${'x'.repeat(300_000)}"`,
  `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
  '\ud800',
  '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
  'a=1&b=2',
]

const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json; charset=utf-16',
  'application/jsonx',
  'application/json;;;',
  'APPLICATION/JSON',
  '',
  'x',
]

/** oRPC's notes on what JSON cannot say: [kind, ...path]. Kinds that there are, and that there are not. */
const META = fc.array(
  fc
    .tuple(
      fc.oneof(fc.integer({ min: -1, max: 9 }), fc.constantFrom('x', null, 1e9)),
      fc.oneof(
        fc.constantFrom('id', 'chatId', 'caseId', 'content', '__proto__', 'constructor', '0', 'x'),
        fc.nat(3),
      ),
      fc.option(fc.constantFrom('polluted', 'prototype', 0, 'x'), { nil: undefined }),
    )
    .map(([kind, ...path]) => [kind, ...path.filter((part) => part !== undefined)]),
  { minLength: 1, maxLength: 4 },
)

/** Keys that nobody asked for. */
const EXTRA = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'id',
  'user_id',
  'userId',
  'role',
  'is_verified',
  'plan',
  'credits_available',
  'sender_id',
  'type',
  'json',
  'meta',
  '',
  '\0',
  '\ud800',
  'x'.repeat(5_000),
  'a.b',
  'a[0]',
  '$where',
]

type Fields = Record<string, unknown>

/** Like an assignment, but a key called __proto__ is a key. */
const put = (fields: Fields, key: string, value: unknown): Fields =>
  Object.defineProperty({ ...fields }, key, { value, enumerable: true, configurable: true, writable: true })

function without(fields: Fields, key: string): Fields {
  const { [key]: _, ...rest } = fields
  return rest
}

/** A right input and what was done to it. */
function inputs(schema: Schema | undefined, known: Known): fc.Arbitrary<{ what: string; input: unknown }> {
  if (!schema) return fc.constant({ what: 'right', input: undefined })
  const shape = shapeOf(schema)
  const keys = Object.keys(shape)
  const right = valid(schema, known)
  const fields = right.map((one) => (one ?? {}) as Fields)
  const extra = fc
    .tuple(fields, fc.constantFrom(...EXTRA), fc.constantFrom(...HOSTILE_VALUES))
    .map(([base, key, value]) => ({ what: `extra ${key.slice(0, 20)}`, input: put(base, key, value) }))
  const whole = fc.constantFrom(...HOSTILE_VALUES).map((input) => ({ what: 'another thing', input }))
  const others = [
    { weight: 6, arbitrary: right.map((input) => ({ what: 'right', input })) },
    { weight: 2, arbitrary: extra },
    { weight: 1, arbitrary: whole },
  ]
  if (keys.length === 0) return fc.oneof(...others)
  const key = fc.constantFrom(...keys)
  const at = (what: string, value: (name: string) => fc.Arbitrary<unknown>) =>
    fc
      .tuple(fields, key)
      .chain(([base, name]) =>
        value(name).map((one) => ({ what: `${what} ${name}`, input: put(base, name, one) })),
      )
  return fc.oneof(
    ...others,
    { weight: 3, arbitrary: at('edge', (name) => fc.constantFrom(...edges(shape[name] as Schema))) },
    { weight: 5, arbitrary: at('hostile', () => fc.constantFrom(...HOSTILE_VALUES)) },
    { weight: 1, arbitrary: at('anything', () => fc.jsonValue({ maxDepth: 3 })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fields, key)
        .map(([base, name]) => ({ what: `without ${name}`, input: without(base, name) })),
    },
    {
      weight: 1,
      arbitrary: at('nested', () => right.map((one) => [one])),
    },
  )
}

/** As a query may be written, by people and by programs that mean harm. */
function queryOf(input: unknown, twist: number): string {
  if (typeof input !== 'object' || input === null)
    return input === undefined ? '' : `?${escaped(asText(input))}`
  const pairs = Object.entries(input).flatMap(([key, value]): [string, string][] => {
    if (value === undefined) return []
    if (Array.isArray(value))
      return value.slice(0, 50).map((one, at) => [twist === 4 ? `${key}[]` : `${key}[${at}]`, asText(one)])
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).map(([inner, one]) => [`${key}[${inner}]`, asText(one)])
    return [[key, asText(value)]]
  })
  const line = pairs.map(([key, value]) => `${escaped(key)}=${escaped(value)}`)
  if (twist === 1 && line[0]) line.push(line[0])
  if (twist === 2) line.push('__proto__[polluted]=1', 'constructor[prototype][polluted]=1')
  if (twist === 3) line.push('%', '%zz=%e0%a4%a', '=', '&&', 'a[b][c][d][0]=1', '[]=1', '[', 'a]=1')
  return `?${line.join('&')}`
}

/** As a program would write it that does not know what it holds. */
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))

const JSON_TYPE = 'application/json'

/** An input on its way to one door. */
function sentOf(
  { method, pathKeys }: { method: string; pathKeys: readonly string[] },
  { who, door, twist, what, input }: Pick<Sent, 'who' | 'door' | 'what'> & { twist: number; input: unknown },
): Sent {
  const isQuery = door === 'rest' && method === 'GET'
  const path: Record<string, string> = {}
  let rest = input
  if (door === 'rest' && typeof input === 'object' && input !== null)
    for (const key of pathKeys) {
      path[key] = asText((input as Fields)[key])
      rest = without(rest as Fields, key)
    }
  return {
    who,
    door,
    what: isQuery && twist < 5 && twist > 0 ? `${what}, query twist ${twist}` : what,
    query: isQuery ? queryOf(rest, twist) : '',
    body: isQuery ? undefined : JSON.stringify(door === 'rpc' ? { json: input } : (rest ?? {})),
    contentType: isQuery ? undefined : JSON_TYPE,
    path,
  }
}

/** What every field of every operation is sent, whatever chance brings. */
const ALWAYS: readonly unknown[] = ['a\0b', 'x\ud800y', 'a'.repeat(100_000), ['x'], 1e308, '-'.repeat(5_000)]
const DOERS = ['client', 'lawyer', 'admin'] as const

/** Each field once with each of ALWAYS, all else right; and a key that nobody asked for. @param right an input that is taken */
export function everyField(
  operation: { method: string; pathKeys: readonly string[]; input: Schema | undefined },
  right: Record<string, unknown>,
): Sent[] {
  const places = Object.keys(shapeOf(operation.input)).flatMap((key) =>
    ALWAYS.map((value) => [key, value] as const),
  )
  const all = [...places, ['__proto__', { polluted: true }] as const, ['role', 'admin'] as const]
  return all.flatMap(([key, value], at) =>
    DOERS.map((who, turn) =>
      sentOf(operation, {
        who,
        door: (at + turn) % 2 === 0 ? 'rest' : 'rpc',
        twist: 0,
        what: `always ${key}`,
        input: put(right, key, value),
      }),
    ),
  )
}

/**
 * @param input schema of the operation; undefined when it takes none
 * @param pathKeys parameters that stand in the path
 */
export function requests(
  {
    method,
    input: schema,
    pathKeys,
  }: { method: string; input: Schema | undefined; pathKeys: readonly string[] },
  known: Known,
): fc.Arbitrary<Sent> {
  const base = fc.record({
    who: fc.constantFrom(
      ...KINDS,
      'client' as const,
      'client' as const,
      'lawyer' as const,
      'lawyer' as const,
    ),
    door: fc.constantFrom('rest' as const, 'rpc' as const),
    twist: fc.integer({ min: 0, max: 8 }),
  })
  const made = fc
    .tuple(base, inputs(schema, known))
    .map(([{ who, door, twist }, { what, input }]) =>
      sentOf({ method, pathKeys }, { who, door, twist, what, input }),
    )
  const path = Object.fromEntries(pathKeys.map((key) => [key, 'x']))
  const bodies = fc.tuple(base, fc.constantFrom(...BODIES)).map(
    ([{ who, door }, body]): Sent => ({
      who,
      door,
      what: 'body',
      query: '',
      body,
      contentType: JSON_TYPE,
      path,
    }),
  )
  const types = fc.tuple(made, fc.constantFrom(...CONTENT_TYPES)).map(
    ([sent, contentType]): Sent => ({
      ...sent,
      what: `type ${contentType}`,
      body: sent.body ?? '{}',
      contentType,
    }),
  )
  const metas = fc.tuple(base, inputs(schema, known), META).map(
    ([{ who }, { input }, meta]): Sent => ({
      who,
      door: 'rpc',
      what: 'meta',
      query: '',
      body: JSON.stringify({ json: input, meta }),
      contentType: JSON_TYPE,
      path,
    }),
  )
  return fc.oneof(
    { weight: 16, arbitrary: made },
    { weight: 2, arbitrary: bodies },
    { weight: 1, arbitrary: types },
    { weight: 2, arbitrary: metas },
  )
}

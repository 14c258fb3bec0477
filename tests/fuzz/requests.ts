/** Generates requests to an operation from its schema: valid, at the limits, invalid and hostile. */
import fc from 'fast-check'
import { boundaryValues, type KnownValues, type Schema, shapeOf, validValues } from './schemas.ts'

export const ACTOR_KINDS = ['visitor', 'client', 'lawyer', 'pending', 'admin'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

/** A request before it is sent. */
export interface FuzzRequest {
  actor: ActorKind
  protocol: 'rest' | 'rpc'
  /** Description of the mutation, for failure messages. */
  mutation: string
  /** Raw query string of a REST GET. */
  query: string
  /** Raw body of all other requests. */
  body: string | undefined
  contentType: string | undefined
  /** Values of the path parameters. */
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

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

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

/** Raw bodies: invalid JSON, or JSON that is no input. */
const RAW_BODIES = [
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
  nested(10_000, '[', ']'),
  nested(5_000, '{"a":', '}').replace('{"a":}', '{"a":1}'),
  `{"json":${nested(10_000, '[', ']')}}`,
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

/** oRPC's `meta` for values that JSON cannot express: [kind, ...path], with known and unknown kinds. */
const RPC_META = fc.array(
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

/** Keys that no schema has. */
const EXTRA_KEYS = [
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

/** Returns a copy with the key set; `__proto__` becomes an own key, too. */
const withField = (fields: Fields, key: string, value: unknown): Fields =>
  Object.defineProperty({ ...fields }, key, { value, enumerable: true, configurable: true, writable: true })

function without(fields: Fields, key: string): Fields {
  const { [key]: _, ...rest } = fields
  return rest
}

/** A valid input with one mutation. */
function inputs(
  schema: Schema | undefined,
  known: KnownValues,
): fc.Arbitrary<{ mutation: string; input: unknown }> {
  if (!schema) return fc.constant({ mutation: 'valid', input: undefined })
  const shape = shapeOf(schema)
  const keys = Object.keys(shape)
  const validInput = validValues(schema, known)
  const fields = validInput.map((one) => (one ?? {}) as Fields)
  const extra = fc
    .tuple(fields, fc.constantFrom(...EXTRA_KEYS), fc.constantFrom(...HOSTILE_VALUES))
    .map(([base, key, value]) => ({
      mutation: `extra ${key.slice(0, 20)}`,
      input: withField(base, key, value),
    }))
  const whole = fc.constantFrom(...HOSTILE_VALUES).map((input) => ({ mutation: 'other value', input }))
  const others = [
    { weight: 6, arbitrary: validInput.map((input) => ({ mutation: 'valid', input })) },
    { weight: 2, arbitrary: extra },
    { weight: 1, arbitrary: whole },
  ]
  if (keys.length === 0) return fc.oneof(...others)
  const key = fc.constantFrom(...keys)
  const at = (mutation: string, value: (name: string) => fc.Arbitrary<unknown>) =>
    fc
      .tuple(fields, key)
      .chain(([base, name]) =>
        value(name).map((one) => ({ mutation: `${mutation} ${name}`, input: withField(base, name, one) })),
      )
  return fc.oneof(
    ...others,
    { weight: 3, arbitrary: at('edge', (name) => fc.constantFrom(...boundaryValues(shape[name] as Schema))) },
    { weight: 5, arbitrary: at('hostile', () => fc.constantFrom(...HOSTILE_VALUES)) },
    { weight: 1, arbitrary: at('anything', () => fc.jsonValue({ maxDepth: 3 })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fields, key)
        .map(([base, name]) => ({ mutation: `without ${name}`, input: without(base, name) })),
    },
    {
      weight: 1,
      arbitrary: at('nested', () => validInput.map((one) => [one])),
    },
  )
}

/** Serializes an input as a query string. @param twist 1 to 4: a hostile variation */
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

/** Converts any value to the text of a parameter. */
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))

const JSON_TYPE = 'application/json'

/** Builds the request for an input. */
function buildRequest(
  { method, pathKeys }: { method: string; pathKeys: readonly string[] },
  {
    actor,
    protocol,
    twist,
    mutation,
    input,
  }: Pick<FuzzRequest, 'actor' | 'protocol' | 'mutation'> & { twist: number; input: unknown },
): FuzzRequest {
  const isQuery = protocol === 'rest' && method === 'GET'
  const path: Record<string, string> = {}
  let rest = input
  if (protocol === 'rest' && typeof input === 'object' && input !== null)
    for (const key of pathKeys) {
      path[key] = asText((input as Fields)[key])
      rest = without(rest as Fields, key)
    }
  return {
    actor,
    protocol,
    mutation: isQuery && twist < 5 && twist > 0 ? `${mutation}, query twist ${twist}` : mutation,
    query: isQuery ? queryOf(rest, twist) : '',
    body: isQuery ? undefined : JSON.stringify(protocol === 'rpc' ? { json: input } : (rest ?? {})),
    contentType: isQuery ? undefined : JSON_TYPE,
    path,
  }
}

/** Values that are always sent in every field of every operation. */
const ALWAYS_SENT: readonly unknown[] = [
  'a\0b',
  'x\ud800y',
  'a'.repeat(100_000),
  ['x'],
  1e308,
  '-'.repeat(5_000),
]
const SENDERS = ['client', 'lawyer', 'admin'] as const

/**
 * Requests with each value of ALWAYS_SENT in each field, and with extra keys.
 * @param validInput an input that the operation accepts
 */
export function requestsForEveryField(
  operation: { method: string; pathKeys: readonly string[]; input: Schema | undefined },
  validInput: Record<string, unknown>,
): FuzzRequest[] {
  const pairs = Object.keys(shapeOf(operation.input)).flatMap((key) =>
    ALWAYS_SENT.map((value) => [key, value] as const),
  )
  const all = [...pairs, ['__proto__', { polluted: true }] as const, ['role', 'admin'] as const]
  return all.flatMap(([key, value], at) =>
    SENDERS.map((actor, turn) =>
      buildRequest(operation, {
        actor,
        protocol: (at + turn) % 2 === 0 ? 'rest' : 'rpc',
        twist: 0,
        mutation: `always ${key}`,
        input: withField(validInput, key, value),
      }),
    ),
  )
}

/**
 * @param input schema of the operation; undefined when it takes none
 * @param pathKeys names of the path parameters
 */
export function generateRequests(
  {
    method,
    input: schema,
    pathKeys,
  }: { method: string; input: Schema | undefined; pathKeys: readonly string[] },
  known: KnownValues,
): fc.Arbitrary<FuzzRequest> {
  const base = fc.record({
    actor: fc.constantFrom(
      ...ACTOR_KINDS,
      'client' as const,
      'client' as const,
      'lawyer' as const,
      'lawyer' as const,
    ),
    protocol: fc.constantFrom('rest' as const, 'rpc' as const),
    twist: fc.integer({ min: 0, max: 8 }),
  })
  const made = fc
    .tuple(base, inputs(schema, known))
    .map(([{ actor, protocol, twist }, { mutation, input }]) =>
      buildRequest({ method, pathKeys }, { actor, protocol, twist, mutation, input }),
    )
  const path = Object.fromEntries(pathKeys.map((key) => [key, 'x']))
  const bodies = fc.tuple(base, fc.constantFrom(...RAW_BODIES)).map(
    ([{ actor, protocol }, body]): FuzzRequest => ({
      actor,
      protocol,
      mutation: 'body',
      query: '',
      body,
      contentType: JSON_TYPE,
      path,
    }),
  )
  const types = fc.tuple(made, fc.constantFrom(...CONTENT_TYPES)).map(
    ([sent, contentType]): FuzzRequest => ({
      ...sent,
      mutation: `type ${contentType}`,
      body: sent.body ?? '{}',
      contentType,
    }),
  )
  const metas = fc.tuple(base, inputs(schema, known), RPC_META).map(
    ([{ actor }, { input }, meta]): FuzzRequest => ({
      actor,
      protocol: 'rpc',
      mutation: 'meta',
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

import fc from 'fast-check'
import { toJSONSchema, type ZodMiniType } from 'zod/mini'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  maxLength?: number
  format?: string
}

/** Texts that often break programs: quotes, control characters, lone surrogates, formats, paths, templates. */
const nastyTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0001\u001f\u007f',
  '\uD800',
  'x\uDFFFy',
  '\u202Eabc',
  '\uFEFF',
  '\u{1F469}\u200D\u{1F4BB}'.repeat(40),
  'ﷺ'.repeat(30),
  'Å'.normalize('NFD'),
  "'",
  '"',
  '`',
  '\\',
  "'; drop table orders; --",
  '" or 1=1 --',
  '%',
  '%00',
  '%c0%ae',
  '%s%n',
  '_%',
  '*',
  '?',
  '(',
  '[',
  '{',
  '}}',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '..\\..\\',
  '/',
  '//evil.example',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  '\r\nX-Bad: 1',
  'a\nb',
  '\t',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '1_000',
  '٣',
  '१',
  '9'.repeat(400),
  'a'.repeat(5_000),
  '(a+)+$'.repeat(20),
  '🛒',
  'ÅÄÖ åäö',
  'OR NEAR AND NOT',
  '"unbalanced',
  'col:val',
  'a* b*',
  '^x',
  '-x',
  '2026-02-30',
  '9999-99-99T99:99:99Z',
]
const nastyNumbers = [
  0,
  -0,
  -1,
  1.5,
  1e-9,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  -1e308,
  5_001,
  100_001,
  0.1 + 0.2,
]

const text = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 20 }),
  fc.base64String({ maxLength: 60 }),
)
const number = fc.oneof(
  fc.constantFrom(...nastyNumbers),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const anything = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom<unknown>([], {}, [[]], { __proto__: 1 }, { length: -1 }, [null], [[[[[[]]]]]]),
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(text, { maxLength: 4 }),
  fc.dictionary(text, fc.oneof(text, number), { maxKeys: 4 }),
)

/** Values that nearly match a contract: its own shape, with wrong, missing, repeated and additional parts anywhere. */
export function badValues(schema: ZodMiniType): fc.Arbitrary<unknown> {
  return near(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
}

function near(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: fitting(schema) }, { weight: 2, arbitrary: anything })
}

function fitting({ type, properties, items, anyOf, enum: values, format }: Schema): fc.Arbitrary<unknown> {
  if (anyOf) return fc.oneof(...anyOf.map(near))
  if (values) return fc.constantFrom(...values)
  if (properties) return objectOf(properties)
  if (type === 'array' && items)
    return fc.oneof(
      fc.array(near(items), { maxLength: 5 }),
      fc
        .tuple(near(items), fc.integer({ min: 2, max: 300 }))
        .map(([item, times]) => Array.from({ length: times }, () => item)),
    )
  if (type === 'number' || type === 'integer') return number
  if (type === 'boolean') return fc.boolean()
  if (format === 'uuid') return fc.oneof(fc.uuid(), text)
  if (format === 'email') return fc.oneof(fc.emailAddress(), text)
  return type === 'string' ? text : anything
}

function objectOf(properties: Record<string, Schema>): fc.Arbitrary<unknown> {
  const shape = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, near(schema)])),
    { requiredKeys: [] },
  )
  const more = fc.dictionary(
    fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'price', 'uid', 'internal', 'role')),
    anything,
    { maxKeys: 2 },
  )
  return fc.oneof(
    { weight: 4, arbitrary: shape },
    { weight: 1, arbitrary: fc.tuple(shape, more).map(([own, added]) => ({ ...own, ...added })) },
  )
}

/** The bytes of a body: mostly JSON of such a value, sometimes truncated, doubled, in another encoding or not JSON. */
export function badBodies(schema: ZodMiniType): fc.Arbitrary<Buffer> {
  const json = badValues(schema).map((value) => JSON.stringify(value) ?? 'undefined')
  return fc.oneof(
    { weight: 12, arbitrary: json.map((body) => Buffer.from(body)) },
    {
      weight: 1,
      arbitrary: fc.tuple(json, fc.nat({ max: 200 })).map(([body, end]) => Buffer.from(body.slice(0, end))),
    },
    { weight: 1, arbitrary: json.map((body) => Buffer.from(body + body)) },
    { weight: 1, arbitrary: json.map((body) => Buffer.from(body, 'utf16le')) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          '[',
          '{"a":',
          '1e99999',
          '{"__proto__":{"x":1}}',
          '\uFEFF{}',
          '[[[[[[[[',
          'NaN',
          '"\\ud800"',
          '{"items":[{"sku":"\\u0000","quantity":1}]}',
        )
        .map((body) => Buffer.from(body)),
    },
  )
}

/** Parameters of a query or path, including percent signs that do not decode. */
export const badTexts: fc.Arbitrary<string> = text

export const badQueryValues = (schema: ZodMiniType | undefined): fc.Arbitrary<[string, string][]> => {
  const names = schema
    ? Object.keys((toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema).properties ?? {})
    : []
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('locale', 'cid', 'cc', 'sid', ...names, ...names) },
    { weight: 1, arbitrary: text },
  )
  return fc.array(fc.tuple(name, fc.oneof(text, number.map(String))), { maxLength: 4 })
}

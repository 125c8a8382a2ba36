import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allCalls } from '../../src/contracts/calls/all-calls.ts'

type Def = { type: string } & Record<string, unknown>
type Inner = { _zod: { def: Def } }
/** zod keeps what a schema was made of under this name, for tools that walk schemas. */
const defOf = (schema: unknown): Def => (schema as Inner)['_zod'].def
const hasMaximum = ({ checks }: Def) =>
  ((checks ?? []) as Inner[]).some((check) => defOf(check)['check'] === 'max_length')
const bounded = new Set(['number', 'int', 'boolean', 'literal', 'enum', 'null', 'undefined', 'file'])
const wrappers = new Set(['optional', 'nullable', 'catch', 'default', 'prefault', 'readonly', 'nonoptional'])

/**
 * The parts of a schema that accept text or a list of any length. A file is limited by the size of the request's body.
 */
function unboundedIn(schema: unknown, path: string): string[] {
  const def = defOf(schema)
  if (bounded.has(def.type)) return []
  if (wrappers.has(def.type)) return unboundedIn(def['innerType'], path)
  if (def.type === 'string') return hasMaximum(def) || def['format'] === 'uuid' ? [] : [path]
  if (def.type === 'array')
    return [...(hasMaximum(def) ? [] : [`${path}[]`]), ...unboundedIn(def['element'], `${path}[]`)]
  if (def.type === 'union') return (def['options'] as unknown[]).flatMap((option) => unboundedIn(option, path))
  if (def.type === 'object')
    return Object.entries(def['shape'] as object).flatMap(([name, field]) => unboundedIn(field, `${path}.${name}`))
  // The input, or the result of a transform.
  if (def.type === 'pipe')
    return defOf(def['in']).type === 'transform' ? unboundedIn(def['out'], path) : unboundedIn(def['in'], path)
  return [`${path} (${def.type})`]
}

test.each(Object.entries(allCalls))(
  'limits everything that clients may send to %s',
  (name, { contract: { query, body } }) => {
    const found = [
      ...(query ? unboundedIn(query, `${name}.query`) : []),
      ...(body ? unboundedIn(body, `${name}.body`) : []),
    ]
    expect(found).toEqual([])
  },
)

test('detects text and lists without a limit', () => {
  const bad = z.object({
    text: z.optional(z.string()),
    list: z.array(z.object({ id: z.string() })),
    either: z.union([z.number(), z.string()]),
    kept: z.catch(z.nullable(z.string()), null),
    any: z.unknown(),
    keyed: z.record(z.string(), z.number()),
  })
  expect(unboundedIn(bad, 'bad')).toEqual([
    'bad.text',
    'bad.list[]',
    'bad.list[].id',
    'bad.either',
    'bad.kept',
    'bad.any (unknown)',
    'bad.keyed (record)',
  ])
})

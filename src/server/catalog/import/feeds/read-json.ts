import { Readable, pipeline } from 'node:stream'
import { parser } from 'stream-json'
import { pick } from 'stream-json/filters/pick.js'
import { streamArray, type StreamArrayItem } from 'stream-json/streamers/stream-array.js'
import { rowReason } from '../../../../domain/products/row-reasons.ts'
import { detectEncoding, encodingNotes, textOf } from './decode-text.ts'
import type { FeedFormat } from './feed-format.ts'
import { FeedError, itemMark, type BrokenRow, type Feed, type FeedRow } from './feed-row.ts'
import type { FeedSource } from './feed-source.ts'
import { JsonLimits } from './json-limits.ts'

/**
 * Opens a JSON feed: an array of objects, or an object whose `products` is one. Streams it, so the file is never in
 * memory as a whole.
 */
export async function readJson(
  source: FeedSource,
  { numbers, encoding: given }: Pick<FeedFormat, 'numbers' | 'encoding'>,
  onBytes: (bytes: number) => void,
): Promise<Feed> {
  const encoding = await detectEncoding(source, given)
  const opening = await firstSign(textOf(source, encoding, () => {}))
  if (opening !== '[' && opening !== '{') throw new FeedError('not_json')
  const limits = new JsonLimits(opening === '[' ? 1 : 2)
  const text = Readable.from(limits.checked(textOf(source, encoding, onBytes)))
  const items =
    opening === '['
      ? pipeline(text, parser.asStream(), streamArray.asStream(), () => {}) // Errors arrive through the last stream.
      : pipeline(
          text,
          parser.asStream(),
          pick.asStream({ filter: 'products', once: true }),
          streamArray.asStream(),
          () => {},
        )
  return {
    columns: undefined,
    columnName: (column) => column.split('.', 1)[0] ?? '',
    notes: encodingNotes(encoding),
    rows: jsonRows(items, numbers.decimal),
  }
}

async function firstSign(text: AsyncIterable<string>): Promise<string> {
  for await (const piece of text) {
    const found = /\S/.exec(piece)
    if (found) return found[0]
  }
  return ''
}

async function* jsonRows(items: AsyncIterable<unknown>, decimal: string): AsyncGenerator<FeedRow | BrokenRow> {
  try {
    for await (const item of items) {
      const { key, value } = item as StreamArrayItem
      const row = key + 2
      yield isObject(value) ? new JsonRow(row, value, decimal) : { row, broken: rowReason('not_object') }
    }
  } catch (error) {
    if (error instanceof FeedError) throw error
    throw new FeedError('json_broken', { fault: error instanceof Error ? error.message : String(error) })
  }
}

/** Levels of objects in a row whose properties can be chosen; deeper ones can be named by a profile. */
const maxDepth = 3

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A row from a JSON object: its properties are the columns, nested ones are paths (`size.height`). */
class JsonRow implements FeedRow {
  readonly row: number
  readonly #value: JsonObject
  readonly #decimal: string

  constructor(row: number, value: JsonObject, decimal: string) {
    this.row = row
    this.#value = value
    this.#decimal = decimal
  }

  get columns(): readonly string[] {
    return Object.keys(this.#value)
  }

  get paths(): readonly string[] {
    return pathsIn(this.#value)
  }

  get size(): number {
    return JSON.stringify(this.#value).length
  }

  get(column: string): string {
    return cellText(ownProperty(this.#value, column) ?? valueAt(this.#value, column), this.#decimal)
  }
}

function ownProperty(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The names of an object's properties, and the paths of those of objects in it and in its lists. */
function pathsIn(value: JsonObject, above = '', depth = 0): string[] {
  return Object.entries(value).flatMap(([name, each]) => {
    const inner = (Array.isArray(each) ? each : [each]).filter(isObject)
    if (inner.length === 0 || depth === maxDepth) return [`${above}${name}`]
    return [`${above}${name}`, ...new Set(inner.flatMap((one) => pathsIn(one, `${above}${name}.`, depth + 1)))]
  })
}

/** The value at a path; of objects in a list, those of each. */
function valueAt(value: JsonObject, path: string): unknown {
  if (!path.includes('.')) return undefined
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) => (Array.isArray(at) ? at.map((each) => ownProperty(each, key)) : ownProperty(at, key)),
      value,
    )
}

/** Formats a value as a spreadsheet would show it, with the profile's decimal mark. */
export function cellText(value: unknown, decimal: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value).replace('.', decimal)
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (Array.isArray(value)) {
    const items = value.filter((item) => !isObject(item) || item instanceof Date)
    return items.map((item) => cellText(item, decimal)).join(itemMark)
  }
  return ''
}

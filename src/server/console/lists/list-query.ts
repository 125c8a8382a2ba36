import type { ListColumn, ListCursor, ListFilter, ListName, ListQuery } from '../../../contracts/console/lists.ts'

export type ListDefinition<Column extends string> = {
  /** The list's name, by which views are kept. */
  readonly name: ListName
  readonly columns: readonly ListColumn<Column>[]
  readonly filters: readonly ListFilter[]
  /** Choices of filters that are one click away above the list: what people look for most. */
  readonly presets?: readonly (readonly [filter: string, value: string])[]
  /** Sorted by this column, newest or largest first. */
  readonly sort: Column
  /** Oldest or smallest first, unless another order is chosen. */
  readonly isRising?: boolean
  /** Whether its rows may take long to find in a large shop; they are then read beside what shoppers wait for. */
  readonly isLarge?: boolean
}

const maxSearchLength = 200
const day = /^(?:19|20)\d{2}-\d{2}-\d{2}$/

/** Reads what a list's address asks for; whatever the list does not know is left out. */
export function listQuery<Column extends string>(
  { columns, filters, sort, isRising = false }: ListDefinition<Column>,
  parameters: URLSearchParams,
): ListQuery & { sort: Column } {
  const requested = parameters.get('sort') ?? ''
  const column = columns.find(({ name, isSortable }) => isSortable && name === requested.replace(/^-/, ''))
  const known = new Set<string>(columns.map(({ name }) => name))
  const chosen = [...new Set(parameters.getAll('column'))].filter((name) => known.has(name))
  return {
    search: (parameters.get('q') ?? '').trim().slice(0, maxSearchLength),
    filters: Object.fromEntries(filters.flatMap((filter) => valueOf(filter, parameters.get(filter.name) ?? ''))),
    sort: column?.name ?? sort,
    isDescending: column ? requested.startsWith('-') : !isRising,
    columns: chosen.length > 0 ? chosen : columns.filter(({ isExtra }) => !isExtra).map(({ name }) => name),
    cursor: readCursor('after', parameters.get('after')) ?? readCursor('before', parameters.get('before')),
  }
}

/** The parameters of an address that asks for the same, from its beginning. */
export function listParameters<Column extends string>(
  definition: ListDefinition<Column>,
  parameters: URLSearchParams,
): [string, string][] {
  const known = new Set(['q', 'sort', 'column', ...definition.filters.map(({ name }) => name)])
  return [...parameters].filter(([name, value]) => known.has(name) && value !== '')
}

export function writeCursor({ value, id }: Omit<ListCursor, 'direction'>): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

function readCursor(direction: ListCursor['direction'], written: string | null): ListCursor | null {
  if (written === null || written.length > 500) return null
  try {
    const parsed: unknown = JSON.parse(Buffer.from(written, 'base64url').toString())
    if (!Array.isArray(parsed)) return null
    const [value, id] = parsed as unknown[]
    return isValue(value) && isValue(id) && id !== null ? { direction, value, id } : null
  } catch {
    return null
  }
}

function isValue(value: unknown): value is string | number | null {
  return value === null || (typeof value === 'string' && value.length <= 300) || Number.isSafeInteger(value)
}

function valueOf(filter: ListFilter, value: string): [string, string][] {
  if (filter.kind === 'text') {
    const text = value.trim().slice(0, maxSearchLength)
    return text === '' ? [] : [[filter.name, text]]
  }
  const isKnown =
    filter.kind === 'choice' ? filter.values.includes(value) : day.test(value) && !Number.isNaN(Date.parse(value))
  return isKnown ? [[filter.name, value]] : []
}

import type { Language } from '../../../../domain/places/locales.ts'
import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import { parseItems, listCell } from '../../../catalog/own-files/own-cells.ts'
import type { Queryable } from '../../../platform/db/tables.ts'
import { valueLabels, valuesCalled } from './record-names-queries.ts'

const beginning = 'attribute:'

/**
 * The cells of a form with the values of attributes as they are stored, where somebody wrote what a value is called in
 * either language: otherwise the shop would have a second value beside the one that was meant.
 */
export async function withCalledValues(
  db: Queryable,
  cells: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const typed = [...cells].flatMap(([name, cell]) =>
    name.startsWith(beginning) ? parseItems(cell).map((item) => ({ id: name.slice(beginning.length), item })) : [],
  )
  if (typed.length === 0) return new Map(cells)
  const names = typed.flatMap(({ item }) => waysToWrite(item))
  const rows = await valuesCalled(db, { ids: [...new Set(typed.map(({ id }) => id))], names })
  return new Map(
    [...cells].map(([name, cell]) => {
      if (!name.startsWith(beginning)) return [name, cell]
      const id = name.slice(beginning.length)
      return [name, listCell([...new Set(parseItems(cell).map((item) => valueCalled(rows, id, item)))])]
    }),
  )
}

type Called = Awaited<ReturnType<typeof valuesCalled>>

/** The value that somebody means who writes this; the text itself where it is none, or may be several. */
function valueCalled(rows: Called, id: string, item: string): string {
  const own = rows.filter((row) => row.attribute_id === id)
  if (own.some(({ value }) => value === item)) return item
  const called = own.filter(({ label }) => label.toLowerCase() === item.toLowerCase())
  const [value = item, ...others] = new Set(called.map((row) => row.value))
  return others.length === 0 ? value : item
}

/** What the values of attributes are called in a form. */
export type ValueNames = (id: string, value: string) => string

/**
 * Reads what the values of some products are called in a language. A value whose name may also mean another one keeps
 * its own text: what the form shows can always be sent back.
 */
export async function valueNames(
  db: Queryable,
  records: readonly Pick<ProductRecord, 'attributes'>[],
  language: Language,
): Promise<ValueNames> {
  const values = records.flatMap(({ attributes }) => attributes)
  const labels = (await valueLabels(db, values)).filter((row) => row.language === language && row.label !== '')
  if (labels.length === 0) return (_id, value) => value
  const rows = await valuesCalled(db, {
    ids: [...new Set(labels.map((row) => row.attribute_id))],
    names: labels.flatMap(({ label }) => waysToWrite(label)),
  })
  const known = new Map(labels.map((row) => [`${row.attribute_id} ${row.value}`, row.label]))
  return (id, value) => {
    const label = known.get(`${id} ${value}`)
    return label !== undefined && valueCalled(rows, id, label) === value ? label : value
  }
}

/** A name as it was typed, and with the other letter at its beginning. */
function waysToWrite(item: string): string[] {
  const [first = '', rest] = [item.charAt(0), item.slice(1)]
  return [...new Set([item, first.toLowerCase() + rest, first.toUpperCase() + rest])]
}

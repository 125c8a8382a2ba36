import { itemsIn, listCell } from '../../../catalog/own-files/own-cells.ts'
import type { Queryable } from '../../../platform/db/tables.ts'
import { valuesCalled } from './record-names-queries.ts'

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
    name.startsWith(beginning) ? itemsIn(cell).map((item) => ({ id: name.slice(beginning.length), item })) : [],
  )
  if (typed.length === 0) return new Map(cells)
  const names = typed.flatMap(({ item }) => waysToWrite(item))
  const rows = await valuesCalled(db, { ids: [...new Set(typed.map(({ id }) => id))], names })
  const valueOf = (id: string, item: string): string => {
    const own = rows.filter((row) => row.attribute_id === id)
    if (own.some(({ value }) => value === item)) return item
    const called = own.filter(({ label }) => label.toLowerCase() === item.toLowerCase())
    const [value = item, ...others] = new Set(called.map((row) => row.value))
    return others.length === 0 ? value : item
  }
  return new Map(
    [...cells].map(([name, cell]) => {
      if (!name.startsWith(beginning)) return [name, cell]
      const id = name.slice(beginning.length)
      return [name, listCell([...new Set(itemsIn(cell).map((item) => valueOf(id, item)))])]
    }),
  )
}

/** A name as it was typed, and with the other letter at its beginning. */
function waysToWrite(item: string): string[] {
  const [first = '', rest] = [item.charAt(0), item.slice(1)]
  return [...new Set([item, first.toLowerCase() + rest, first.toUpperCase() + rest])]
}

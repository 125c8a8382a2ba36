import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'
import { recordsWithShelf } from '../maintenance/records-with-shelf.ts'
import { ownColumns } from './own-columns.ts'
import { ownNames, withProducts } from './own-names.ts'
import { productIdsAfter } from './own-queries.ts'

const batch = 500
/** Columns of each file besides id and article number; `products` has all of them. */
const columnsOf = {
  products: undefined,
  prices: /^(?:name_|price_)/,
  stock: /^(?:name_|stock$|incoming$|shelf$)/,
} as const
export type OwnFile = keyof typeof columnsOf
export const ownFiles = Object.keys(columnsOf) as readonly OwnFile[]

/** Yields the rows of a file with all products, the header first; `importOwnFile` reads it back. */
export async function* exportProducts(
  { db, kind }: { db: Database; kind: DatabaseKind },
  file: OwnFile,
): AsyncGenerator<string[]> {
  const names = await ownNames(db)
  const wanted = columnsOf[file]
  const columns = ownColumns(names).filter(({ name }) => wanted?.test(name) ?? true)
  yield ['id', 'article_number', ...columns.map(({ name }) => name)]
  for (let after = ''; ;) {
    const ids = await productIdsAfter(db, after, batch)
    const last = ids.at(-1)
    if (last === undefined) return
    const records = await recordsWithShelf(db, kind, ids)
    const referred = records.flatMap((record) => [
      ...(record.parent_id === null ? [] : [record.parent_id]),
      ...record.set_items.map(({ product_id: id }) => id),
      ...record.relations.map(({ related_id: id }) => id),
    ])
    const all = await withProducts(db, kind, names, { ids: referred })
    const byId = new Map(records.map((record) => [record.id, record]))
    for (const id of ids) {
      const record = byId.get(id)
      if (!record) continue
      const cells = columns.map((column) => column.write(record, all))
      yield [record.id, record.sku, ...cells]
    }
    after = last
  }
}

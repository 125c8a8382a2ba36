import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { ShownState } from '../../../contracts/console/price-changes.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { removed } from '../../pricing/price-changes/change-queries.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

/** One page of the changes of many prices, by key. */
export async function priceChangeRows(db: Queryable, query: ListQuery, limit: number) {
  const { isDescending, cursor } = query
  const selected = filtered(db, query).selectAll('c')
  return pageByKey(selected, { sort: 'c.created_at', id: 'c.id', isDescending, cursor, limit })
}

export async function countPriceChanges(db: Queryable, query: ListQuery): Promise<number> {
  return countRows(db, filtered(db, query).select('c.id'))
}

function filtered(db: Queryable, { search, filters }: ListQuery) {
  let query = db.selectFrom('price_changes as c').where('c.created_at', '<>', removed)
  const state = filters['state'] as ShownState | undefined
  if (state) query = query.where('c.state', '=', state)
  if (search === '') return query
  const bySku = db
    .selectFrom('products')
    .innerJoin('price_change_rows as r', 'r.product_id', 'products.id')
    .select('r.change_id')
    .where('products.sku', 'in', [search, search.toUpperCase()])
  return query.where((row) => row.or([row('c.id', 'in', bySku), row('c.actor', '=', search)]))
}

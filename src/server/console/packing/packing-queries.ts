import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { isToPack } from '../../ordering/orders/list-queries.ts'
import { textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

/** Whose orders: those of one person, or of nobody since a moment. */
type PackingQuery = ListQuery & { staffId: string; since: string }

/** One page of the orders that can be packed now, by key; orders on hold are left out. */
export async function ordersToPack(db: Queryable, query: PackingQuery, limit: number) {
  const { isDescending, cursor } = query
  const left = sql<number>`(select coalesce(sum(l.quantity - l.shipped - l.cancelled), 0) from order_lines l
    where l.order_id = orders.id)`
  const selected = packable(db, query)
    .select(['seq', 'id', 'number', 'status', 'placed_at', 'address', 'delivery', 'delivery_method', 'country'])
    .select(['picker.name as picker'])
    .select(left.as('units'))
  return pageByKey(selected, { sort: 'seq', id: 'seq', isDescending, cursor, limit })
}

export async function countToPack(db: Queryable, query: PackingQuery): Promise<number> {
  return countRows(db, packable(db, query).select('seq'))
}

function packable(db: Queryable, { search, filters, staffId, since }: PackingQuery) {
  let query = db
    .selectFrom('orders')
    .leftJoin('order_pickers as picker', (join) =>
      join.onRef('picker.order_id', '=', 'orders.id').on('picker.taken_at', '>=', since),
    )
    .where(isToPack)
  if (filters['picker'] === 'mine') query = query.where('picker.staff_id', '=', staffId)
  if (filters['picker'] === 'nobody') query = query.where('picker.staff_id', 'is', null)
  return search === '' ? query : query.where('number', '=', search.replace(/^#/, ''))
}

/** Orders by their numbers, oldest first. */
export async function ordersByNumbers(db: Queryable, numbers: readonly string[]) {
  if (numbers.length === 0) return []
  return db.selectFrom('orders').selectAll().where('number', 'in', numbers).orderBy('seq').execute()
}

/** The lines of orders in the order of their SKU. */
export async function linesOfOrders(db: Queryable, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('sku')
    .orderBy('order_id')
    .orderBy('position')
    .execute()
}

/** The numbers and names of parts, published or not; `label` tells a variant from the others of its product. */
export async function partNames(db: Queryable, language: Language, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('products as p')
    .innerJoin('product_texts as t', (join) => join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language))
    .leftJoin('product_texts as above', (join) =>
      join.onRef('above.product_id', '=', 'p.parent_id').on('above.language', '=', language),
    )
    .select(['p.id', 'p.sku', 't.name', 't.label', 'above.name as parent'])
    .where('p.id', 'in', textList(kindOf(db), ids))
    .execute()
}

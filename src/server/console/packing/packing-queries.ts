import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

/** One page of the orders that can be packed now, by key; orders on hold are left out. */
export async function ordersToPack(db: Queryable, { search, isDescending, cursor }: ListQuery, limit: number) {
  const left = sql<number>`(select coalesce(sum(l.quantity - l.shipped - l.cancelled), 0) from order_lines l
    where l.order_id = orders.id)`
  const selected = packable(db, search)
    .select(['seq', 'id', 'number', 'status', 'placed_at', 'address', 'delivery', 'delivery_method', 'country'])
    .select(left.as('units'))
  return pageByKey(selected, { sort: 'seq', id: 'seq', isDescending, cursor, limit })
}

export async function countToPack(db: Queryable, { search }: ListQuery): Promise<number> {
  return countRows(db, packable(db, search).select('seq'))
}

function packable(db: Queryable, search: string) {
  const query = db.selectFrom('orders').where('status', 'in', ['confirmed', 'processing']).where('hold', 'is', null)
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

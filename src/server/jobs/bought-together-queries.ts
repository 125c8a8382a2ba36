import { wasConfirmed, orderStatuses } from '../../domain/orders/order-status.ts'
import { textList } from '../platform/db/bulk.ts'
import type { DatabaseKind } from '../platform/db/connect.ts'
import type { Database, Queryable, Row } from '../platform/db/tables.ts'

/** The statuses of orders that somebody has bought and not cancelled. */
const bought = orderStatuses.filter((status) => wasConfirmed(status) && status !== 'cancelled')

/** Reads the next products after an id, ordered by id, and whether they were ever ordered. */
export async function nextProducts(db: Queryable, after: string, limit: number) {
  return db
    .selectFrom('products as p')
    .select(['p.id', 'p.parent_id'])
    .select((row) =>
      row
        .exists(row.selectFrom('order_lines as l').select('l.order_id').whereRef('l.product_id', '=', 'p.id'))
        .as('is_ordered'),
    )
    .where('p.id', '>', after)
    .orderBy('p.id')
    .limit(limit)
    .execute()
}

/** Reads the newest orders that hold a product or a variant of it. */
export async function ordersWith(db: Queryable, productId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('order_lines')
    .select('order_id')
    .distinct()
    .where('product_id', 'in', (row) =>
      row
        .selectFrom('products')
        .select('id')
        .where((each) => each.or([each('id', '=', productId), each('parent_id', '=', productId)])),
    )
    .orderBy('order_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.order_id)
}

/** Reads the products of orders. Without a join, so that both databases begin with the orders. */
export async function productsOfOrders(db: Queryable, kind: DatabaseKind, orderIds: readonly string[]) {
  return db
    .selectFrom('order_lines')
    .select(['order_id', 'product_id'])
    .where('order_id', 'in', textList(kind, orderIds))
    .execute()
}

/** Reads the product that lists show for each of these: itself, or the parent of a variant. */
export async function listedProducts(db: Queryable, kind: DatabaseKind, ids: readonly string[]) {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'parent_id'])
    .where('id', 'in', textList(kind, ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row.parent_id ?? row.id]))
}

/**
 * Reads who placed these orders, without those that are older than `since`, were not bought, or have no address because
 * their buyer was erased. An organization is one buyer, and so is an account.
 */
export async function buyersOfOrders(db: Queryable, kind: DatabaseKind, orderIds: readonly string[], since: string) {
  return db
    .selectFrom('orders')
    .select('id')
    .select((row) => [
      row.fn.coalesce('organization_id', 'customer_id', 'email').as('buyer'),
      row.fn<string>('lower', ['email']).as('address'),
    ])
    .where('id', 'in', textList(kind, orderIds))
    .where('placed_at', '>=', since)
    .where('status', 'in', bought)
    .where('email', '<>', '')
    .execute()
}

export async function countedPairs(db: Queryable, productIds: readonly string[]): Promise<Row<'bought_together'>[]> {
  if (productIds.length === 0) return []
  return db.selectFrom('bought_together').selectAll().where('product_id', 'in', productIds).execute()
}

/** Reads the products that have counted pairs. */
export async function productsWithPairs(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('bought_together').select('product_id').distinct().execute()
  return rows.map((row) => row.product_id)
}

/** Replaces what was counted for these products. */
export async function replacePairs(
  db: Database,
  productIds: readonly string[],
  pairs: readonly Row<'bought_together'>[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('bought_together').where('product_id', 'in', productIds).execute()
    if (pairs.length > 0)
      await trx
        .insertInto('bought_together')
        .values([...pairs])
        .execute()
  })
}

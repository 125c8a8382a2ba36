import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import { labelKey } from '../../../domain/orders/order-labels.ts'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { beginsWith, countRows, pageByKey } from '../lists/list-queries.ts'

type Services = { db: Queryable; kind: DatabaseKind }
const sortColumns = { number: 'seq', placed: 'seq', total: 'total' } as const
type OrderSort = keyof typeof sortColumns

/** One page of the orders, by key. */
export async function orderListRows(shop: Services, query: ListQuery & { sort: string }, limit: number) {
  const { isDescending, cursor } = query
  const sort = Object.hasOwn(sortColumns, query.sort) ? sortColumns[query.sort as OrderSort] : 'seq'
  const selected = filtered(shop, query).select([
    'seq',
    'id',
    'number',
    'status',
    'placed_at',
    'email',
    'country',
    'total',
    'currency',
    'payment_method',
    'address',
    'hold',
  ])
  return pageByKey(selected, { sort, id: 'seq', isDescending, cursor, limit })
}

export async function countOrders(shop: Services, query: ListQuery): Promise<number> {
  return countRows(shop.db, filtered(shop, query).select('seq'))
}

function filtered(shop: Services, { search, filters }: ListQuery) {
  const { status, held, country, payment, label, from, to } = filters
  let query = shop.db.selectFrom('orders')
  if (search !== '') query = query.where('seq', 'in', named(shop, search))
  if (status) query = query.where('status', '=', status as OrderStatus)
  if (held === 'yes') query = query.where('hold', 'is not', null)
  if (country) query = query.where('country', '=', country)
  if (payment) query = query.where('payment_method', '=', payment)
  if (label)
    query = query.where('id', 'in', (inner) =>
      inner.selectFrom('order_labels').select('order_id').where('label_key', '=', labelKey(label)),
    )
  if (from) query = query.where('placed_at', '>=', from)
  if (to) query = query.where('placed_at', '<', to)
  return query
}

/** Among so many of the newest orders a few digits find those whose number ends with them. */
const newestOrders = 2_000

/**
 * The orders that a search names: by number or, among the newest, by the last digits of it; or by the beginning of an
 * e-mail address or a tracking number.
 */
function named({ db, kind }: Services, search: string) {
  const text = search.replace(/^#/, '')
  const byNumber = db.selectFrom('orders').select('seq').where('number', '=', text)
  const byEmail = db
    .selectFrom('orders')
    .select('seq')
    .where(beginsWith(kind, sql.ref('email'), text.toLowerCase()))
  const byTracking = db
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .select('orders.seq')
    .where(beginsWith(kind, sql.ref('tracking_number'), text))
  const found = byNumber.union(byEmail).union(byTracking)
  if (!/^\d{2,}$/.test(text)) return found
  const newest = db.selectFrom('orders').select(['seq', 'number']).orderBy('seq', 'desc').limit(newestOrders)
  return found.union(db.selectFrom(newest.as('n')).select('n.seq').where('n.number', 'like', `%${text}`))
}

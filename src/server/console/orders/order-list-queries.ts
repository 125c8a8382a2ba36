import type { ListQuery } from '../../../contracts/console/lists.ts'
import { labelKey } from '../../../domain/orders/order-labels.ts'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'
import type { Searched } from '../lists/search-once.ts'

type Services = { db: Queryable; kind: DatabaseKind }
/** Finds the orders that a text names. */
type Search = (text: string) => Promise<Searched>
const sortColumns = { number: 'seq', placed: 'seq', total: 'total' } as const
type OrderSort = keyof typeof sortColumns

/** One page of the orders, by key. */
export async function orderListRows(shop: Services, query: ListQuery & { sort: string }, limit: number, find: Search) {
  const { isDescending, cursor } = query
  const sort = Object.hasOwn(sortColumns, query.sort) ? sortColumns[query.sort as OrderSort] : 'seq'
  const selected = (await filtered(shop, query, find)).rows.select([
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

export async function countOrders(shop: Services, query: ListQuery, find: Search): Promise<number> {
  return countRows(shop.db, (await filtered(shop, query, find)).rows.select('seq'))
}

async function filtered(shop: Services, { search, filters }: ListQuery, find: Search) {
  const { status, held, country, payment, label, from, to } = filters
  let query = shop.db.selectFrom('orders')
  if (search !== '') query = query.where((await find(search)).where)
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
  return { rows: query }
}

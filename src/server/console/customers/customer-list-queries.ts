import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'
import type { Searched } from '../lists/search-once.ts'

type Services = { db: Queryable; kind: DatabaseKind }
/** Finds the accounts that a text names. */
type Search = (text: string) => Promise<Searched>
const sortColumns: Readonly<Record<string, string>> = { email: 'email', since: 'created_at' }

/** One page of the accounts, by key. */
export async function customerListRows(
  shop: Services,
  query: ListQuery & { sort: string },
  limit: number,
  find: Search,
) {
  const { isDescending, cursor } = query
  const found = await filtered(shop, query, find)
  const selected = found.rows.select(['id', 'name', 'email', 'phone', 'country', 'created_at', 'mail_consent'])
  const sort = sortColumns[query.sort] ?? 'created_at'
  return pageByKey(selected, { sort, id: sort === 'email' ? 'email' : 'id', isDescending, cursor, limit })
}

export async function countCustomers(shop: Services, query: ListQuery, find: Search): Promise<number> {
  return countRows(shop.db, (await filtered(shop, query, find)).rows.select('id'))
}

/** Searched by the beginning of the address, or of words of the name or the organization's. */
async function filtered(shop: Services, { search, filters }: ListQuery, find: Search) {
  let query = shop.db.selectFrom('customers')
  if (search !== '') query = query.where((await find(search)).where)
  if (filters['country']) query = query.where('country', '=', filters['country'])
  if (filters['consent']) query = query.where('mail_consent', '=', filters['consent'] === 'yes' ? 1 : 0)
  return { rows: query }
}

/** The newest orders of an account. */
export async function ordersOfCustomer(db: Queryable, customerId: string, limit = 50) {
  return db
    .selectFrom('orders')
    .select(['number', 'placed_at', 'status', 'total', 'currency'])
    .where('customer_id', '=', customerId)
    .orderBy('placed_at', 'desc')
    .limit(limit)
    .execute()
}

export async function addressesOfCustomer(db: Queryable, customerId: string) {
  return db.selectFrom('addresses').selectAll().where('customer_id', '=', customerId).orderBy('id').execute()
}

export async function discountsOfCustomer(db: Queryable, customerId: string) {
  return db
    .selectFrom('personal_discounts')
    .select(['discount_category', 'percent'])
    .where('customer_id', '=', customerId)
    .orderBy('discount_category')
    .execute()
}

import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'
import { isSearched } from './name-search-queries.ts'

type Services = { db: Queryable; reportDb: Queryable; kind: DatabaseKind }
const sortColumns: Readonly<Record<string, string>> = { email: 'email', since: 'created_at' }

/** One page of the accounts, by key. */
export async function customerListRows(shop: Services, query: ListQuery & { sort: string }, limit: number) {
  const { isDescending, cursor } = query
  const found = await filtered(shop, query)
  const selected = found.rows.select(['id', 'name', 'email', 'phone', 'country', 'created_at', 'mail_consent'])
  const sort = sortColumns[query.sort] ?? 'created_at'
  return pageByKey(selected, { sort, id: sort === 'email' ? 'email' : 'id', isDescending, cursor, limit })
}

export async function countCustomers(shop: Services, query: ListQuery): Promise<number> {
  return countRows(shop.db, (await filtered(shop, query)).rows.select('id'))
}

/** Searched by the beginning of the address, or of words of the name or the organization's. */
async function filtered(shop: Services, { search, filters }: ListQuery) {
  let query = shop.db.selectFrom('customers')
  if (search !== '') query = query.where(await isSearched(shop, search))
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

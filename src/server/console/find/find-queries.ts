import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { isSearched } from '../customers/name-search-queries.ts'

type Services = { db: Queryable; reportDb: Queryable; kind: DatabaseKind }

/** Accounts whose address begins with a text, or whose name or organization has its words. */
export async function customersNamed(shop: Services, text: string, limit: number) {
  return shop.db
    .selectFrom('customers')
    .select(['id', 'email', 'name'])
    .where(await isSearched(shop, text))
    .limit(limit)
    .execute()
}

import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { CampaignState } from '../../../domain/money/campaign-states.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { beginsWith, countRows, pageByKey } from '../lists/list-queries.ts'

/** `mayFindPeople`: whether the person may find lists by whom they are for. */
type Services = { db: Queryable; kind: DatabaseKind; mayFindPeople: boolean }
const sorts = { changed: 'l.changed_at', until: 'l.ends_at', name: 'l.name' } as const
type PriceListSort = keyof typeof sorts

const isSort = (name: string): name is PriceListSort => Object.hasOwn(sorts, name)

/** One page of all price lists, by key. `at` is now, UTC ISO. */
export async function priceListRows(shop: Services, query: ListQuery, at: string, limit: number) {
  const { isDescending, cursor, sort } = query
  const selected = filtered(shop, query, at)
    .selectAll('l')
    .select(sql<number>`(select count(*) from price_list_buyers b where b.list_id = l.id)`.as('buyers'))
  return pageByKey(selected, { sort: sorts[isSort(sort) ? sort : 'changed'], id: 'l.id', isDescending, cursor, limit })
}

export async function countPriceLists(shop: Services, query: ListQuery, at: string): Promise<number> {
  return countRows(shop.db, filtered(shop, query, at).select('l.id'))
}

function filtered({ db, kind, mayFindPeople }: Services, { search, filters }: ListQuery, at: string) {
  let query = db.selectFrom('price_lists as l')
  if (search !== '') query = query.where('l.id', 'in', priceListsMatching({ db, kind, mayFindPeople }, search))
  const state = filters['state'] as CampaignState | undefined
  if (state === 'over') query = query.where('l.ends_at', '<=', at)
  if (state === 'to_come') query = query.where('l.starts_at', '>', at).where('l.ends_at', '>', at)
  if (state === 'runs') query = query.where('l.starts_at', '<=', at).where('l.ends_at', '>', at)
  const currency = filters['currency'] as CurrencyCode | undefined
  if (currency) query = query.where('l.currency', '=', currency)
  return query
}

/** Lists whose name begins with a text, that have the article of that number, or that are for that buyer. */
function priceListsMatching({ db, kind, mayFindPeople }: Services, text: string) {
  const byName = db
    .selectFrom('price_lists')
    .select('id')
    .where(beginsWith(kind, sql.ref('name'), text))
  const bySku = db
    .selectFrom('price_list_rows')
    .innerJoin('products', 'products.id', 'price_list_rows.product_id')
    .innerJoin('price_lists', (join) =>
      join.on((on) => on('price_list_rows.list_id', '=', on.fn.coalesce('price_lists.rows_id', 'price_lists.id'))),
    )
    .select('price_lists.id')
    .where('products.sku', 'in', [text, text.toUpperCase()])
  const found = byName.union(bySku)
  if (!mayFindPeople) return found
  const byCustomer = db
    .selectFrom('price_list_buyers as b')
    .innerJoin('customers as c', 'c.id', 'b.buyer_id')
    .select('b.list_id as id')
    .where('b.kind', '=', 'customer')
    .where('c.email', '=', text.toLowerCase())
  const byOrganization = db
    .selectFrom('price_list_buyers as b')
    .innerJoin('organizations as o', 'o.id', 'b.buyer_id')
    .select('b.list_id as id')
    .where('b.kind', '=', 'organization')
    .where((row) => row.or([row('o.organization_number', '=', text), row('o.name', '=', text)]))
  return found.union(byCustomer).union(byOrganization)
}

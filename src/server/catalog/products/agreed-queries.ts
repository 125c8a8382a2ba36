import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { productType } from '../../../domain/products/products.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { Ids } from './card-queries.ts'

/** The organizations that a customer belongs to, as a subquery. */
function memberOf(db: Queryable, customerId: string) {
  return db.selectFrom('organization_members').select('organization_id').where('customer_id', '=', customerId)
}

/** The lists of prices that were agreed with a customer, or with an organization of the customer, as a subquery. */
function listsOf(db: Queryable, customerId: string) {
  return db
    .selectFrom('price_list_buyers')
    .select('list_id')
    .where((row) =>
      row.or([
        row.and([row('kind', '=', 'customer'), row('buyer_id', '=', customerId)]),
        row.and([row('kind', '=', 'organization'), row('buyer_id', 'in', memberOf(db, customerId))]),
      ]),
    )
}

type Asked = { ids: Ids; currencies: readonly CurrencyCode[]; at: string }

/** Reads the prices agreed with a customer that are in force at a moment. */
export async function agreedRows(db: Queryable, customerId: string, { ids, currencies, at }: Asked) {
  return db
    .selectFrom('price_list_rows as r')
    .innerJoin('price_lists as l', 'l.id', 'r.list_id')
    .select(['r.product_id', 'r.min_quantity', 'r.amount', 'l.currency'])
    .where('r.product_id', 'in', ids)
    .where('r.list_id', 'in', listsOf(db, customerId))
    .where('l.currency', 'in', currencies)
    .where('l.starts_at', '<=', at)
    .where('l.ends_at', '>', at)
    .execute()
}

/** Tells whether a customer has agreed prices that are in force or will be. */
export async function hasAgreedPrices(db: Queryable, customerId: string, at: string): Promise<boolean> {
  const row = await db
    .selectFrom('price_lists')
    .select('id')
    .where('id', 'in', listsOf(db, customerId))
    .where('ends_at', '>', at)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Reads a customer's own discounts in percent and those of the customer's organizations. */
export async function personalDiscountRows(db: Queryable, customerId: string) {
  return db
    .selectFrom('personal_discounts')
    .select(['discount_category', 'percent'])
    .where((row) =>
      row.or([row('customer_id', '=', customerId), row('organization_id', 'in', memberOf(db, customerId))]),
    )
    .execute()
}

/** The lists of a customer that are in force at a moment; `version` changes with their prices. */
export async function listsInForce(db: Queryable, customerId: string, { currencies, at }: Omit<Asked, 'ids'>) {
  return db
    .selectFrom('price_lists')
    .select(['id', 'version', 'currency'])
    .where('id', 'in', listsOf(db, customerId))
    .where('currency', 'in', currencies)
    .where('starts_at', '<=', at)
    .where('ends_at', '>', at)
    .orderBy('id')
    .execute()
}

/**
 * Reads the prices of a list that count from one unit on, by product, with the number of the product in lists of
 * products: of a variant, that of the product that it is a choice of.
 */
export async function listedPricesAfter(db: Queryable, listId: string, after: string, limit: number) {
  return db
    .selectFrom('price_list_rows as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .innerJoin('search_documents as d', (join) =>
      join.on((on) => on('d.product_id', '=', on.fn.coalesce('p.parent_id', 'p.id'))),
    )
    .select(['r.product_id', 'd.seq', 'r.amount', 'p.vat_class', 'p.discount_category'])
    .where('r.list_id', '=', listId)
    .where('r.min_quantity', '=', 1)
    .where('r.product_id', '>', after)
    .where('p.type', 'not in', [productType.giftCard, productType.variant])
    .where('p.status', '=', 'published')
    .orderBy('r.product_id')
    .limit(limit)
    .execute()
}

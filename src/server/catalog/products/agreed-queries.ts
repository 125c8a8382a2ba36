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

/** Reads the prices of products in lists, by the keys of the lists' rows. */
export async function agreedRows(db: Queryable, rowsIds: readonly string[], ids: Ids) {
  return db
    .selectFrom('price_list_rows')
    .select(['list_id', 'product_id', 'min_quantity', 'amount'])
    .where('product_id', 'in', ids)
    .where('list_id', 'in', rowsIds)
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

type PricesAt = { currencies: readonly CurrencyCode[]; at: string }

/** The lists of a customer that are in force at a moment; `version` changes with their prices. */
export async function listsInForce(db: Queryable, customerId: string, { currencies, at }: PricesAt) {
  return db
    .selectFrom('price_lists')
    .select((list) => ['id', 'version', 'currency', list.fn.coalesce('rows_id', 'id').as('rows_id')])
    .where('id', 'in', listsOf(db, customerId))
    .where('currency', 'in', currencies)
    .where('starts_at', '<=', at)
    .where('ends_at', '>', at)
    .orderBy('id')
    .execute()
}

/** Where the prices of a list are read from. */
type ListPlace = { readonly product_id: string; readonly min_quantity: number }

/**
 * Reads the prices of a list, by product and quantity, with the number of the product in lists of products: of a
 * variant, that of the product that it is a choice of.
 */
export async function listedPricesAfter(db: Queryable, rowsId: string, after: ListPlace, limit: number) {
  return db
    .selectFrom('price_list_rows as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .innerJoin('search_documents as d', (join) =>
      join.on((on) => on('d.product_id', '=', on.fn.coalesce('p.parent_id', 'p.id'))),
    )
    .select(['r.product_id', 'r.min_quantity', 'd.seq', 'r.amount', 'p.vat_class', 'p.discount_category'])
    .where('r.list_id', '=', rowsId)
    .where((row) =>
      row(row.refTuple('r.product_id', 'r.min_quantity'), '>', row.tuple(after.product_id, after.min_quantity)),
    )
    .where('p.type', 'not in', [productType.giftCard, productType.variant])
    .where('p.status', '=', 'published')
    .orderBy('r.product_id')
    .orderBy('r.min_quantity')
    .limit(limit)
    .execute()
}

import { sql, type RawBuilder } from 'kysely'
import { insertRows, textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { Database } from '../../platform/db/tables.ts'
import { refreshCurrencySortPrices, sortPricesText, type Scope } from '../listing/sort-price-queries.ts'

export async function allCategoryIds(db: Database): Promise<string[]> {
  return (await db.selectFrom('categories').select('id').execute()).map((row) => row.id)
}

/** Products whose sort price depends on campaigns or on variants. */
const reducedOrVaried: Scope = sql`(select product_id from campaign_prices
  union select parent_id from products where parent_id is not null)`

/**
 * Updates sort prices with running campaigns, and gives a variant product the lowest price of its choices, in every
 * currency that has its own prices. @returns whether a listing's order may have changed.
 */
export async function refreshSortPrices(db: Database, at: string, changed?: Scope): Promise<boolean> {
  const hasMoved = await refreshBaseSortPrices(db, at)
  if (changed) {
    await refreshCurrencySortPrices(
      db,
      sql`(select * from ${changed} touched union select * from ${reducedOrVaried} moving)`,
      at,
    )
    return true
  }
  const before = await sortPricesText(db, reducedOrVaried)
  await refreshCurrencySortPrices(db, reducedOrVaried, at)
  return (await sortPricesText(db, reducedOrVaried)) !== before || hasMoved
}

async function refreshBaseSortPrices(db: Database, at: string): Promise<boolean> {
  const { normal, campaign, choices } = await offered(db, at)
  const ofCampaigns = await setSortPrice(
    db,
    sql`(select min(amount) from (${normal} union all ${campaign}) offered)`,
    sql`(select product_id from campaign_prices)`,
  )
  const ofVariants = await setSortPrice(
    db,
    sql`(select min(amount) from (${normal} union all ${campaign} union all ${choices}) offered)`,
    sql`(select parent_id from products where parent_id is not null)`,
  )
  return ofCampaigns || ofVariants
}

/**
 * Updates what follows from new prices of some products, whose own sort prices are stored already: those of the
 * variants that they are choices of, and those in other currencies.
 */
export async function refreshSortPricesOf(db: Database, products: Scope, at: string): Promise<void> {
  const { normal, campaign, choices } = await offered(db, at)
  await setSortPrice(
    db,
    sql`(select min(amount) from (${normal} union all ${campaign} union all ${choices}) offered)`,
    sql`(select parent_id from products where id in ${products} and parent_id is not null)`,
  )
  await refreshCurrencySortPrices(db, products, at)
}

/** The prices of one in the base currency that a product is offered at: usually, in campaigns, and of its choices. */
async function offered(db: Database, at: string) {
  const { currency: base } = await homeNow(db)
  const normal = sql`select prices.amount from prices
    where prices.product_id = products.id and prices.currency = ${base} and prices.min_quantity <= 1
      and (prices.amount > 0 or products.free = 1)`
  const campaign = sql`select reduced.amount from campaign_prices reduced
    join campaigns on campaigns.id = reduced.campaign_id
    where reduced.product_id = products.id and reduced.currency = ${base} and reduced.min_quantity <= 1
      and campaigns.starts_at <= ${at} and campaigns.ends_at > ${at}
      and (reduced.amount > 0 or products.free = 1) and exists (${normal})`
  const choices = sql`select choice.sort_price as amount from products choice
    where choice.parent_id = products.id and choice.status = 'published'`
  return { normal, campaign, choices }
}

async function setSortPrice(db: Database, price: RawBuilder<unknown>, products: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows: moved } = await sql`update products set sort_price = ${price}
    where id in ${products} and sort_price is distinct from ${price}`.execute(db)
  return moved !== 0n
}

export async function refreshProductCounts(
  db: Database,
  kind: DatabaseKind,
  categoryIds: readonly string[],
): Promise<void> {
  await sql`update categories set product_count = (
    select count(*) from category_products where category_id = categories.id)
    where id in ${textList(kind, categoryIds)}`.execute(db)
}

export function writeInvalidations(
  db: Database,
  kind: DatabaseKind,
  tags: readonly string[],
  at: string,
): Promise<void> {
  return insertRows(
    db,
    kind,
    'invalidations',
    tags.map((tag) => ({ tag, created_at: at })),
  )
}

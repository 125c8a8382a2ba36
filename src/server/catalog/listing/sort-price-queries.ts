import { sql, type RawBuilder } from 'kysely'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { textList } from '../../platform/db/bulk.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Database, Queryable } from '../../platform/db/tables.ts'

/** A subquery of product ids. */
export type Scope = RawBuilder<unknown>

const allProducts: Scope = sql`(select id from products)`

/**
 * Sort prices are minor units times a million: prices converted from the base currency are then exact, and the
 * order does not depend on rounding.
 */
const million = sql.lit(1_000_000)

/** Selects the exchange rate at a moment, in millionths of a currency per unit of the base currency. */
function rateOf(currency: RawBuilder<unknown>, at: string): RawBuilder<unknown> {
  return sql`(select known.per_sek_micro from currency_rates known
    where known.currency = ${currency} and known.valid_from <= ${at} order by known.valid_from desc limit 1)`
}

/** When prices are counted, and the base currency. */
type Counted = { at: string; base: CurrencyCode }

/**
 * Selects the lowest unit price in the currency's own price list, else in the base list, converted; as `shopperTiers`
 * does.
 */
function lowestOf(rows: RawBuilder<unknown>, { at, base }: Counted): RawBuilder<unknown> {
  return sql`coalesce((select min(amount) from ${rows} own_list where currency = own.currency) * ${million},
    (select min(amount) from ${rows} base_list where currency = ${base}) * ${rateOf(sql`own.currency`, at)})`
}

/**
 * Writes the sort prices of a scope's products and of their parents, in every currency in which one of them has its
 * own price; other currencies use the order of the base currency.
 */
async function writeProductSortPrices(db: Database, scope: Scope, counted: Counted): Promise<void> {
  const { at, base } = counted
  const normal = sql`(select n.currency, n.amount from prices n
    where n.product_id = own.product_id and n.min_quantity <= 1 and (n.amount > 0 or p.free = 1))`
  const campaign = sql`(select r.currency, r.amount from campaign_prices r join campaigns c on c.id = r.campaign_id
    where r.product_id = own.product_id and r.min_quantity <= 1 and (r.amount > 0 or p.free = 1)
      and c.starts_at <= ${at} and c.ends_at > ${at})`
  await sql`delete from product_sort_prices where product_id in ${scope}`.execute(db)
  await sql`insert into product_sort_prices (product_id, currency, sort_price)
    select product_id, currency, case when reduced < ordinary then reduced else ordinary end
    from (select own.product_id, own.currency, ${lowestOf(normal, counted)} as ordinary,
        ${lowestOf(campaign, counted)} as reduced
      from (select product_id, currency from prices where currency <> ${base} and product_id in ${scope}
        union select product_id, currency from campaign_prices where currency <> ${base} and product_id in ${scope}) own
      join products p on p.id = own.product_id) counted
    where ordinary is not null`.execute(db)
  await sql`insert into product_sort_prices (product_id, currency, sort_price)
    select parent_id, currency, sort_price from (select own.parent_id, own.currency, (
        select min(coalesce(s.sort_price, choice.sort_price * ${rateOf(sql`own.currency`, at)}))
        from products choice left join product_sort_prices s on s.product_id = choice.id and s.currency = own.currency
        where choice.parent_id = own.parent_id and choice.status = 'published') as sort_price
      from (select distinct v.parent_id, o.currency from products v join product_sort_prices o on o.product_id = v.id
        where v.parent_id in ${scope}) own) counted
    where sort_price is not null
    on conflict (product_id, currency) do update set sort_price = excluded.sort_price`.execute(db)
}

/**
 * Tells whether these products have, or had, a price that is not in the base currency; else no sort prices of them need
 * to be stored or removed. Those of a parent follow from its choices, which are stored or are in the scope themselves.
 */
async function hasCurrencyPrices(db: Database, scope: Scope, base: CurrencyCode): Promise<boolean> {
  const { rows } = await sql<{
    found: number
  }>`select 1 as found where exists (select 1 from prices where currency <> ${base} and product_id in ${scope})
    or exists (select 1 from campaign_prices where currency <> ${base} and product_id in ${scope})
    or exists (select 1 from product_sort_prices where product_id in ${scope})`.execute(db)
  return rows.length > 0
}

/** Updates the sort prices of products, by their ids or a subquery of them, and of their parents. */
export async function refreshCurrencySortPrices(
  db: Database,
  products: Scope | readonly string[],
  at: string,
): Promise<void> {
  const scope = isIds(products) ? await withParents(db, products) : scopeWithParents(products)
  const { currency: base } = await homeNow(db)
  if (!(await hasCurrencyPrices(db, scope, base))) return
  await writeProductSortPrices(db, scope, { at, base })
  await sql`insert into sort_price_rates (currency, per_sek_micro)
    select own.currency, coalesce(${rateOf(sql`own.currency`, at)}, 0)
    from (select distinct currency from product_sort_prices where product_id in ${scope}) own
    where true on conflict (currency) do nothing`.execute(db)
}

const isIds = (products: Scope | readonly string[]): products is readonly string[] => Array.isArray(products)

function scopeWithParents(products: Scope): Scope {
  return sql`(select id from products where id in ${products}
    union select parent_id from products where id in ${products} and parent_id is not null)`
}

/**
 * A list of ids instead of a subquery of them, for which PostgreSQL would scan whole tables in each step of an import:
 * it plans prepared statements for any length.
 */
async function withParents(db: Database, ids: readonly string[]): Promise<Scope> {
  const kind = kindOf(db)
  const parents = await db
    .selectFrom('products')
    .select('parent_id')
    .distinct()
    .where('id', 'in', textList(kind, ids))
    .where('parent_id', 'is not', null)
    .execute()
  return textList(kind, [...ids, ...parents.flatMap(({ parent_id: id }) => (id === null ? [] : [id]))])
}

/** Recomputes all sort prices, after an exchange rate changed or when none are stored yet. */
export async function recountCurrencySortPrices(db: Database, at: string): Promise<void> {
  await db.deleteFrom('sort_price_rates').execute()
  await refreshCurrencySortPrices(db, allProducts, at)
}

/** Tells whether the stored sort prices use another exchange rate than the current one. */
export async function hasRateTurned(db: Queryable, at: string): Promise<boolean> {
  const stale = await sql<{ found: number }>`select 1 as found from sort_price_rates counted
    where counted.per_sek_micro <> coalesce(${rateOf(sql`counted.currency`, at)}, 0) limit 1`.execute(db)
  return stale.rows.length > 0
}

/** Serializes a scope's sort prices, to compare them before and after a change. */
export async function sortPricesText(db: Queryable, scope: Scope): Promise<string> {
  const { rows } = await sql`select product_id, currency, sort_price from product_sort_prices
    where product_id in ${scope} order by product_id, currency`.execute(db)
  return JSON.stringify(rows)
}

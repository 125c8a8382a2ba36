import { sql, type InferResult, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { productType } from '../../../domain/products/products.ts'
import { batchQueries } from '../../platform/db/batch-queries.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Queryable, Row, Tables } from '../../platform/db/tables.ts'
import { isOn } from '../../platform/settings/settings-queries.ts'

/** Statuses that a reader may see: shoppers only published products, a preview drafts too. */
export type VisibleStatuses = readonly Row<'products'>['status'][]
export const publishedOnly: VisibleStatuses = ['published']
export const draftsToo: VisibleStatuses = ['published', 'draft']

/** Product ids, as a list or a subquery. */
export type Ids = readonly string[] | SelectQueryBuilder<Tables, 'products', { id: string }>

/** The SQL condition that products of a type are sold: gift cards only while the operator has them on. */
export function isOfSoldType(type: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(type)} <> ${sql.lit(productType.giftCard)} or ${isOn('giftCards')})`
}

/** Products with their texts in one language. */
function productRows(db: Queryable, language: Language, ids: Ids, seen: VisibleStatuses) {
  return db
    .selectFrom('products as p')
    .innerJoin('product_texts as t', (join) => join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language))
    .leftJoin('brands as b', 'b.id', 'p.brand_id')
    .leftJoin('category_texts as c', (join) =>
      join.onRef('c.category_id', '=', 'p.main_category_id').on('c.language', '=', language),
    )
    .select([
      'p.id',
      'p.type',
      'p.sku',
      'p.parent_id',
      'p.position',
      'p.brand_id',
      'p.picture_id',
      'p.group_id',
      'p.group_size',
      'p.discount_category',
      'p.vat_class',
      'p.weight_grams',
      'p.notifyable',
      'p.decoration',
      'p.main_category_id',
      'p.free',
      't.name',
      't.prefix',
      't.slug',
      't.label',
      'b.name as brand',
      'c.name as category',
    ])
    .where('p.id', 'in', ids)
    .where('p.status', 'in', seen)
    .where(isOfSoldType('p.type'))
}
export type ProductRow = InferResult<ReturnType<typeof productRows>>[number]

export async function variantIds(db: Queryable, parentIds: readonly string[], seen = publishedOnly) {
  return variantsOf(db, parentIds, seen).execute()
}

const variantsOf = compileOnce((db, parentIds: readonly string[], seen: VisibleStatuses) =>
  db
    .selectFrom('products')
    .select(['id', 'parent_id'])
    .where('parent_id', 'in', parentIds)
    .where('status', 'in', seen)
    .orderBy('position'),
)

function priceRows(db: Queryable, currencies: readonly CurrencyCode[], ids: Ids) {
  return db
    .selectFrom('prices')
    .select(['product_id', 'currency', 'min_quantity', 'amount'])
    .where('product_id', 'in', ids)
    .where('currency', 'in', currencies)
}

export type PriceRow = InferResult<ReturnType<typeof priceRows>>[number]

/** Selects campaign prices that run at a moment or start later. */
function campaignRows(db: Queryable, currencies: readonly CurrencyCode[], ids: Ids, at: string) {
  return db
    .selectFrom('campaign_prices as cp')
    .innerJoin('campaigns as c', 'c.id', 'cp.campaign_id')
    .select(['cp.product_id', 'cp.currency', 'cp.min_quantity', 'cp.amount', 'c.starts_at', 'c.ends_at'])
    .where('cp.product_id', 'in', ids)
    .where('cp.currency', 'in', currencies)
    .where('c.ends_at', '>', at)
}

export type CampaignRow = InferResult<ReturnType<typeof campaignRows>>[number]

/** `currencies`: the base currency, and the shopper's own. */
type Facts = { language: Language; currencies: readonly CurrencyCode[]; seen: VisibleStatuses; at: string }

/** Reads products with their texts, normal prices, campaign prices and stock. */
export async function factRows(db: Queryable, ids: Ids, { language, currencies, seen, at }: Facts) {
  if ('length' in ids)
    return batchQueries(
      db,
      productsOnce(db, language, ids, seen),
      pricesOnce(db, currencies, ids),
      campaignsOnce(db, currencies, ids, at),
      stockOnce(db, ids),
    )
  return batchQueries(
    db,
    productRows(db, language, ids, seen),
    priceRows(db, currencies, ids),
    campaignRows(db, currencies, ids, at),
    stockOf(db, ids),
  )
}

const productsOnce = compileOnce(
  (db, language: Language, ids: readonly string[], seen: VisibleStatuses): ReturnType<typeof productRows> =>
    productRows(db, language, ids, seen),
)
const pricesOnce = compileOnce((db, currencies: readonly CurrencyCode[], ids: readonly string[]) =>
  priceRows(db, currencies, ids),
)
const campaignsOnce = compileOnce((db, currencies: readonly CurrencyCode[], ids: readonly string[], at: string) =>
  campaignRows(db, currencies, ids, at),
)
const stockOnce = compileOnce((db, ids: readonly string[]) => stockOf(db, ids))

/** Reads the prices in force at any time between two moments, and the unit prices of campaigns. */
export async function priceSpans(db: Queryable, ids: readonly string[], from: string, until: string) {
  return batchQueries(db, historyOf(db, ids, from, until), campaignHistoryOf(db, ids, from, until))
}

/** The same, with the exchange rates of a currency that counted between the moments, in the order of their days. */
export async function exchangedSpans(
  db: Queryable,
  ids: readonly string[],
  { from, until, currency }: { from: string; until: string; currency: CurrencyCode },
) {
  return batchQueries(
    db,
    historyOf(db, ids, from, until),
    campaignHistoryOf(db, ids, from, until),
    ratesBetween(db, currency, from, until),
  )
}

const ratesBetween = compileOnce((db, currency: CurrencyCode, from: string, until: string) =>
  db
    .selectFrom('currency_rates')
    .select(['valid_from', 'per_sek_micro'])
    .where('currency', '=', currency)
    .where('valid_from', '<', until)
    .where('valid_from', '>=', (of) =>
      of
        .selectFrom('currency_rates as earlier')
        .select(({ fn }) => fn.coalesce(fn.max('earlier.valid_from'), of.val('')).as('first'))
        .where('earlier.currency', '=', currency)
        .where('earlier.valid_from', '<=', from),
    )
    .orderBy('valid_from'),
)

const historyOf = compileOnce((db, ids: readonly string[], from: string, until: string) =>
  db
    .selectFrom('price_history')
    .select(['product_id', 'currency', 'amount', 'valid_from', 'valid_until'])
    .where('product_id', 'in', ids)
    .where('valid_from', '<', until)
    .where((row) => row.or([row('valid_until', 'is', null), row('valid_until', '>', from)])),
)
const campaignHistoryOf = compileOnce((db, ids: readonly string[], from: string, until: string) =>
  db
    .selectFrom('campaign_prices as cp')
    .innerJoin('campaigns as c', 'c.id', 'cp.campaign_id')
    .select(['cp.product_id', 'cp.currency', 'cp.amount', 'c.starts_at as valid_from', 'c.ends_at as valid_until'])
    .where('cp.product_id', 'in', ids)
    .where('cp.min_quantity', '<=', 1)
    .where('c.starts_at', '<', until)
    .where('c.ends_at', '>', from),
)

export const stockColumns = ['product_id', 'on_hand', 'reserved', 'incoming_at'] as const

export async function stockRows(db: Queryable, ids: readonly string[]) {
  return stockOnce(db, ids).execute()
}

function stockOf(db: Queryable, ids: Ids) {
  return db.selectFrom('stock').select(stockColumns).where('product_id', 'in', ids)
}

/** Reads the contents of sets with the stock of each item. */
export async function setStockRows(db: Queryable, setIds: readonly string[]) {
  return db
    .selectFrom('set_items as i')
    .leftJoin('stock as s', 's.product_id', 'i.product_id')
    .select(['i.set_id', 'i.product_id', 'i.quantity', 's.on_hand', 's.reserved', 's.incoming_at'])
    .where('i.set_id', 'in', setIds)
    .orderBy('i.position')
    .execute()
}

/** Reads the categories that products are assigned to directly, each product's main one first. */
export async function ownCategories(db: Queryable, language: Language, ids: readonly string[]) {
  return directCategories(db, language, ids).execute()
}

const directCategories = compileOnce((db, language: Language, ids: readonly string[]) =>
  db
    .selectFrom('category_products as c')
    .innerJoin('category_texts as t', (join) =>
      join.onRef('t.category_id', '=', 'c.category_id').on('t.language', '=', language),
    )
    .select(['c.product_id', 'c.category_id', 't.name', 'c.main'])
    .where('c.product_id', 'in', ids)
    .where('c.direct', '=', 1)
    .orderBy('c.main', 'desc')
    .orderBy('t.name'),
)

/** Reads how many devices each product fits, and one of them: a charger may fit thousands. */
export async function devicesOfCards(db: Queryable, ids: readonly string[]) {
  const rows = await countedDevices(db, ids).execute()
  return rows.flatMap(({ brand, model, ...fits }) =>
    brand === null || model === null ? [] : { ...fits, brand, model },
  )
}

const countedDevices = compileOnce((db, ids: readonly string[]) =>
  db
    .selectFrom((select) =>
      select
        .selectFrom('product_devices')
        .select(({ fn }) => ['product_id', fn.countAll<number>().as('count'), fn.min('device_id').as('first')])
        .where('product_id', 'in', ids)
        .groupBy('product_id')
        .as('f'),
    )
    .select(['f.product_id', 'f.count'])
    // Joined, PostgreSQL reads all devices for a few of them.
    .select(({ selectFrom }) => [
      selectFrom('devices as d').select('d.brand').whereRef('d.id', '=', 'f.first').as('brand'),
      selectFrom('devices as d').select('d.model').whereRef('d.id', '=', 'f.first').as('model'),
    ]),
)

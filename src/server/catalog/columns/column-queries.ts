import { sql } from 'kysely'
import { unknownGrams } from '../../../domain/cart/delivery-methods.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { productType } from '../../../domain/products/products.ts'
import { stockStatus } from '../../../domain/products/stock.ts'
import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { isOfSoldType } from '../products/card-queries.ts'
import type { ColumnRow } from './column-row.ts'
import { dayNumber } from './day-number.ts'
import { neverReady, stockOrder } from './product-columns.ts'

/** SQL functions that collect a subquery's rows into one JSON text. */
const jsonOf = {
  sqlite: { list: sql.raw('json_group_array'), pair: sql.raw('json_array') },
  postgres: { list: sql.raw('json_agg'), pair: sql.raw('json_build_array') },
}

const { giftCard, set, variant } = productType

/**
 * The units that can be sold, as a card counts them: of a variant product those of its best choice, of a set those of
 * its scarcest item. The query calls the product `p` and its stock `shelf`.
 */
const available = sql<number | null>`case
  when p.type = ${sql.lit(giftCard)} then 1000000
  when p.type = ${sql.lit(variant)} then (select max(s.on_hand - s.reserved) from products choice
    join stock s on s.product_id = choice.id where choice.parent_id = p.id and choice.status = 'published')
  when p.type = ${sql.lit(set)} then (select min((coalesce(s.on_hand, 0) - coalesce(s.reserved, 0)) / i.quantity)
    from set_items i left join stock s on s.product_id = i.product_id where i.set_id = p.id)
  else shelf.on_hand - shelf.reserved end`

/** How many of the products whose stock counts are expected. */
const incoming = sql<number>`case
  when p.type = ${sql.lit(variant)} then (select count(s.incoming_at) from products choice
    join stock s on s.product_id = choice.id where choice.parent_id = p.id and choice.status = 'published')
  when p.type = ${sql.lit(set)} then (select count(s.incoming_at) from set_items i
    join stock s on s.product_id = i.product_id where i.set_id = p.id)
  when shelf.incoming_at is not null then 1 else 0 end`

/**
 * The day on which what is missing is expected: the first of a variant product's choices, and of a set when the last of
 * its missing items comes; null when a date is missing.
 */
const expectedOn = sql<string | null>`case
  when p.type = ${sql.lit(variant)} then (select min(s.incoming_at) from products choice
    join stock s on s.product_id = choice.id where choice.parent_id = p.id and choice.status = 'published')
  when p.type = ${sql.lit(set)} then (select case when count(*) = count(s.incoming_at) then max(s.incoming_at) end
    from set_items i left join stock s on s.product_id = i.product_id
    where i.set_id = p.id and coalesce(s.on_hand - s.reserved, 0) < i.quantity)
  else shelf.incoming_at end`

/** Working days until a supplier has sent it, where the shop has none of its own; of a set those of its last item. */
const waitingDays = sql<number | null>`case
  when p.type = ${sql.lit(set)} then (select max(w.days) from set_items i join supplied_stock w
    on w.product_id = i.product_id join stock s on s.product_id = i.product_id
    where i.set_id = p.id and w.units > 0 and s.on_hand - s.reserved <= w.units)
  when p.type = ${sql.lit(variant)} then (select min(case when s.on_hand - s.reserved <= w.units then w.days else 0 end)
    from products choice join stock s on s.product_id = choice.id
    left join supplied_stock w on w.product_id = choice.id
    where choice.parent_id = p.id and choice.status = 'published' and s.on_hand > s.reserved)
  else (select w.days from supplied_stock w where w.product_id = p.id and w.units > 0
    and shelf.on_hand - shelf.reserved <= w.units) end`

/** The weight of one, in grams; a set weighs the sum of its items. */
const grams = sql<number>`case
  when p.type = ${sql.lit(set)} then (select sum(i.quantity * coalesce(nullif(piece.weight_grams, 0),
    nullif(above.weight_grams, 0), ${sql.lit(unknownGrams)})) from set_items i join products piece
    on piece.id = i.product_id left join products above on above.id = piece.parent_id where i.set_id = p.id)
  else p.weight_grams end`

function columnRows(db: Queryable, kind: DatabaseKind) {
  const { list, pair } = jsonOf[kind]
  return db
    .selectFrom('search_documents as d')
    .innerJoin('products as p', 'p.id', 'd.product_id')
    .leftJoin('stock as shelf', 'shelf.product_id', 'd.product_id')
    .select(['d.seq', 'p.brand_id', 'p.vat_class', 'p.sort_price', 'p.popularity', 'p.published_at'])
    .select(['p.content_hash', 'p.updated_at', 'p.main_category_id'])
    .select([
      available.as('available'),
      incoming.as('incoming'),
      expectedOn.as('expected_on'),
      waitingDays.as('waiting_days'),
      grams.as('grams'),
      sql<string | null>`(select cast(${list}(c.category_id) as text) from category_products c
        where c.product_id = d.product_id)`.as('categories'),
      sql<string | null>`(select cast(${list}(${pair}(a.attribute_id, a.value)) as text) from product_attributes a
        where a.product_id = d.product_id and a.attribute_id in (select id from attributes where facet = 1))`.as(
        'attributes',
      ),
      sql<string | null>`(select cast(${list}(${pair}(o.currency, o.sort_price)) as text) from product_sort_prices o
        where o.product_id = d.product_id)`.as('own_prices'),
    ])
    .where(isOfSoldType('p.type'))
}

/** `product_sort_prices` are minor units times this. */
const sortPriceUnit = 1_000_000

/** A hash of 32 bits; different texts rarely have the same one. */
function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash
}

type ReadRow = Awaited<ReturnType<ReturnType<typeof columnRows>['execute']>>[number]

/** The database itself wrote the JSON; a schema would take longer than the query. */
function toColumnRow(row: ReadRow): ColumnRow {
  const categories: string[] = JSON.parse(row.categories ?? '[]')
  const attributes: [string, string][] = JSON.parse(row.attributes ?? '[]')
  const own: [string, number][] = JSON.parse(row.own_prices ?? '[]')
  return {
    seq: row.seq,
    brand: row.brand_id,
    vatClass: row.vat_class,
    price: row.sort_price,
    ownPrices: own.map(([currency, price]) => [currency, price / sortPriceUnit]),
    popularity: row.popularity,
    publishedAt: Date.parse(row.published_at),
    version: hashOf(`${row.content_hash} ${row.updated_at}`),
    stock: stockOrder.indexOf(
      stockStatus(true, { available: Number(row.available ?? 0), incoming: Number(row.incoming) > 0 }),
    ),
    readyDay: readyDayOf(Number(row.available ?? 0), row.expected_on),
    waitDays: Number(row.waiting_days ?? 0),
    grams: Number(row.grams ?? 0),
    mainCategory: row.main_category_id,
    categories,
    attributes,
  }
}

function readyDayOf(units: number, expectedDay: string | null): number {
  if (units > 0) return 0
  return expectedDay === null ? neverReady : dayNumber(expectedDay)
}

/** Reads listed products in the order of `seq`, at most `limit` after a number. */
export async function columnsAfter(
  db: Queryable,
  kind: DatabaseKind,
  seq: number,
  limit: number,
): Promise<ColumnRow[]> {
  const rows = await columnRows(db, kind).where('d.seq', '>', seq).orderBy('d.seq').limit(limit).execute()
  return rows.map(toColumnRow)
}

export async function columnsOf(
  db: Queryable,
  kind: DatabaseKind,
  productIds: readonly string[],
): Promise<ColumnRow[]> {
  const rows = await columnRows(db, kind).where('d.product_id', 'in', textList(kind, productIds)).execute()
  return rows.map(toColumnRow)
}

/** Reads the listed products with these numbers. */
export async function columnsWith(db: Queryable, kind: DatabaseKind, seqs: readonly number[]): Promise<ColumnRow[]> {
  const rows = await columnRows(db, kind)
    .where('d.seq', 'in', [...seqs])
    .execute()
  return rows.map(toColumnRow)
}

/** Returns a text that changes with what is read of a product. */
export function columnsSql(db: Queryable, kind: DatabaseKind): string {
  return columnRows(db, kind).compile().sql
}

/** Counts the products that lists show by themselves or through a parent. */
export async function countShown(db: Queryable, kind: DatabaseKind, productIds: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('products')
    .select((count) => count.fn.countAll<number>().as('products'))
    .where('id', 'in', textList(kind, productIds))
    .where('status', '=', 'published')
    .executeTakeFirst()
  return Number(row?.products ?? 0)
}

async function numbersOf(db: Queryable, query: ReturnType<typeof sql<{ seqs: string | null }>>): Promise<Uint32Array> {
  const { rows } = await query.execute(db)
  const seqs: number[] = JSON.parse(rows[0]?.seqs ?? '[]')
  return Uint32Array.from(seqs)
}

/** Reads the `seq` of every listed product. */
export function listedNumbers(db: Queryable, kind: DatabaseKind): Promise<Uint32Array> {
  return numbersOf(db, sql`select cast(${jsonOf[kind].list}(seq) as text) as seqs from search_documents`)
}

export function numbersOfDevice(db: Queryable, kind: DatabaseKind, deviceId: string): Promise<Uint32Array> {
  return numbersOf(
    db,
    sql`select cast(${jsonOf[kind].list}(d.seq) as text) as seqs from product_devices m
      join search_documents d on d.product_id = m.product_id where m.device_id = ${deviceId}`,
  )
}

export function numbersOfTag(db: Queryable, kind: DatabaseKind, tagId: string): Promise<Uint32Array> {
  return numbersOf(
    db,
    sql`select cast(${jsonOf[kind].list}(d.seq) as text) as seqs from product_tag_products m
      join search_documents d on d.product_id = m.product_id where m.tag_id = ${tagId}`,
  )
}

/**
 * Reads the names of listed products in the order of `seq`, at most `limit` after a number. The subquery keeps the
 * database from reading all texts of the language for each part of the list, which took 9 s for 100,000 products.
 */
export async function namesAfter(db: Queryable, language: Language, seq: number, limit: number) {
  return nameRows(db, language).where('d.seq', '>', seq).orderBy('d.seq').limit(limit).execute()
}

/** Reads the names of the listed products with these numbers. */
export async function namesWith(db: Queryable, language: Language, seqs: readonly number[]) {
  return nameRows(db, language).where('d.seq', 'in', seqs).execute()
}

function nameRows(db: Queryable, language: Language) {
  return db
    .selectFrom('search_documents as d')
    .select((row) => [
      'd.seq',
      row
        .selectFrom('product_texts as t')
        .select('t.name')
        .whereRef('t.product_id', '=', 'd.product_id')
        .where('t.language', '=', language)
        .as('name'),
    ])
}

/** A place in the values of an attribute, which are read in the order of value and product. */
export type ValuePlace = { value: string; product_id: string }

/** Reads which listed products have which values of an attribute, at most `limit` after a place. */
export async function valuesAfter(db: Queryable, attribute: string, after: ValuePlace, limit: number) {
  return db
    .selectFrom('product_attributes as a')
    .innerJoin('search_documents as d', 'd.product_id', 'a.product_id')
    .select(['d.seq', 'a.value', 'a.product_id'])
    .where('a.attribute_id', '=', attribute)
    .where(sql<boolean>`(a.value, a.product_id) > (${after.value}, ${after.product_id})`)
    .orderBy('a.value')
    .orderBy('a.product_id')
    .limit(limit)
    .execute()
}

/** Reads which values of an attribute the listed products with these numbers have. */
export async function valuesWith(db: Queryable, attribute: string, seqs: readonly number[]) {
  return db
    .selectFrom('search_documents as d')
    .innerJoin('product_attributes as a', 'a.product_id', 'd.product_id')
    .select(['d.seq', 'a.value'])
    .where('a.attribute_id', '=', attribute)
    .where('d.seq', 'in', seqs)
    .execute()
}

/** Reads the labels that an attribute's values have in a language. */
export async function labelsOf(db: Queryable, language: Language, attribute: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('attribute_value_texts')
    .select(['value', 'label'])
    .where('language', '=', language)
    .where('attribute_id', '=', attribute)
    .execute()
  return new Map(rows.map((row) => [row.value, row.label]))
}

/** Reads which products have these numbers, in no certain order. */
export async function productNumbers(db: Queryable, seqs: readonly number[]) {
  return db
    .selectFrom('search_documents')
    .select(['seq', 'product_id'])
    .where('seq', 'in', [...seqs])
    .execute()
}

/** Reads the ids of the products with these numbers, in their order. */
export async function productsByNumber(db: Queryable, seqs: readonly number[]) {
  if (seqs.length === 0) return []
  const rows = await productNumbers(db, seqs)
  const byNumber = new Map(rows.map((row) => [row.seq, row.product_id]))
  return seqs.flatMap((seq) => byNumber.get(seq) ?? [])
}

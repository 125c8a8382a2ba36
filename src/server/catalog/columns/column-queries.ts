import { sql } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { canBeSold } from '../../search/can-be-sold.ts'
import type { ColumnRow } from './product-columns.ts'

/** SQL functions that collect a subquery's rows into one JSON text. */
const jsonOf = {
  sqlite: { list: sql.raw('json_group_array'), pair: sql.raw('json_array') },
  postgres: { list: sql.raw('json_agg'), pair: sql.raw('json_build_array') },
}

function columnRows(db: Queryable, kind: DatabaseKind) {
  const { list, pair } = jsonOf[kind]
  return db
    .selectFrom('search_documents as d')
    .innerJoin('products as p', 'p.id', 'd.product_id')
    .leftJoin('stock as shelf', 'shelf.product_id', 'd.product_id')
    .select(['d.seq', 'p.brand_id', 'p.vat_class', 'p.sort_price', 'p.popularity', 'p.published_at'])
    .select(['p.content_hash', 'p.updated_at'])
    .select([
      canBeSold.as('in_stock'),
      sql<string | null>`(select cast(${list}(c.category_id) as text) from category_products c
        where c.product_id = d.product_id)`.as('categories'),
      sql<string | null>`(select cast(${list}(${pair}(a.attribute_id, a.value)) as text) from product_attributes a
        where a.product_id = d.product_id and a.attribute_id in (select id from attributes where facet = 1))`.as(
        'attributes',
      ),
      sql<string | null>`(select cast(${list}(${pair}(o.currency, o.sort_price)) as text) from product_sort_prices o
        where o.product_id = d.product_id)`.as('own_prices'),
    ])
}

/** `product_sort_prices` are minor units times this. */
const sortPriceUnit = 1_000_000

/** Folds a text to a number; different texts rarely have the same. */
function numberOf(text: string): number {
  let folded = 0
  for (let at = 0; at < text.length; at += 1) folded = (Math.imul(folded, 31) + text.charCodeAt(at)) | 0
  return folded
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
    version: numberOf(`${row.content_hash} ${row.updated_at}`),
    inStock: Number(row.in_stock) === 1,
    categories,
    attributes,
  }
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

/** Reads the names of listed products in the order of `seq`, at most `limit` after a number. */
export async function namesAfter(db: Queryable, language: Language, seq: number, limit: number) {
  return db
    .selectFrom('search_documents as d')
    .innerJoin('product_texts as t', (join) =>
      join.onRef('t.product_id', '=', 'd.product_id').on('t.language', '=', language),
    )
    .select(['d.seq', 't.name'])
    .where('d.seq', '>', seq)
    .orderBy('d.seq')
    .limit(limit)
    .execute()
}

/** Reads the products with these numbers. */
export async function productsByNumber(db: Queryable, seqs: readonly number[]) {
  if (seqs.length === 0) return []
  const rows = await db
    .selectFrom('search_documents')
    .select(['seq', 'product_id'])
    .where('seq', 'in', [...seqs])
    .execute()
  const byNumber = new Map(rows.map((row) => [row.seq, row.product_id]))
  return seqs.flatMap((seq) => byNumber.get(seq) ?? [])
}

/** Returns the number of the newest purge of cached pages. */
export async function newestChange(db: Queryable): Promise<number> {
  const row = await db.selectFrom('invalidations').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return row?.seq ?? 0
}

/** Reads the tags of catalogue changes after a number: of products, and `catalog` for all of them. */
export async function changesAfter(db: Queryable, seq: number): Promise<string[]> {
  const rows = await db
    .selectFrom('invalidations')
    .select('tag')
    .distinct()
    .where('seq', '>', seq)
    .where((on) => on.or([on('tag', '=', 'catalog'), on('tag', 'like', 'product:%')]))
    .execute()
  return rows.map((row) => row.tag)
}

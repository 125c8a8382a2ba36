import { textList } from '../platform/db/bulk.ts'
import type { DatabaseKind } from '../platform/db/connect.ts'
import type { Database } from '../platform/db/tables.ts'

/** Reads the document owner of each product: itself, or for a variant's choice its parent. */
export async function documentOwners(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'parent_id'])
    .where('id', 'in', textList(kind, ids))
    .execute()
  return [...new Set(rows.map((row) => row.parent_id ?? row.id))]
}

/** Reads the products that follow an id. */
export async function productIdsAfter(db: Database, id: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('products').select('id').where('id', '>', id).orderBy('id').limit(limit).execute()
  return rows.map((row) => row.id)
}

/**
 * Reads products that have a document. Filters out variants' choices here and not in SQL, where SQLite would use the
 * index of all products without a parent.
 */
export async function listedProducts(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  const rows = await db
    .selectFrom('products')
    .leftJoin('brands', 'brands.id', 'products.brand_id')
    .select(['products.id', 'products.parent_id', 'products.status', 'products.popularity', 'brands.name as brand'])
    .where('products.id', 'in', textList(kind, ids))
    .execute()
  return rows.filter((row) => row.parent_id === null && row.status === 'published')
}

/** Reads the products and their published choices, each with the product that owns the document. */
export async function members(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  const choices = await db
    .selectFrom('products')
    .select(['id', 'parent_id', 'sku'])
    .where('status', '=', 'published')
    .where('parent_id', 'in', textList(kind, ids))
    .execute()
  const own = await db.selectFrom('products').select(['id', 'sku']).where('id', 'in', textList(kind, ids)).execute()
  return [
    ...own.map((row) => ({ ...row, owner: row.id })),
    ...choices.map((row) => ({ ...row, owner: row.parent_id ?? row.id })),
  ]
}

/** Tells whether one of these products has published choices. */
export async function hasChoices(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('status', '=', 'published')
    .where('parent_id', 'in', textList(kind, ids))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function brandNames(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db.selectFrom('brands').select(['id', 'name']).where('id', 'in', textList(kind, ids)).execute()
}

export function attributeUnits(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db.selectFrom('attributes').select(['id', 'unit']).where('id', 'in', textList(kind, ids)).execute()
}

export function productTexts(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db
    .selectFrom('product_texts')
    .select(['product_id', 'language', 'name', 'prefix', 'label'])
    .where('product_id', 'in', textList(kind, ids))
    .execute()
}

export function productNumbers(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db
    .selectFrom('part_numbers')
    .select(['product_id', 'number', 'normalized'])
    .where('product_id', 'in', textList(kind, ids))
    .execute()
}

export function productCategories(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db
    .selectFrom('category_products')
    .select(['product_id', 'category_id as fact'])
    .where('product_id', 'in', textList(kind, ids))
    .execute()
}

export function categoryNames(db: Database) {
  return db.selectFrom('category_texts').select(['category_id', 'name']).execute()
}

export function productAttributes(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db
    .selectFrom('product_attributes')
    .innerJoin('attributes', 'attributes.id', 'product_attributes.attribute_id')
    .select(['product_id', 'attribute_id', 'value', 'unit'])
    .where('product_id', 'in', textList(kind, ids))
    .execute()
}

export function attributeLabels(db: Database, kind: DatabaseKind, values: readonly string[]) {
  return db
    .selectFrom('attribute_value_texts')
    .select(['attribute_id', 'value', 'label'])
    .where('value', 'in', textList(kind, values))
    .execute()
}

export function attributeNames(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db
    .selectFrom('attribute_texts')
    .select(['attribute_id', 'name'])
    .where('attribute_id', 'in', textList(kind, ids))
    .execute()
}

export function productDevices(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db
    .selectFrom('product_devices')
    .select(['product_id', 'device_id as fact'])
    .where('product_id', 'in', textList(kind, ids))
    .execute()
}

export function devicesByIds(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db
    .selectFrom('devices')
    .select(['id', 'brand', 'series', 'model', 'type_numbers'])
    .where('id', 'in', textList(kind, ids))
    .execute()
}

import type { Language } from '../../../domain/places/locales.ts'
import { insertRows, textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, NewRow } from '../../platform/db/tables.ts'

export function categoryPaths(db: Database) {
  return db.selectFrom('category_texts').select(['category_id', 'language', 'path']).execute()
}

/** What all categories are called, in each language. */
export function categoryNames(db: Database) {
  return db.selectFrom('category_texts').select(['category_id', 'language', 'name']).execute()
}

/** Reads the addresses that categories had before somebody renamed, moved or merged them. */
export function formerPaths(db: Database) {
  return db.selectFrom('category_former_paths').select(['category_id', 'language', 'path']).execute()
}

export function categoriesAt(db: Database, kind: DatabaseKind, language: Language, paths: readonly string[]) {
  return db
    .selectFrom('category_texts')
    .select('category_id')
    .where('language', '=', language)
    .where('path', 'in', textList(kind, paths))
    .execute()
}

export async function nextCategoryPosition(db: Database, parentId: string | null): Promise<number> {
  const { last } = await db
    .selectFrom('categories')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .executeTakeFirstOrThrow()
  return last === null ? 0 : Math.max(0, Number(last) + 1)
}

/** Tells whether somebody has chosen the main menu: what is in it comes before all positions of imports then. */
export async function isMenuChosen(db: Database): Promise<boolean> {
  const chosen = await db
    .selectFrom('categories')
    .select('id')
    .where('main_menu', '=', 1)
    .where('position', '<', 0)
    .limit(1)
    .executeTakeFirst()
  return chosen !== undefined
}

export async function insertCategory(
  db: Database,
  category: NewRow<'categories'>,
  texts: readonly NewRow<'category_texts'>[],
): Promise<void> {
  await db.insertInto('categories').values(category).execute()
  await db.insertInto('category_texts').values(texts).execute()
}

export async function storedAttributes(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db
    .selectFrom('attributes')
    .innerJoin('attribute_texts', 'attribute_texts.attribute_id', 'attributes.id')
    .select(['attributes.id', 'unit', 'facet', 'edited', 'language', 'name'])
    .where('attributes.id', 'in', textList(kind, ids))
    .execute()
}

/** What the values of each attribute are. */
export function attributeKindsOf(db: Database) {
  return db.selectFrom('attributes').select(['id', 'kind']).execute()
}

export async function nextAttributePosition(db: Database): Promise<number> {
  const { last } = await db
    .selectFrom('attributes')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return last === null ? 0 : Number(last) + 1
}

/** Makes room for new attributes before a stored one, or behind all, and returns the first position of it. */
export async function attributePlace(db: Database, before: string | null, count: number): Promise<number> {
  const next =
    before === null
      ? undefined
      : await db.selectFrom('attributes').select('position').where('id', '=', before).executeTakeFirst()
  if (!next) return nextAttributePosition(db)
  await db
    .updateTable('attributes')
    .set((set) => ({ position: set('position', '+', count) }))
    .where('position', '>=', next.position)
    .execute()
  return next.position
}

/** The ids of these attributes that staff have made or changed. */
export async function editedAttributes(
  db: Database,
  kind: DatabaseKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('attributes')
    .select('id')
    .where('edited', '=', 1)
    .where('id', 'in', textList(kind, ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Inserts or updates attributes; existing ones keep their facet position. */
export async function upsertAttributes(
  db: Database,
  kind: DatabaseKind,
  rows: readonly NewRow<'attributes'>[],
  texts: readonly NewRow<'attribute_texts'>[],
): Promise<void> {
  await insertRows(
    db,
    kind,
    'attributes',
    rows,
    'on conflict (id) do update set unit = excluded.unit, facet = excluded.facet, edited = excluded.edited',
  )
  await insertRows(
    db,
    kind,
    'attribute_texts',
    texts,
    'on conflict (attribute_id, language) do update set name = excluded.name',
  )
}

export function storedLabels(db: Database, kind: DatabaseKind, attributeIds: readonly string[]) {
  return db
    .selectFrom('attribute_value_texts')
    .selectAll()
    .where('attribute_id', 'in', textList(kind, attributeIds))
    .execute()
}

export function upsertLabels(
  db: Database,
  kind: DatabaseKind,
  rows: readonly NewRow<'attribute_value_texts'>[],
): Promise<void> {
  return insertRows(
    db,
    kind,
    'attribute_value_texts',
    rows,
    'on conflict (attribute_id, value, language) do update set label = excluded.label',
  )
}

export function brandSlugs(db: Database) {
  return db.selectFrom('brands').select(['id', 'slug']).execute()
}

/** Reads the addresses that brands had before somebody changed them. */
export function formerBrandSlugs(db: Database) {
  return db.selectFrom('brand_former_slugs').select(['brand_id as id', 'slug']).execute()
}

export function insertBrands(db: Database, kind: DatabaseKind, rows: readonly NewRow<'brands'>[]): Promise<void> {
  return insertRows(db, kind, 'brands', rows, 'on conflict do nothing')
}

export function brandContacts(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db.selectFrom('brands').select(['id', 'maker', 'eu_contact']).where('id', 'in', textList(kind, ids)).execute()
}

export async function updateBrandContact(
  db: Database,
  { id, maker, eu_contact }: Pick<NewRow<'brands'>, 'id' | 'maker' | 'eu_contact'>,
): Promise<void> {
  await db.updateTable('brands').set({ maker, eu_contact }).where('id', '=', id).execute()
}

export async function pictureIds(db: Database): Promise<Set<string>> {
  return new Set((await db.selectFrom('pictures').select('id').execute()).map((row) => row.id))
}

export async function documentIds(db: Database): Promise<Set<string>> {
  return new Set((await db.selectFrom('document_files').select('id').execute()).map((row) => row.id))
}

export function insertDocuments(
  db: Database,
  kind: DatabaseKind,
  rows: readonly NewRow<'document_files'>[],
): Promise<void> {
  return insertRows(db, kind, 'document_files', rows, 'on conflict do nothing')
}

export function insertPictures(db: Database, kind: DatabaseKind, rows: readonly NewRow<'pictures'>[]): Promise<void> {
  return insertRows(db, kind, 'pictures', rows, 'on conflict do nothing')
}

export function allDevices(db: Database) {
  return db.selectFrom('devices').select(['id', 'slug', 'brand', 'model']).execute()
}

export function skuOwners(db: Database, kind: DatabaseKind, skus: readonly string[]) {
  return db.selectFrom('products').select(['id', 'sku']).where('sku', 'in', textList(kind, skus)).execute()
}

import { sql } from 'kysely'
import { insertRows, textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

/**
 * The tables of what products refer to, in the order of writing, each with its key and with what else is there once;
 * `counted` is computed from products.
 */
export const definitionTables = {
  pictures: { key: ['id'], unique: [], counted: [] },
  document_files: { key: ['id'], unique: [], counted: [] },
  attributes: { key: ['id'], unique: [], counted: [] },
  attribute_texts: { key: ['attribute_id', 'language'], unique: [], counted: [] },
  attribute_value_texts: { key: ['attribute_id', 'value', 'language'], unique: [], counted: [] },
  categories: { key: ['id'], unique: [], counted: ['product_count'] },
  category_texts: { key: ['category_id', 'language'], unique: ['language', 'path'], counted: [] },
  category_facts: { key: ['category_id', 'attribute_id'], unique: [], counted: [] },
  category_fit_attributes: { key: ['category_id', 'attribute_id'], unique: [], counted: [] },
  brands: { key: ['id'], unique: ['slug'], counted: [] },
  devices: { key: ['id'], unique: ['slug'], counted: [] },
  product_tags: { key: ['id'], unique: [], counted: [] },
  product_tag_texts: { key: ['tag_id', 'language'], unique: ['language', 'slug'], counted: [] },
  product_tag_products: { key: ['tag_id', 'product_id'], unique: [], counted: [] },
  search_hints: { key: ['id', 'language'], unique: [], counted: [] },
  search_synonyms: { key: ['phrase', 'word'], unique: [], counted: [] },
} as const satisfies Readonly<Record<string, { key: string[]; unique: string[]; counted: string[] }>>

export type DefinitionTable = keyof typeof definitionTables
/** The rows of every table. */
export type DefinitionRows = { [Table in DefinitionTable]: NewRow<Table>[] }
export type AnyRow = Readonly<Record<string, string | number | null | undefined>>

/** Reads all rows of a table in the order of its key. */
export async function definitionsIn<Table extends DefinitionTable>(db: Queryable, table: Table): Promise<Row<Table>[]> {
  const key = definitionTables[table].key.map((column) => sql.ref(column))
  const { rows } = await sql<Row<Table>>`select * from ${sql.table(table)} order by ${sql.join(key)}`.execute(db)
  return rows
}

/** Like `definitionsIn`, for comparing. */
export async function storedDefinitions(db: Queryable, table: DefinitionTable): Promise<AnyRow[]> {
  const { rows } = await sql<AnyRow>`select * from ${sql.table(table)}`.execute(db)
  return rows
}

export function insertDefinitions<Table extends DefinitionTable>(
  db: Database,
  kind: DatabaseKind,
  table: Table,
  rows: readonly NewRow<Table>[],
): Promise<void> {
  return insertRows(db, kind, table, rows)
}

/** Reads the article numbers of the products with tags. */
export function taggedArticles(db: Queryable) {
  return db
    .selectFrom('product_tag_products as tagged')
    .innerJoin('products', 'products.id', 'tagged.product_id')
    .select(['tagged.tag_id', 'products.sku'])
    .orderBy('tagged.tag_id')
    .orderBy('tagged.position')
    .orderBy('products.id')
    .execute()
}

export function productsCalled(db: Queryable, kind: DatabaseKind, skus: readonly string[]) {
  return db.selectFrom('products').select(['id', 'sku']).where('sku', 'in', textList(kind, skus)).execute()
}

import { sql } from 'kysely'
import { inEachLanguage, languages, type Language } from '../../../domain/places/locales.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

type Words = Record<Language, string>
/** An attribute with its names, and what some of its values are called. */
export type StoredAttribute = Row<'attributes'> & { name: Words; labels: ReadonlyMap<string, Words> }

/** Reads an attribute; undefined for an unknown id. */
export async function attributeById(db: Queryable, id: string): Promise<StoredAttribute | undefined> {
  const row = await db.selectFrom('attributes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const texts = await db.selectFrom('attribute_texts').selectAll().where('attribute_id', '=', id).execute()
  const labels = await db
    .selectFrom('attribute_value_texts')
    .selectAll()
    .where('attribute_id', '=', id)
    .orderBy('value')
    .execute()
  const wordsOf = <Text extends { language: Language }>(rows: readonly Text[], word: (row: Text) => string): Words =>
    inEachLanguage((language) => {
      const found = rows.find((each) => each.language === language)
      return found ? word(found) : ''
    })
  return {
    ...row,
    name: wordsOf(texts, (text) => text.name),
    labels: new Map(
      [...Map.groupBy(labels, (each) => each.value)].map(([value, rows]) => [
        value,
        wordsOf(rows, (each) => each.label),
      ]),
    ),
  }
}

/** The values of an attribute with how many products have each, the most frequent first. */
export async function valuesOfAttribute(db: Queryable, id: string, limit: number) {
  const rows = await db
    .selectFrom('product_attributes')
    .select(({ fn }) => ['value', fn.countAll().as('products')])
    .where('attribute_id', '=', id)
    .groupBy('value')
    .orderBy('products', 'desc')
    .orderBy('value')
    .limit(limit)
    .execute()
  return rows.map(({ value, products }) => ({ value, products: Number(products) }))
}

/** All different values of an attribute. */
export async function differentValues(db: Queryable, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('product_attributes')
    .select('value')
    .distinct()
    .where('attribute_id', '=', id)
    .execute()
  return rows.map(({ value }) => value)
}

/** Products that have a value of an attribute; at most `limit` are counted, for of a million it takes seconds. */
export async function productsWithAttribute(db: Queryable, id: string, limit: number): Promise<number> {
  const some = db.selectFrom('product_attributes').select('product_id').distinct().where('attribute_id', '=', id)
  const { products } = await db
    .selectFrom(some.limit(limit).as('some'))
    .select(({ fn }) => fn.countAll().as('products'))
    .executeTakeFirstOrThrow()
  return Number(products)
}

/** The categories that use an attribute for their cards or alternatives. */
export async function categoriesWithAttribute(db: Queryable, id: string, language: Language) {
  const named = (table: 'category_facts' | 'category_fit_attributes') =>
    db
      .selectFrom(table)
      .innerJoin('category_texts as t', (join) =>
        join.onRef('t.category_id', '=', `${table}.category_id`).on('t.language', '=', language),
      )
      .select(['t.category_id as id', 't.name'])
      .where(`${table}.attribute_id`, '=', id)
      .orderBy('t.name')
      .execute()
  return {
    facts: await named('category_facts'),
    fits: await named('category_fit_attributes'),
  }
}

export async function insertAttribute(trx: DatabaseTransaction, row: NewRow<'attributes'>, name: Words): Promise<void> {
  await trx.insertInto('attributes').values(row).execute()
  await writeNames(trx, row.id, name)
}

export async function updateAttribute(
  trx: DatabaseTransaction,
  { id, ...columns }: Omit<NewRow<'attributes'>, 'position'>,
  name: Words,
): Promise<void> {
  await trx.updateTable('attributes').set(columns).where('id', '=', id).execute()
  await writeNames(trx, id, name)
}

async function writeNames(trx: DatabaseTransaction, id: string, name: Words): Promise<void> {
  await trx.deleteFrom('attribute_texts').where('attribute_id', '=', id).execute()
  await trx
    .insertInto('attribute_texts')
    .values(languages.map((language) => ({ attribute_id: id, language, name: name[language] })))
    .execute()
}

/** Writes what values are called; one without words in either language is called what it is. */
export async function replaceLabels(
  trx: DatabaseTransaction,
  id: string,
  labels: ReadonlyMap<string, Words>,
): Promise<void> {
  for (const [value, words] of labels) {
    await trx.deleteFrom('attribute_value_texts').where('attribute_id', '=', id).where('value', '=', value).execute()
    if (languages.every((language) => words[language] === '')) continue
    await trx
      .insertInto('attribute_value_texts')
      .values(languages.map((language) => ({ attribute_id: id, value, language, label: words[language] })))
      .execute()
  }
}

/** Puts an attribute before or after its neighbour: all get new positions in the same order. */
export async function orderAttributes(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries())
    await trx
      .updateTable('attributes')
      .set({ position })
      .where('id', '=', id)
      .where('position', '!=', position)
      .execute()
}

export async function attributeOrder(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('attributes').select('id').orderBy('position').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Deletes an attribute that no product and no category has; returns whether it was deleted. */
export async function deleteAttribute(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from attributes where id = ${id}
    and not exists (select 1 from product_attributes where attribute_id = ${id})
    and not exists (select 1 from category_facts where attribute_id = ${id})
    and not exists (select 1 from category_fit_attributes where attribute_id = ${id})`.execute(trx)
  if (numAffectedRows === 0n) return false
  await trx.deleteFrom('attribute_texts').where('attribute_id', '=', id).execute()
  await trx.deleteFrom('attribute_value_texts').where('attribute_id', '=', id).execute()
  return true
}

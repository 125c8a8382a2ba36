import type { Language } from '../../../domain/places/locales.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Database, DatabaseTransaction, Queryable, Row } from '../../platform/db/tables.ts'

export async function allGuides(db: Queryable) {
  return db.selectFrom('guides').selectAll().orderBy('id').orderBy('language').execute()
}

export async function guideRow(db: Queryable, id: string, language: Language) {
  return db.selectFrom('guides').selectAll().where('id', '=', id).where('language', '=', language).executeTakeFirst()
}

export async function dueGuides(db: Queryable, at: string) {
  return db.selectFrom('guides').selectAll().where('publish_at', '<=', at).execute()
}

export async function insertGuide(db: Database, row: Row<'guides'>): Promise<void> {
  await db.insertInto('guides').values(row).execute()
}

/** Updates a guide unless it changed since it was read; returns whether it was updated. */
export async function updateGuide(
  db: Database,
  { id, language, ...values }: Row<'guides'>,
  readAt: string,
): Promise<boolean> {
  const result = await db
    .updateTable('guides')
    .set(values)
    .where('id', '=', id)
    .where('language', '=', language)
    .where('updated_at', '=', readAt)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Replaces what a guide applies to in one language. */
export async function replaceTargets(
  db: Database,
  { id, language }: Pick<Row<'guides'>, 'id' | 'language'>,
  targets: readonly Pick<Row<'guide_targets'>, 'kind' | 'target'>[],
): Promise<void> {
  await db.deleteFrom('guide_targets').where('guide_id', '=', id).where('language', '=', language).execute()
  if (targets.length === 0) return
  await db
    .insertInto('guide_targets')
    .values(targets.map((each) => ({ ...each, guide_id: id, language })))
    .execute()
}

/** Reads which of these pictures the shop has, and keeps them from being deleted until the transaction ends. */
export async function knownPictures(trx: DatabaseTransaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const query = trx.selectFrom('pictures').select('id').where('id', 'in', ids).orderBy('id')
  const rows = await (kindOf(trx) === 'sqlite' ? query : query.forShare()).execute()
  await trx.deleteFrom('unused_files').where('kind', '=', 'picture').where('id', 'in', ids).execute()
  return rows.map((row) => row.id)
}

/** Reads which of these part numbers (SKUs) the shop has. */
export async function knownSkus(db: Queryable, skus: readonly string[]): Promise<string[]> {
  if (skus.length === 0) return []
  const rows = await db.selectFrom('products').select('sku').where('sku', 'in', skus).execute()
  return rows.map((row) => row.sku)
}

/** Reads which of these categories the shop has. */
export async function knownCategories(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('categories').select('id').where('id', 'in', ids).execute()
  return rows.map((row) => row.id)
}

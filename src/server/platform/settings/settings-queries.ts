import { sql, type RawBuilder } from 'kysely'
import type { Features } from '../../../domain/settings/features.ts'
import type { DatabaseTransaction, NewRow, Queryable } from '../db/tables.ts'

export async function settingsRows(db: Queryable) {
  return db.selectFrom('shop_settings').select(['name', 'value', 'changed_at']).execute()
}

/** Returns the number of the newest change; 0 when nothing was ever set. */
export async function lastRevision(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('settings_history')
    .select('revision')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.revision ?? 0
}

export async function putSettings(trx: DatabaseTransaction, row: NewRow<'shop_settings'>): Promise<void> {
  await trx
    .insertInto('shop_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value, changed_at: row.changed_at }))
    .execute()
}

/** Appends changes; returns false when another writer has taken one of their numbers. */
export async function appendHistory(
  trx: DatabaseTransaction,
  rows: readonly NewRow<'settings_history'>[],
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted = 0n } = await trx
    .insertInto('settings_history')
    .values(rows)
    .onConflict((conflict) => conflict.column('revision').doNothing())
    .executeTakeFirstOrThrow()
  return Number(inserted) === rows.length
}

/** Makes every process read the settings again and drop every cached page. */
export async function invalidateTags(trx: DatabaseTransaction, tags: readonly string[], at: string): Promise<void> {
  await trx
    .insertInto('invalidations')
    .values(tags.map((tag) => ({ tag, created_at: at })))
    .execute()
}

/** Reads the newest changes of a setting, of its parts and of what contains it; of all settings without a name. */
export async function historyRows(db: Queryable, names: readonly string[], limit: number) {
  return db
    .selectFrom('settings_history')
    .select(['revision', 'changed_at', 'changed_by', 'name', 'before', 'after'])
    .$if(names.length > 0, (query) =>
      query.where((on) => on.or([on('name', 'in', names), on('name', 'like', `${names.at(-1)}.%`)])),
    )
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute()
}

/**
 * The SQL condition that a feature is on, for what an order's own transaction must know: its process may have read the
 * settings before somebody changed them. Settings are stored as JSON without spaces and with all of a group's values.
 */
export function isOn(feature: keyof Features): RawBuilder<boolean> {
  // Written into the SQL: SQLite compiles a statement anew for each value that is bound to a LIKE.
  const off = sql.lit(`%"${feature}":false%`)
  return sql<boolean>`not exists (select 1 from shop_settings where name = 'features' and value like ${off})`
}

/** Reads what the settings of a group were before each of their changes after a moment, oldest first. */
export async function valuesBeforeChangesSince(db: Queryable, group: string, at: string) {
  return db
    .selectFrom('settings_history')
    .select(['name', 'before'])
    .where('name', 'like', `${group}.%`)
    .where('changed_at', '>', at)
    .orderBy('revision')
    .execute()
}

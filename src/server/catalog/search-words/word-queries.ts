import { sql } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import { lockNumbers } from '../../platform/db/locks/lock-numbers.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

/** Lets one transaction at a time change what the search means; on SQLite every transaction is alone. */
export async function lockWords(trx: DatabaseTransaction): Promise<void> {
  if (kindOf(trx) === 'postgres') await sql`select pg_advisory_xact_lock(${lockNumbers.searchWords})`.execute(trx)
}

/** Reads a trigger in the languages that it has. */
export function triggerRows(db: Queryable, id: string): Promise<Row<'search_hints'>[]> {
  return db.selectFrom('search_hints').selectAll().where('id', '=', id).orderBy('language').execute()
}

/** Reads all triggers. */
export function allTriggers(db: Queryable): Promise<Row<'search_hints'>[]> {
  return db.selectFrom('search_hints').selectAll().orderBy('trigger').orderBy('id').orderBy('language').execute()
}

/** Replaces what a trigger says in each language. */
export async function replaceTrigger(
  trx: DatabaseTransaction,
  id: string,
  rows: readonly NewRow<'search_hints'>[],
): Promise<void> {
  await trx.deleteFrom('search_hints').where('id', '=', id).execute()
  if (rows.length > 0) await trx.insertInto('search_hints').values(rows).execute()
}

/** Notes that somebody has dealt with searches without hits, or takes that back. @returns how many there were. */
export async function dismissMisses(
  trx: DatabaseTransaction,
  misses: readonly { language: Language; query: string }[],
  at: string | null,
): Promise<number> {
  let count = 0
  for (const { language, query } of misses) {
    const { numUpdatedRows } = await trx
      .updateTable('search_misses')
      .set({ dismissed_at: at })
      .where('language', '=', language)
      .where('query', '=', query)
      .executeTakeFirstOrThrow()
    count += Number(numUpdatedRows)
  }
  return count
}

import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type ApiKeyRow = Row<'api_keys'>

/** The newest keys, also those that were revoked. */
export async function newestApiKeys(db: Queryable, limit: number): Promise<ApiKeyRow[]> {
  return db.selectFrom('api_keys').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
}

export async function apiKeyById(db: Queryable, id: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function apiKeyByHash(db: Queryable, hash: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst()
}

export async function insertApiKey(trx: DatabaseTransaction, row: NewRow<'api_keys'>): Promise<void> {
  await trx.insertInto('api_keys').values(row).execute()
}

/** How many keys are not revoked. */
export async function countLiveKeys(trx: DatabaseTransaction): Promise<number> {
  const { count } = await trx
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Revokes a key; returns false if it was revoked before or does not exist. */
export async function markRevoked(trx: DatabaseTransaction, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function markUsed(db: Queryable, id: string, at: string): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute()
}

import type { Database, DatabaseTransaction, NewRow, Queryable, Row } from '../platform/db/tables.ts'

type RequestKey = { keyId: string; idempotencyKey: string }
type StoredAnswer = Pick<Row<'api_answers'>, 'id' | 'request' | 'answer'>

/** What is kept of a request since a moment. */
export async function storedAnswer(
  db: Queryable,
  requestKey: RequestKey,
  since: string,
): Promise<StoredAnswer | undefined> {
  return db
    .selectFrom('api_answers')
    .select(['id', 'request', 'answer'])
    .where('key_id', '=', requestKey.keyId)
    .where('idempotency_key', '=', requestKey.idempotencyKey)
    .where('created_at', '>', since)
    .executeTakeFirst()
}

/**
 * Claims a request in the transaction of what it changes, and forgets one from before `since`. Returns false if it was
 * claimed already; a twin that is being carried out is awaited.
 */
export async function claimRequest(
  trx: DatabaseTransaction,
  row: NewRow<'api_answers'>,
  since: string,
): Promise<boolean> {
  await trx
    .deleteFrom('api_answers')
    .where('key_id', '=', row.key_id)
    .where('idempotency_key', '=', row.idempotency_key)
    .where('created_at', '<=', since)
    .execute()
  const claimed = await trx
    .insertInto('api_answers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['key_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Keeps the answer of a request, unless one is kept. */
export async function storeAnswer(db: Database, id: string, answer: string): Promise<void> {
  await db.updateTable('api_answers').set({ answer }).where('id', '=', id).where('answer', 'is', null).execute()
}

import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

/** How many sessions one statement deletes at most. */
const maxDeleted = 500

export type SessionRow = Row<'sessions'>
export type TokenRow = Row<'session_tokens'>

export async function insertSession(trx: DatabaseTransaction, session: NewRow<'sessions'>): Promise<void> {
  await trx.insertInto('sessions').values(session).execute()
}

export async function insertTokens(
  trx: DatabaseTransaction,
  tokens: readonly NewRow<'session_tokens'>[],
): Promise<void> {
  await trx
    .insertInto('session_tokens')
    .values([...tokens])
    .execute()
}

export async function tokenByHash(db: Queryable, hash: string): Promise<TokenRow | undefined> {
  return db.selectFrom('session_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
}

export async function sessionById(db: Queryable, id: string): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Reads the session of an access token that is valid at a moment, with the order's number for a guest. */
export async function sessionByAccess(db: Queryable, hash: string, at: string) {
  return db
    .selectFrom('session_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .leftJoin('orders as o', 'o.id', 's.order_id')
    .selectAll('s')
    .select('o.number as order_number')
    .where('t.hash', '=', hash)
    .where('t.kind', '=', 'access')
    .where('t.expires_at', '>', at)
    .where('s.expires_at', '>', at)
    .executeTakeFirst()
}

/** Marks a refresh token as used; returns whether this was its first use. */
export async function markUsed(trx: DatabaseTransaction, hash: string, at: string): Promise<boolean> {
  const result = await trx
    .updateTable('session_tokens')
    .set({ used_at: at })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function prolongSession(
  trx: DatabaseTransaction,
  id: string,
  at: string,
  expiresAt: string,
): Promise<void> {
  await trx.updateTable('sessions').set({ last_used_at: at, expires_at: expiresAt }).where('id', '=', id).execute()
}

export async function sessionsOf(db: Queryable, customerId: string, at: string): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('expires_at', '>', at)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute()
}

/** Deletes sessions with all of their tokens, which takes effect at once in every process. */
export async function deleteSessions(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx.deleteFrom('session_tokens').where('session_id', 'in', ids).execute()
  await trx.deleteFrom('sessions').where('id', 'in', ids).execute()
}

export async function sessionIdsOf(db: Queryable, customerId: string): Promise<string[]> {
  const rows = await db.selectFrom('sessions').select('id').where('customer_id', '=', customerId).execute()
  return rows.map(({ id }) => id)
}

/** Returns the sessions of a customer beyond the `kept` that were used last. */
export async function leastUsedSessions(db: Queryable, customerId: string, kept: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxDeleted)
    .offset(kept)
    .execute()
  return rows.map(({ id }) => id)
}

export async function expiredSessionIds(db: Queryable, at: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('sessions').select('id').where('expires_at', '<=', at).limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** Deletes up to `limit` expired tokens; returns how many were deleted. */
export async function deleteExpiredTokens(db: Queryable, at: string, limit: number): Promise<number> {
  const expired = db
    .selectFrom('session_tokens')
    .select('hash')
    .where('expires_at', '<=', at)
    .orderBy('expires_at')
    .limit(limit)
  const result = await db.deleteFrom('session_tokens').where('hash', 'in', expired).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Reads the order fields that a guest's session shows. */
export async function guestOrder(db: Queryable, id: string) {
  return db
    .selectFrom('orders')
    .select(['language', 'currency', 'country', 'customer_kind'])
    .where('id', '=', id)
    .executeTakeFirst()
}

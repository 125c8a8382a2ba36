import type { NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type PasskeyRow = Row<'staff_passkeys'>

export async function passkeysOf(db: Queryable, staffId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('staff_passkeys').selectAll().where('staff_id', '=', staffId).orderBy('created_at').execute()
}

export async function passkeyById(db: Queryable, id: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('staff_passkeys').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Stores a passkey; false if its id is known, perhaps for another person. */
export async function insertPasskey(db: Queryable, row: NewRow<'staff_passkeys'>): Promise<boolean> {
  const insert = db.insertInto('staff_passkeys').values(row)
  const { numInsertedOrUpdatedRows } = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Records that a passkey has signed, with its counter; false if the passkey is gone or its counter did not grow, as
 * that of a copy. A counter that stays 0 is of an authenticator that has none.
 */
export async function recordPasskeyUse(
  db: Queryable,
  { id, counter, last_used_at }: Pick<PasskeyRow, 'id' | 'counter' | 'last_used_at'>,
): Promise<boolean> {
  const known = db.updateTable('staff_passkeys').set({ counter, last_used_at }).where('id', '=', id)
  const grown = counter === 0 ? known.where('counter', '=', 0) : known.where('counter', '<', counter)
  return (await grown.executeTakeFirst()).numUpdatedRows === 1n
}

export async function deletePasskey(db: Queryable, staffId: string, id: string): Promise<void> {
  await db.deleteFrom('staff_passkeys').where('staff_id', '=', staffId).where('id', '=', id).execute()
}

export async function deletePasskeysOf(db: Queryable, staffId: string): Promise<void> {
  await db.deleteFrom('staff_passkeys').where('staff_id', '=', staffId).execute()
}

/** Replaces a person's recovery codes. */
export async function replaceRecoveryCodes(db: Queryable, staffId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute()
  if (hashes.length > 0)
    await db
      .insertInto('staff_recovery_codes')
      .values(hashes.map((hash) => ({ hash, staff_id: staffId })))
      .execute()
}

/** Uses a code up; false if it is not one of the person's unused ones. */
export async function spendRecoveryCode(db: Queryable, staffId: string, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('staff_recovery_codes')
    .where('staff_id', '=', staffId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function countRecoveryCodes(db: Queryable, staffId: string): Promise<number> {
  const { count } = await db
    .selectFrom('staff_recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Marks a challenge as answered; false if it was answered before. */
export async function spendChallenge(db: Queryable, hash: string, expiresAt: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('staff_used_challenges')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

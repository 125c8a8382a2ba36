import type { NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type StaffSessionRow = Row<'staff_sessions'>

export async function insertStaffSession(db: Queryable, row: NewRow<'staff_sessions'>): Promise<void> {
  await db.insertInto('staff_sessions').values(row).execute()
}

/** The session of a secret, unless it is over. */
export async function liveStaffSession(db: Queryable, hash: string, at: string): Promise<StaffSessionRow | undefined> {
  return db
    .selectFrom('staff_sessions')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

type Use = Pick<StaffSessionRow, 'last_used_at'> & Partial<Pick<StaffSessionRow, 'factor_at'>>

export async function updateStaffSession(db: Queryable, hash: string, use: Use): Promise<void> {
  await db.updateTable('staff_sessions').set(use).where('hash', '=', hash).execute()
}

/** Notes a use, unless another request has noted one since `row` was read: it may have confirmed the factor. */
export async function noteStaffSessionUse(db: Queryable, row: StaffSessionRow, use: Use): Promise<void> {
  const { hash, last_used_at: before } = row
  const own = db.updateTable('staff_sessions').set(use).where('hash', '=', hash)
  await own.where('last_used_at', '=', before).execute()
}

export async function staffSessionsOf(db: Queryable, staffId: string, at: string): Promise<StaffSessionRow[]> {
  return db
    .selectFrom('staff_sessions')
    .selectAll()
    .where('staff_id', '=', staffId)
    .where('stage', '=', 'full')
    .where('expires_at', '>', at)
    .orderBy('last_used_at', 'desc')
    .execute()
}

export async function deleteStaffSession(db: Queryable, hash: string): Promise<void> {
  await db.deleteFrom('staff_sessions').where('hash', '=', hash).execute()
}

/** Ends one session of a person by its id; another person's stays. */
export async function deleteOwnStaffSession(db: Queryable, staffId: string, id: string): Promise<void> {
  await db.deleteFrom('staff_sessions').where('staff_id', '=', staffId).where('id', '=', id).execute()
}

/** Ends every session of a person, but for one. */
export async function deleteStaffSessions(db: Queryable, staffId: string, exceptHash = ''): Promise<void> {
  await db.deleteFrom('staff_sessions').where('staff_id', '=', staffId).where('hash', '!=', exceptHash).execute()
}

/** A session by the hash of its secret, also one that is over. */
export async function staffSession(db: Queryable, hash: string): Promise<StaffSessionRow | undefined> {
  return db.selectFrom('staff_sessions').selectAll().where('hash', '=', hash).executeTakeFirst()
}

/** Deletes what is over; sessions and invitations that were over at a moment of their own. */
export async function deleteExpiredStaffRows(
  db: Queryable,
  { at, sessionsAt, invitationsAt }: { at: string; sessionsAt: string; invitationsAt: string },
): Promise<void> {
  await db.deleteFrom('staff_sessions').where('expires_at', '<=', sessionsAt).execute()
  await db.deleteFrom('staff_invitations').where('expires_at', '<=', invitationsAt).execute()
  for (const table of ['customer_visits', 'staff_used_challenges'] as const)
    await db.deleteFrom(table).where('expires_at', '<=', at).execute()
}

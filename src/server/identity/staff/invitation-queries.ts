import type { NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type InvitationRow = Row<'staff_invitations'>

export async function insertInvitation(db: Queryable, row: NewRow<'staff_invitations'>): Promise<void> {
  await db.insertInto('staff_invitations').values(row).execute()
}

export async function liveInvitation(db: Queryable, hash: string, at: string): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('staff_invitations')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

export async function openInvitations(db: Queryable, at: string): Promise<InvitationRow[]> {
  return db.selectFrom('staff_invitations').selectAll().where('expires_at', '>', at).orderBy('created_at').execute()
}

/** Uses an invitation up; false if it is used already. */
export async function spendInvitation(db: Queryable, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('staff_invitations').where('hash', '=', hash).executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteInvitation(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('staff_invitations').where('id', '=', id).execute()
}

/** Earlier links to the same address end when a new one is made. */
export async function deleteInvitationsTo(db: Queryable, email: string): Promise<void> {
  await db.deleteFrom('staff_invitations').where('email', '=', email).execute()
}

import type { NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type InvitationRow = Row<'staff_invitations'>

export async function insertInvitation(db: Queryable, row: NewRow<'staff_invitations'>): Promise<void> {
  await db.insertInto('staff_invitations').values(row).execute()
}

export async function liveInvitation(db: Queryable, hash: string, at: string): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('staff_invitations')
    .selectAll()
    .where((eb) => eb.or([eb('hash', '=', hash), eb('mail_hash', '=', hash)]))
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/** The invitations that are not used, also those that have run out. */
export async function openInvitations(db: Queryable): Promise<InvitationRow[]> {
  return db.selectFrom('staff_invitations').selectAll().orderBy('created_at').execute()
}

/** Uses an invitation up, whichever of its links was opened; false if it is used already. */
export async function spendInvitation(db: Queryable, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('staff_invitations').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteInvitation(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('staff_invitations').where('id', '=', id).execute()
}

/** Earlier links to the same address end when a new one is made. */
export async function deleteInvitationsTo(db: Queryable, email: string): Promise<void> {
  await db.deleteFrom('staff_invitations').where('email', '=', email).execute()
}

/** Gives an invitation the link of its mail; undefined where it is used, withdrawn or has run out. */
export async function setMailHash(
  db: Queryable,
  id: string,
  { hash, at }: { hash: string; at: string },
): Promise<InvitationRow | undefined> {
  return db
    .updateTable('staff_invitations')
    .set({ mail_hash: hash })
    .where('id', '=', id)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()
}

export async function setMailedAt(db: Queryable, id: string, at: string): Promise<void> {
  await db.updateTable('staff_invitations').set({ mailed_at: at }).where('id', '=', id).execute()
}

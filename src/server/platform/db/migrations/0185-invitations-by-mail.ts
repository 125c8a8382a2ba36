import type { Kysely } from 'kysely'

/** Keeps which link of an invitation was mailed, and when: the mail has another one than the page has shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['mail_hash', 'mailed_at'])
    await db.schema.alterTable('staff_invitations').addColumn(name, 'text').execute()
}

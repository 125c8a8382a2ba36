import type { Kysely } from 'kysely'
import { table } from './columns.ts'

/** The texts that import profiles had before they were changed or removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'profile_texts', {
    name: 'text',
    number: 'int',
    at: 'text',
    actor: 'text',
    event: 'text',
    text: 'text',
  })
    .addPrimaryKeyConstraint('profile_texts_pk', ['name', 'number'])
    .execute()
}

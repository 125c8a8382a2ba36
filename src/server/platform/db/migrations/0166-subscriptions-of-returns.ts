import type { Kysely } from 'kysely'

/** What a withdrawal took off the subscription of a line, so that it goes on when the withdrawal is called off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('return_lines')
    .addColumn('unsubscribed', 'integer', (define) => define.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('return_lines').addColumn('subscription_was', 'text').execute()
}

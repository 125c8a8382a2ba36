import type { Kysely } from 'kysely'

/** Adds which line of its quote answers a line of a request for parts. Of earlier answers it is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('part_request_lines').addColumn('quote_position', 'integer').execute()
}

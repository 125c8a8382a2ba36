import { sql, type Kysely } from 'kysely'

/** The lines of gift cards, which figures leave out of what was sold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index order_lines_of_gift_cards on order_lines (order_id) where type = 4`.execute(db)
}

import { sql, type Kysely } from 'kysely'

/** Counts and lists the orders that can be packed without reading every order that was ever paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_to_pack on orders (status, seq)
    where status in ('confirmed', 'processing') and hold is null`.execute(db)
}

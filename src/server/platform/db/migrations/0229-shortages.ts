import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'

/**
 * Keeps how many units each watched part lacks beside its level, so that the first screen of the console reads the
 * worst by an index instead of comparing every level with the stock. An index of `stock` would make PostgreSQL write
 * all of its indexes at each reservation. Triggers write it, so that a program of the version before does so too.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .alterTable('stock_levels')
    .addColumn('shortage', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update stock_levels set shortage = level - coalesce(
    (select on_hand - reserved from stock where stock.product_id = stock_levels.product_id), 0)`.execute(db)
  await sql`create index stock_levels_short on stock_levels (shortage desc, product_id) where shortage > 0`.execute(db)
  await (kind === 'sqlite' ? sqliteTriggers(db) : postgresTriggers(db))
}

async function sqliteTriggers(db: Kysely<unknown>): Promise<void> {
  for (const [name, event] of [
    ['insert', 'insert'],
    ['update', 'update of on_hand, reserved'],
  ] as const)
    await sql`create trigger ${sql.ref(`stock_shortage_${name}`)} after ${sql.raw(event)} on stock begin
      update stock_levels set shortage = level - (new.on_hand - new.reserved) where product_id = new.product_id;
    end`.execute(db)
  for (const [name, event] of [
    ['insert', 'insert'],
    ['update', 'update of level'],
  ] as const)
    await sql`create trigger ${sql.ref(`level_shortage_${name}`)} after ${sql.raw(event)} on stock_levels begin
      update stock_levels set shortage = level - coalesce(
        (select on_hand - reserved from stock where product_id = new.product_id), 0) where product_id = new.product_id;
    end`.execute(db)
}

/**
 * The trigger of stock runs once for a statement: imports write thousands of rows in one. The one of levels locks the
 * stock first, so that a level and a reservation that are written at the same time see each other.
 */
async function postgresTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`create function keep_stock_shortage() returns trigger language plpgsql as $$
    begin
      update stock_levels set shortage = level - (changed.on_hand - changed.reserved) from changed
        where changed.product_id = stock_levels.product_id
          and shortage <> level - (changed.on_hand - changed.reserved);
      return null;
    end $$`.execute(db)
  for (const event of ['insert', 'update'])
    await sql`create trigger ${sql.ref(`stock_shortage_${event}`)} after ${sql.raw(event)} on stock
      referencing new table as changed for each statement execute function keep_stock_shortage()`.execute(db)
  await sql`create function set_level_shortage() returns trigger language plpgsql as $$
    declare available integer;
    begin
      select on_hand - reserved into available from stock where product_id = new.product_id for no key update;
      new.shortage := new.level - coalesce(available, 0);
      return new;
    end $$`.execute(db)
  await sql`create trigger level_shortage before insert or update of level on stock_levels
    for each row execute function set_level_shortage()`.execute(db)
}

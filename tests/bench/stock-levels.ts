/**
 * `node tests/bench/stock-levels.ts [--postgres] [--products N]` measures what the console reads of parts below their
 * level in a shop that watches all of so many products, with a third of them below; and how long a reservation and a
 * change of the stock of 2,000 products take, with and without the triggers that keep the shortages.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { partsBelowLevel } from '../../src/server/catalog/maintenance/stock-level-queries.ts'
import { connect, type DatabaseLocation, type ShopDatabase } from '../../src/server/platform/db/connect.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { writeManyPrices } from '../support/many-prices.ts'
import { inDatabase } from './bench-database.ts'
import { percentile } from './figure.ts'

const { values } = parseArgs({ options: { postgres: { type: 'boolean' }, products: { type: 'string' } } })
const products = Number(values.products ?? 100_000)
const repeats = 30

async function timed(what: string, work: (at: number) => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let at = 0; at < repeats; at += 1) {
    const begun = performance.now()
    await work(at)
    times.push(performance.now() - begun)
  }
  const shown = [0.5, 0.95].map((share) => `p${share * 100} ${percentile(times, share).toFixed(2)} ms`)
  console.log(`${what.padEnd(36)}${shown.join(', ')}`)
}

async function writes(db: ShopDatabase['db'], which: string): Promise<void> {
  const reserve = (at: number) =>
    sql`update stock set reserved = reserved + 1 where product_id = ${`p${String(at * 31).padStart(7, '0')}`}`
  await timed(`a reservation ${which}`, (at) => reserve(at).execute(db))
  await timed(`the stock of 2,000 ${which}`, (at) =>
    sql`update stock set on_hand = on_hand + 1 where product_id >= ${`p${String(at * 2_000).padStart(7, '0')}`}
      and product_id < ${`p${String((at + 1) * 2_000).padStart(7, '0')}`}`.execute(db),
  )
}

async function measure(location: DatabaseLocation): Promise<void> {
  const open = connect(location)
  const { db, kind } = open
  await migrate(open)
  await writeManyPrices(open, products)
  await sql`insert into stock_levels (product_id, level)
    select id, case when seq % 3 = 0 then 6 + seq % 90 else 2 end
    from (select id, row_number() over (order by id) as seq from products) numbered`.execute(db)
  await sql`analyze`.execute(db)
  if (kind === 'postgres') await sql`vacuum stock_levels`.execute(db)
  await timed('the twenty worst and their number', () => partsBelowLevel(db, 'sv', 20))
  await timed('levels compared with the stock', () =>
    sql`select l.product_id, count(*) over () from stock_levels l left join stock s on s.product_id = l.product_id
      where coalesce(s.on_hand - s.reserved, 0) < l.level
      order by l.level - coalesce(s.on_hand - s.reserved, 0) desc, l.product_id limit 20`.execute(db),
  )
  await writes(db, 'with triggers')
  const ofTable = kind === 'postgres' ? sql`on stock` : sql``
  for (const event of ['insert', 'update'])
    await sql`drop trigger ${sql.ref(`stock_shortage_${event}`)} ${ofTable}`.execute(db)
  await writes(db, 'without')
  await db.destroy()
}

await inDatabase(values.postgres === true, 'stock_levels', measure)

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '../../src/server/platform/db/tables.ts'
import { changeSettings } from '../../src/server/platform/settings/change-settings.ts'
import type { HostileRecords } from '../support/hostile-records.ts'
import { counted, repeat, times } from './repeat-rows.ts'

/** Repeats campaigns, coupons, price lists, changes of prices and rates, and the rows of one of each. */
export async function repeatPrices(db: Database, made: HostileRecords): Promise<void> {
  await repeat(db, 'campaigns', ['id', 'name'], 3)
  await repeat(db, 'deals', ['id'], 1)
  await repeat(db, 'deal_texts', ['deal_id'], 2)
  await repeat(db, 'coupons', ['code'], 3)
  await repeat(db, 'price_lists', ['id', 'name'], 1)
  await repeat(db, 'price_changes', ['id'], 1)
  const products = await db
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('id', '!=', made.product)
    .where('parent_id', 'is', null)
    .limit(times)
    .execute()
  await fillPriceList(db, products)
  await fillPriceChange(db, products)
  const campaign = { campaign_id: 'hostile', currency: 'SEK', min_quantity: 1, amount: 9_900 } as const
  const prices = products.map(({ id: product_id }) => ({ ...campaign, product_id }))
  await db.insertInto('campaign_prices').values(prices).execute()
  const days = counted((index) => ({ valid_from: new Date(Date.UTC(2026, 8, index)).toISOString() }))
  const rates = days.flatMap((day) => [
    { ...day, currency: 'EUR', per_sek_micro: 88_000 },
    { ...day, currency: 'NOK', per_sek_micro: 1_010_000 },
  ])
  await db
    .insertInto('currency_rates')
    .values(rates as never)
    .execute()
}

async function fillPriceList(db: Database, products: readonly { id: string }[]): Promise<void> {
  const list = { list_id: 'hostile', min_quantity: 1 }
  await db
    .insertInto('price_list_rows')
    .values(products.map(({ id: product_id }) => ({ ...list, product_id, amount: 9_900 })))
    .execute()
  await db
    .insertInto('price_list_changed_rows')
    .values(products.map(({ id: product_id }) => ({ ...list, product_id, version: 2, before: null, after: 9_900 })))
    .execute()
  const change = { list_id: 'hostile', actor: 'Karin', created_at: '2026-11-20T09:00:00.000Z', changed: 1, kept: 1 }
  await db
    .insertInto('price_list_changes')
    .values(counted((index) => ({ ...change, version: index + 2, undoes: null })))
    .execute()
  const organizations = await db.selectFrom('organizations').select('id').limit(times).execute()
  await db
    .insertInto('price_list_buyers')
    .values(organizations.map(({ id }) => ({ list_id: 'hostile', kind: 'organization', buyer_id: id })))
    .execute()
  const counts = { version: times + 2, row_count: products.length + 1 }
  await db.updateTable('price_lists').set(counts).where('id', '=', 'hostile').execute()
}

async function fillPriceChange(db: Database, products: readonly { id: string; sku: string }[]): Promise<void> {
  const row = { change_id: 'hostile', state: 'done', reason: '', before: 10_000, after: 9_000, cost: 5_000 } as const
  const more = { vat_rate: 2_500, prices: '[]' }
  await db
    .insertInto('price_change_rows')
    .values(
      products.map(({ id: product_id, sku }, at) => ({ ...row, ...more, position: at + 2, product_id, sku })) as never,
    )
    .execute()
  const counts = { total: products.length + 1, changed: products.length }
  await db.updateTable('price_changes').set(counts).where('id', '=', 'hostile').execute()
}

/** Repeats imports, what one of them has found, sources with their runs, and saved profiles. */
export async function repeatFiles(db: Database, dataFolder: string): Promise<void> {
  await repeat(db, 'import_runs', ['id', 'file'], 1)
  await repeat(db, 'feed_source_runs', ['id'], 2)
  const findings = await db.selectFrom('import_findings').selectAll().execute()
  const more = counted((index) =>
    findings.map((each) => ({ ...each, position: each.position + index * 10, row: index + 2 })),
  )
  await db.insertInto('import_findings').values(more.flat()).execute()
  const source = { from: 'https://files.supplier.example/stock.csv', schedule: 'daily at 03:30', active: false }
  await changeSettings(
    db,
    counted((index) => [`sources.feeds.s${index}`, source] as const),
    { by: 'Karin', now: new Date() },
  )
  const folder = path.join(dataFolder, 'profiles')
  const text = readFileSync(path.join(folder, 'hostile.json'))
  for (let index = 1; index <= times; index += 1) writeFileSync(path.join(folder, `supplier-${index}.json`), text)
}

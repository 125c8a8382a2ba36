import { writeFileSync } from 'node:fs'
import type { FeedReport } from '../../../src/server/catalog/import/feed-report.ts'
import { importFiles } from '../../../src/tools/import/import-files.ts'
import { setSettings } from '../../support/set-settings.ts'
import { shopCommands, type ShopCommands } from '../../tools/shop-commands.ts'

const profileOf = (supplier: string, more: Record<string, unknown> = {}) => ({
  name: supplier,
  supplier,
  update: { sku: 'sku' },
  cost: { column: 'cost', currency: { column: 'currency' } },
  stock: { column: 'stock' },
  deliveryDays: { column: 'days' },
  supplierNumber: { column: 'number' },
  ...more,
})
const head = 'sku;number;cost;currency;stock;days'

/** Imports rows as a file of a supplier, as an operator does. */
export async function feed(
  commands: ShopCommands,
  supplier: string,
  rows: readonly string[],
  more: Record<string, unknown> = {},
) {
  const [profile, file] = [commands.file(`${supplier}.json`), commands.file(`${supplier}.csv`)]
  writeFileSync(profile, JSON.stringify(profileOf(supplier, more)))
  writeFileSync(file, `${[head, ...rows].join('\n')}\n`)
  const limits = { maxRejected: { percent: 100 }, maxMissing: 20 }
  const none = { pictures: undefined, documents: undefined, isGuess: false, isTerminal: false, dryRun: false }
  const report = commands.file(`${supplier}-report.json`)
  await importFiles({ files: [file], profile, report, ...limits, ...none })
  const [first] = JSON.parse(commands.read(`${supplier}-report.json`).toString()) as FeedReport[]
  if (!first) throw new Error('There is no report.')
  return first
}

/** What is sold of a fan: its price in öre, the units that can be ordered, and those that the shop has itself. */
export async function sold({ shop: { db } }: ShopCommands, sku = 'FAN') {
  const row = await db
    .selectFrom('products')
    .innerJoin('stock', 'stock.product_id', 'products.id')
    .leftJoin('supplied_stock as supplied', 'supplied.product_id', 'products.id')
    .select(['products.id', 'sort_price', 'on_hand', 'reserved', 'supplied.supplier', 'supplied.units'])
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow()
  const prices = await db
    .selectFrom('prices')
    .select(['currency', 'min_quantity', 'amount'])
    .where('product_id', '=', row.id)
    .execute()
  return {
    price: prices.find(({ currency, min_quantity: from }) => currency === 'SEK' && from === 1)?.amount,
    prices: prices.length,
    sortPrice: row.sort_price,
    available: row.on_hand - row.reserved,
    own: row.on_hand - (row.units ?? 0),
    supplier: row.supplier,
  }
}

export async function commandsWithMarkups(...rules: readonly Record<string, unknown>[]): Promise<ShopCommands> {
  const commands = await shopCommands()
  await commands.shop.db.updateTable('stock').set({ on_hand: 2, reserved: 0 }).where('product_id', '=', 'fan').execute()
  await setSettings(commands.shop, ['markups.rules', rules as never])
  return commands
}

export const third = { id: 'all', percent: 30, rounding: '9' }

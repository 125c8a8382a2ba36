import { expect, test } from 'vitest'
import { undoRun } from '../../../src/server/catalog/import/journal/undo-run.ts'
import { dropMissing } from '../../../src/server/catalog/import/missing/drop-missing.ts'
import { parseProfile } from '../../../src/server/catalog/import/profile/profile.ts'
import { SeenProducts } from '../../../src/server/catalog/import/seen-queries.ts'
import { changeSettings } from '../../../src/server/platform/settings/change-settings.ts'
import { freshDatabase } from '../../support/test-database.ts'
import { catalogue } from './import-runs.ts'
import { importText } from './import-with.ts'
import { product } from './imported-product.ts'

const csv = (...lines: string[]) => ['feed.csv', `${lines.join('\n')}\n`] as const
const settings = {
  supplier: 'acme',
  cost: { column: 'net', currency: 'SEK' },
  stock: { column: 'units' },
  deliveryDays: 2,
  missing: 'sold-out',
}
const head = 'sku;name;net;units'

async function shopWithRules() {
  const shop = await freshDatabase()
  const rules = [
    { id: 'all', percent: 100 },
    { id: 'parts', category: 'parts', from: '50', percent: 50, rounding: 'krona' },
  ]
  await changeSettings(shop.db, [['markups.rules', rules as never]], { by: 'operator:test', now: new Date() })
  return shop
}

test('products of a supplier are priced by the rule of their category and their cost', async () => {
  await using shop = await shopWithRules()
  expect(await importText(shop, csv(head, 'A;One;10;5', 'B;Two;100.10;0', 'C;Three;;7'), settings)).toMatchObject({
    created: 3,
    rejected: 0,
  })
  expect((await product(shop, 'A')).prices).toEqual([{ currency: 'SEK', min_quantity: 1, amount: 2_500 }])
  expect((await product(shop, 'B')).prices).toEqual([{ currency: 'SEK', min_quantity: 1, amount: 18_800 }])
  expect((await product(shop, 'C')).prices).toEqual([])
  const stock = await shop.db.selectFrom('stock').select(['on_hand', 'reserved']).orderBy('on_hand').execute()
  expect(stock).toEqual([
    { on_hand: 0, reserved: 0 },
    { on_hand: 5, reserved: 0 },
    { on_hand: 7, reserved: 0 },
  ])
  const again = await importText(shop, csv(head, 'A;One;10;5', 'B;Two;100.10;0', 'C;Three;;7'), settings)
  expect(again).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
})

test('a changed cost changes the price alone, and is taken back', async () => {
  await using shop = await shopWithRules()
  await importText(shop, csv(head, 'A;One;10;5', 'B;Two;100.10;3'), settings)
  const before = await catalogue(shop)
  const run: { number?: number } = {}
  const later = { run, now: new Date('2026-02-02T00:00:00.000Z') }
  expect(await importText(shop, csv(head, 'A;One;20;9', 'B;Two;100.10;3', 'D;New;1;1'), settings, later)).toMatchObject(
    {
      created: 1,
      changed: 1,
    },
  )
  expect((await product(shop, 'A')).prices).toMatchObject([{ amount: 5_000 }])
  const { db, kind } = shop
  await undoRun({ db, kind, now: new Date('2026-02-03T00:00:00.000Z') }, run.number ?? 0)
  expect(await catalogue(shop)).toEqual(before)
  const offers = await db.selectFrom('supplier_offers').select(['cost', 'stock']).orderBy('cost').execute()
  expect(offers).toEqual([
    { cost: 1_000, stock: 5 },
    { cost: 10_010, stock: 3 },
  ])
})

test('what a supplier does not have any more is sold out, and own units stay', async () => {
  await using shop = await shopWithRules()
  const { db, kind } = shop
  await importText(shop, csv(head, 'A;One;10;5', 'B;Two;100.10;3'), settings)
  const { row } = await product(shop, 'B')
  await db.updateTable('stock').set({ on_hand: 7 }).where('product_id', '=', row.id).execute()
  const profile = parseProfile(
    {
      name: 'tested',
      id: ['sku'],
      sku: { column: 'sku' },
      texts: { en: { name: '{name}' }, sv: { name: '{name}' } },
      category: { en: ['Parts'], sv: ['Delar'] },
      ...settings,
    },
    'tested.json',
  )
  using seen = new SeenProducts()
  await importText(shop, csv(head, 'A;One;10;5'), settings, { seen })
  const options = { db, kind, now: new Date('2026-02-02T00:00:00.000Z'), dryRun: false, maxPercent: 100 }
  expect(await dropMissing(profile, seen, options)).toMatchObject({ missing: 1, sold_out: 1 })
  const stock = await db.selectFrom('stock').select('on_hand').where('product_id', '=', row.id).execute()
  expect(stock).toEqual([{ on_hand: 4 }])
  await expect(importText(shop, csv(head, 'A;One;10;5'), { ...settings, missing: 'hide' })).rejects.toThrow('sold-out')
})

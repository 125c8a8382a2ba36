import { expect, test } from 'vitest'
import { productsScreen } from '../../../src/server/console/products/products-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { commandsWithMarkups, feed, sold, third } from '../import/supplier-feeds.ts'
import { outcome, signedIn } from './at-console.ts'

async function taxed(shop: Shop, vatClass: string, key: string) {
  const who = await signedIn(shop, 'editor')
  return outcome(shop, who, productsScreen, { form: { action: 'vat', key, row: ['FAN'], vat_class: vatClass } })
}

const keys = ['the-first-key-of-a-form', 'the-second-key-of-a-form']

test('a price that follows from a cost takes the new VAT class at once, and the history takes both back', async () => {
  await using commands = await commandsWithMarkups(third)
  const { shop } = commands
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;5;3'])
  expect(await sold(commands)).toMatchObject({ price: 16_900, available: 7 })
  await taxed(shop, 'reduced', keys[0] ?? '')
  // 100.00 and 30 % are 130.00, with 6 % VAT 137.80.
  expect(await sold(commands)).toMatchObject({ price: 13_900, sortPrice: 13_900, prices: 1, available: 7, own: 2 })
  const [entry] = await auditOf(shop.db, { kind: 'product', id: 'fan' }, 1)
  const undo = { params: { sku: 'FAN' }, form: { action: 'undo', entry: entry?.id ?? '' } }
  await outcome(shop, await signedIn(shop, 'editor'), productScreen, undo)
  expect(await sold(commands)).toMatchObject({ price: 16_900, sortPrice: 16_900, available: 7 })
})

test('a price that was set beside its cost stays when the VAT class changes', async () => {
  await using commands = await commandsWithMarkups(third)
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;5;3'])
  const price = commands.shop.db.updateTable('prices').set({ amount: 15_000 }).where('product_id', '=', 'fan')
  await price.execute()
  await taxed(commands.shop, 'reduced', keys[1] ?? '')
  expect(await sold(commands)).toMatchObject({ price: 15_000 })
})

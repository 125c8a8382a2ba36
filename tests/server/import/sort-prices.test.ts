import { expect, test } from 'vitest'
import { recountCurrencySortPrices } from '../../../src/server/catalog/listing/sort-price-queries.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { importText } from './import-with.ts'

const settings = {
  variants: { parent: { column: 'parent' }, label: { en: '{name}', sv: '{name}' } },
  campaign: { column: 'sale', from: 'from', until: 'until' },
}
const inEuros = { ...settings, price: { column: 'price', currency: 'EUR', vat: 'ex', sekPerUnit: 10 } }
const inCrowns = { ...settings, price: { column: 'price', currency: 'SEK', vat: 'ex' } }
const feed = (...rows: string[]) => ['feed.csv', ['sku;parent;name;price;sale;from;until', ...rows].join('\n')] as const
const now = new Date('2026-02-01T00:00:00.000Z')

const stored = ({ db }: TestDatabase) =>
  db
    .selectFrom('product_sort_prices as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .select(['p.sku', 's.currency', 's.sort_price'])
    .orderBy('p.sku')
    .orderBy('s.currency')
    .execute()

/** What an import has stored is what counting all of them again stores; returns the products that have any. */
async function counted(shop: TestDatabase): Promise<string[]> {
  const before = await stored(shop)
  await recountCurrencySortPrices(shop.db, now.toISOString())
  expect(before).toEqual(await stored(shop))
  return before.map(({ sku }) => sku)
}

test('an import stores the sort prices of what it writes, and of what it writes is a choice of', async () => {
  await using shop = await freshDatabase()
  const crowns = feed('A;;Fan;100;;;', 'B;;Case;;;;', 'B-1;B;Small;90;;;', 'B-2;B;Large;120;;;')
  expect(await importText(shop, crowns, inCrowns, { now })).toMatchObject({ created: 4, error: null })
  expect(await counted(shop)).toEqual([])
  const euros = feed('B;;Case;;;;', 'B-1;B;Small;9;;;', 'B-2;B;Large;12;;;', 'C;;Pump;70;50;2026-01-20;2026-03-01')
  expect(await importText(shop, euros, inEuros, { now })).toMatchObject({ created: 1, changed: 2, error: null })
  expect(await counted(shop)).toEqual(['B', 'B-1', 'B-2', 'C'])
  // The shop has sort prices now, and these products have none to store or to remove.
  expect(await importText(shop, feed('A;;Fan;110;;;', 'D;;Hose;5;;;'), inCrowns, { now })).toMatchObject({ created: 1 })
  expect(await counted(shop)).toEqual(['B', 'B-1', 'B-2', 'C'])
  const one = feed('B;;Case;;;;', 'B-1;B;Small;80;;;', 'C;;Pump;60;;;')
  expect(await importText(shop, one, inCrowns, { now })).toMatchObject({ changed: 2 })
  expect(await counted(shop)).toEqual(['B', 'B-2'])
})

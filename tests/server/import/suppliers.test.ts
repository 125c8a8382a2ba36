import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { FeedReport } from '../../../src/server/catalog/import/feed-report.ts'
import { handOver } from '../../../src/server/catalog/import/reprice/hand-over.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { importFiles } from '../../../src/tools/import/import-files.ts'
import { listFiles, projectRoot } from '../../support/source-files.ts'
import { pageOf } from '../../support/told.ts'
import { setSettings } from '../../support/set-settings.ts'
import { operatorsDesk, type OperatorsDesk } from '../../tools/operator.ts'
import { swedish } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'

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
async function feed(
  desk: OperatorsDesk,
  supplier: string,
  rows: readonly string[],
  more: Record<string, unknown> = {},
) {
  const [profile, file] = [desk.file(`${supplier}.json`), desk.file(`${supplier}.csv`)]
  writeFileSync(profile, JSON.stringify(profileOf(supplier, more)))
  writeFileSync(file, `${[head, ...rows].join('\n')}\n`)
  const limits = { maxRejected: { percent: 100 }, maxMissing: 20 }
  const none = { pictures: undefined, isGuess: false, isTerminal: false, dryRun: false }
  const report = desk.file(`${supplier}-report.json`)
  await importFiles({ files: [file], profile, report, ...limits, ...none })
  const [first] = JSON.parse(desk.read(`${supplier}-report.json`).toString()) as FeedReport[]
  if (!first) throw new Error('There is no report.')
  return first
}

/** What is sold of a fan: its price in öre, the units that can be ordered, and those that the shop has itself. */
async function sold({ shop: { db } }: OperatorsDesk, sku = 'FAN') {
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

async function deskWith(...rules: readonly Record<string, unknown>[]): Promise<OperatorsDesk> {
  const desk = await operatorsDesk()
  await desk.shop.db.updateTable('stock').set({ on_hand: 2, reserved: 0 }).where('product_id', '=', 'fan').execute()
  await setSettings(desk.shop, ['markups.rules', rules as never])
  return desk
}

const third = { id: 'all', percent: 30, rounding: '9' }

test('the price and the stock follow the cheapest supplier in stock, whoever changes', async () => {
  await using desk = await deskWith(third)
  await feed(desk, 'acme', ['FAN;A-1;100;SEK;5;3'])
  expect(await sold(desk)).toMatchObject({
    price: 16_900,
    prices: 1,
    sortPrice: 16_900,
    available: 7,
    own: 2,
    supplier: 'acme',
  })
  await feed(desk, 'beta', ['FAN;B-1;80;SEK;4;1'])
  expect(await sold(desk)).toMatchObject({ price: 13_900, available: 6, own: 2, supplier: 'beta' })
  await feed(desk, 'beta', ['FAN;B-1;80;SEK;0;1'])
  expect(await sold(desk)).toMatchObject({ price: 16_900, available: 7, supplier: 'acme' })
  await feed(desk, 'acme', ['FAN;A-1;100;SEK;0;3'])
  expect(await sold(desk)).toMatchObject({ price: 13_900, available: 2, own: 2, supplier: 'beta' })
  const history = await desk.shop.db
    .selectFrom('price_history')
    .selectAll()
    .where('product_id', '=', 'fan')
    .where('currency', '=', 'SEK')
    .execute()
  expect(history.filter(({ valid_until: until }) => until === null)).toMatchObject([{ amount: 13_900 }])
  expect(history.map(({ amount }) => amount).toSorted((one, other) => one - other)).toContain(16_900)
}, 60_000)

test('orders take own units first, and then the supplier has fewer', async () => {
  await using desk = await deskWith(third)
  await feed(desk, 'acme', ['FAN;A-1;100;SEK;5;3'])
  await confirmed(desk.shop, [['FAN', 4]])
  expect(await sold(desk)).toMatchObject({ available: 3 })
  expect(await desk.run('order', 'ship', '100001', '--tracking', 'PN1')).toMatchObject({ code: 0 })
  expect(await sold(desk)).toMatchObject({ available: 3, own: 0, supplier: 'acme' })
  expect(await desk.json('suppliers', 'show', 'FAN')).toMatchObject({ own: 0, offers: [{ stock: 3, number: 'A-1' }] })
  const next = await confirmed(desk.shop, [['FAN', 2]])
  await feed(desk, 'acme', ['FAN;A-1;100;SEK;0;3'])
  expect(await sold(desk)).toMatchObject({ available: 0, own: 0 })
  expect(await desk.run('order', 'cancel', '100002')).toMatchObject({ code: 0 })
  expect([next.length > 0, await sold(desk)]).toMatchObject([true, { available: 0, own: 0 }])
}, 60_000)

test('two feeds at the same time end in the state of what they say', async () => {
  await using desk = await deskWith(third)
  await Promise.all([
    feed(desk, 'acme', ['FAN;A-1;100;SEK;5;3', 'BAT;A-2;10;SEK;1;3']),
    feed(desk, 'beta', ['FAN;B-1;80;SEK;4;1', 'BAT;B-2;20;SEK;9;1']),
  ])
  expect(await sold(desk)).toMatchObject({ price: 13_900, available: 6, supplier: 'beta' })
  expect(await sold(desk, 'BAT')).toMatchObject({ price: 1_900, supplier: 'acme' })
}, 60_000)

test('an import of costs and the removal of a supplier are taken back as a whole', async () => {
  await using desk = await deskWith(third)
  const before = await sold(desk)
  await feed(desk, 'acme', ['FAN;A-1;100;SEK;5;3'])
  const first = await sold(desk)
  await feed(desk, 'beta', ['FAN;B-1;80;SEK;4;1'])
  expect((await desk.run('suppliers', 'list')).out).toMatch(/acme +1 +1 +0 [^]*beta +1 +1 +1 /)
  expect((await desk.run('suppliers', 'remove', 'beta')).out).toContain('offers nothing more of 1 products')
  expect(await sold(desk)).toEqual(first)
  expect(await desk.run('suppliers', 'remove', 'beta')).toMatchObject({ code: 2 })
  expect(await desk.run('imports', 'undo', '3')).toMatchObject({ code: 0 })
  expect(await sold(desk)).toMatchObject({ price: 13_900, available: 6, supplier: 'beta' })
  expect(await desk.run('imports', 'undo', '2')).toMatchObject({ code: 0 })
  expect(await sold(desk)).toEqual(first)
  expect(await desk.run('imports', 'undo', '1')).toMatchObject({ code: 0 })
  expect(await sold(desk)).toEqual(before)
  expect(await desk.shop.db.selectFrom('supplier_offers').selectAll().execute()).toEqual([])
}, 60_000)

test('an undo leaves what orders took from a supplier taken', async () => {
  await using desk = await deskWith(third)
  await feed(desk, 'acme', ['FAN;A-1;100;SEK;5;3'])
  await feed(desk, 'acme', ['FAN;A-1;100;SEK;9;3'])
  await confirmed(desk.shop, [['FAN', 4]])
  await desk.run('order', 'ship', '100001', '--tracking', 'PN1')
  expect(await sold(desk)).toMatchObject({ available: 7, own: 0 })
  expect(await desk.run('imports', 'undo', '2')).toMatchObject({ code: 0 })
  expect(await sold(desk)).toMatchObject({ available: 3, own: 0 })
}, 60_000)

test('own stock is sold first where the rule says so, and a supplier takes over when it is gone', async () => {
  await using desk = await deskWith(third)
  await setSettings(desk.shop, ['markups.supplier', 'own'])
  const before = await sold(desk)
  await feed(desk, 'acme', ['FAN;A-1;100;SEK;5;3'])
  expect(await sold(desk)).toMatchObject({ price: before.price, available: 2, own: 2, supplier: '' })
  await handOver(desk.shop)
  expect(await sold(desk)).toMatchObject({ price: before.price, available: 2 })
  await confirmed(desk.shop, [['FAN', 2]])
  await handOver(desk.shop)
  expect(await sold(desk)).toMatchObject({ price: 16_900, available: 5, own: 2, supplier: 'acme' })
}, 60_000)

test('the preferred supplier counts before a cheaper one while it has some', async () => {
  await using desk = await deskWith(third)
  await setSettings(desk.shop, ['markups.supplier', 'preferred'], ['markups.preferred', ['acme']])
  await feed(desk, 'beta', ['FAN;B-1;80;SEK;4;1'])
  await feed(desk, 'acme', ['FAN;A-1;100;SEK;5;3'])
  expect(await sold(desk)).toMatchObject({ price: 16_900, supplier: 'acme' })
  await feed(desk, 'acme', ['FAN;A-1;100;SEK;0;3'])
  expect(await sold(desk)).toMatchObject({ price: 13_900, supplier: 'beta' })
}, 60_000)

test('a changed rule is shown before it counts, and is applied and taken back', async () => {
  await using desk = await deskWith(third)
  await feed(desk, 'acme', ['FAN;A-1;100;SEK;5;3'])
  const rules = {
    rules: [
      { ...third, percent: 100 },
      { id: 'none', category: 'no/such', percent: 5 },
    ],
  }
  writeFileSync(desk.file('rules.json'), JSON.stringify(rules))
  const shown = (await desk.run('markups', 'preview', desk.file('rules.json'))).out
  expect(shown).toMatch(/FAN +acme +100\.00 SEK +169\.00 SEK +259\.00 SEK +51\.7 % +all/)
  expect(shown).toContain('1 get a higher price and 0 a lower one')
  expect(shown).toContain('no category "no/such"')
  expect(await sold(desk)).toMatchObject({ price: 16_900 })
  await setSettings(desk.shop, ['markups.rules', [{ ...third, percent: 100 }]])
  expect(await sold(desk)).toMatchObject({ price: 16_900 })
  expect((await desk.run('markups', 'apply')).out).toContain('1 products are changed')
  expect(await sold(desk)).toMatchObject({ price: 25_900, sortPrice: 25_900 })
  expect((await desk.run('markups', 'apply')).out).toContain('Nothing changes')
  expect(await desk.run('imports', 'undo', '2')).toMatchObject({ code: 0 })
  expect(await sold(desk)).toMatchObject({ price: 16_900, sortPrice: 16_900 })
  writeFileSync(desk.file('rules.json'), JSON.stringify({ rules: [third, third] }))
  expect(await desk.run('markups', 'preview', desk.file('rules.json'))).toMatchObject({ code: 2 })
}, 60_000)

test('a feed that lies is reported by row and column, and the rest of it counts', async () => {
  await using desk = await deskWith(third)
  const rows = [
    'FAN;A;-1;SEK;5;3',
    'BAT;A;0;SEK;5;3',
    'GPU;A;10;XBT;5;3',
    'CPU;A;10;SEK;-5;3',
    'FAN;A;10;SEK;5;999',
    'FAN;A;ten;SEK;1;1',
  ]
  const report = await feed(desk, 'acme', rows)
  expect(report.rejections.map(({ row, column, reason }) => `${row} ${column}: ${reason.slice(0, 30)}`)).toEqual([
    '2 cost: The cost -1 is not above 0; le',
    '3 cost: The cost 0 is not above 0; lea',
    '4 currency: "XBT" is no currency of the sh',
    '5 stock: "-5" is not a whole number fro',
    '6 days: "999" is not a whole number fr',
    '7 cost: "ten" is not a number that is ',
  ])
  expect(await desk.shop.db.selectFrom('supplier_offers').selectAll().execute()).toEqual([])
  await desk.shop.db.deleteFrom('currency_rates').where('currency', '=', 'EUR').execute()
  expect((await feed(desk, 'acme', ['FAN;A;10;EUR;5;3'])).rejections).toMatchObject([{ row: 2, column: 'currency' }])
  const wrong = await feed(desk, 'acme', ['FAN;A;10;SEK;5;3'], { supplier: undefined })
  expect(wrong.error).toContain('cost, supplierNumber and deliveryDays need supplier')
}, 60_000)

test('a feed of stock alone keeps what another feed of the supplier said of the cost', async () => {
  await using desk = await deskWith(third)
  await feed(desk, 'acme', ['FAN;A-1;100;SEK;5;3'])
  const stockAlone = { cost: undefined, deliveryDays: undefined, supplierNumber: undefined }
  expect(await feed(desk, 'acme', ['FAN;;;;8;'], stockAlone)).toMatchObject({ changed: 1 })
  expect(await sold(desk)).toMatchObject({ price: 16_900, available: 10, own: 2 })
  expect(await feed(desk, 'acme', ['FAN;;;;8;'], stockAlone)).toMatchObject({ changed: 0, unchanged: 1 })
}, 60_000)

test('the cheapest of 500 suppliers is found, and costs are on no page and in no export for customers', async () => {
  await using desk = await deskWith(third)
  const { db, kind } = desk.shop
  for (let at = 0; at < 500; at += 1)
    await db
      .insertInto('supplier_offers')
      .values({
        product_id: 'fan',
        supplier: `s${at}`,
        number: '',
        cost: 777_123 - at,
        currency: 'SEK',
        stock: 1,
        delivery_days: 2,
        is_priced: 1,
        changed_at: '',
      })
      .execute()
  expect(kind).toMatch(/sqlite|postgres/)
  await feed(desk, 'acme', ['FAN;SECRET-NUMBER;54321.98;SEK;5;7'])
  expect(await sold(desk)).toMatchObject({ supplier: 's499' })
  await db.deleteFrom('supplier_offers').where('supplier', '!=', 'acme').execute()
  expect(await desk.run('markups', 'apply')).toMatchObject({ code: 0 })
  await db.updateTable('stock').set({ on_hand: 5 }).where('product_id', '=', 'fan').execute()
  const page = JSON.stringify(pageOf(await productPage(desk.shop, swedish(), 'fan-del')))
  expect(page).toContain('"arrival"')
  for (const file of ['products', 'prices', 'stock', 'orders', 'customers'])
    await desk.run('export', file, desk.file(`all-${file}.csv`))
  const exported = ['products', 'prices', 'stock', 'orders', 'customers'].map((file) =>
    desk.read(`all-${file}.csv`).toString(),
  )
  for (const text of [page, ...exported])
    for (const secret of ['54321', '5432198', 'acme', 'SECRET-NUMBER']) expect(text).not.toContain(secret)
}, 60_000)

test('the day of arrival counts from when the supplier has sent the part', async () => {
  await using desk = await deskWith(third)
  const arrival = async () => pageOf(await productPage(desk.shop, swedish(), 'fan-del'))?.delivery?.arrival
  const own = await arrival()
  await feed(desk, 'acme', ['FAN;A;100;SEK;5;20'])
  expect(await arrival()).toEqual(own)
  await desk.shop.db.updateTable('stock').set({ reserved: 2 }).where('product_id', '=', 'fan').execute()
  const supplied = await arrival()
  expect(supplied?.dispatch).toBe(own?.dispatch)
  expect(Date.parse(supplied?.first ?? '') - Date.parse(own?.first ?? '')).toBeGreaterThanOrEqual(26 * 86_400_000)
}, 60_000)

test('only imports, their commands and what follows an order read what suppliers ask', () => {
  const naming = listFiles('src', ['.ts', '.tsx', '.astro']).filter((file) =>
    readFileSync(path.join(projectRoot, file), 'utf8').includes('supplier_offers'),
  )
  const own = /^src\/server\/(?:catalog\/import\/(?:supply|journal)\/|platform\/db\/|ordering\/orders\/supplied-stock)/
  const record = 'src/server/catalog/maintenance/product-record.ts'
  expect(naming.filter((file) => !own.test(file))).toEqual([record])
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { pageOf } from '../../support/page-answer.ts'
import { listFiles, projectRoot } from '../../support/source-files.ts'
import { swedish } from '../ordering/checkout/buyer.ts'
import { commandsWithMarkups, feed, sold, third } from './supplier-feeds.ts'

test('a feed that lies is reported by row and column, and the rest of it counts', async () => {
  await using commands = await commandsWithMarkups(third)
  const rows = [
    'FAN;A;-1;SEK;5;3',
    'BAT;A;0;SEK;5;3',
    'GPU;A;10;XBT;5;3',
    'CPU;A;10;SEK;-5;3',
    'FAN;A;10;SEK;5;999',
    'FAN;A;ten;SEK;1;1',
  ]
  const report = await feed(commands, 'acme', rows)
  expect(report.rejections.map(({ row, column, reason }) => `${row} ${column}: ${reason.slice(0, 30)}`)).toEqual([
    '2 cost: The cost -1 is not above 0; le',
    '3 cost: The cost 0 is not above 0; lea',
    '4 currency: "XBT" is no currency of the sh',
    '5 stock: "-5" is not a whole number fro',
    '6 days: "999" is not a whole number fr',
    '7 cost: "ten" is not a number that is ',
  ])
  expect(await commands.shop.db.selectFrom('supplier_offers').selectAll().execute()).toEqual([])
  await commands.shop.db.deleteFrom('currency_rates').where('currency', '=', 'EUR').execute()
  expect((await feed(commands, 'acme', ['FAN;A;10;EUR;5;3'])).rejections).toMatchObject([
    { row: 2, column: 'currency' },
  ])
  const wrong = await feed(commands, 'acme', ['FAN;A;10;SEK;5;3'], { supplier: undefined })
  expect(wrong.error).toContain('cost, supplierNumber and deliveryDays need supplier')
})

test('a feed of stock alone keeps what another feed of the supplier said of the cost', async () => {
  await using commands = await commandsWithMarkups(third)
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;5;3'])
  const stockAlone = { cost: undefined, deliveryDays: undefined, supplierNumber: undefined }
  expect(await feed(commands, 'acme', ['FAN;;;;8;'], stockAlone)).toMatchObject({ changed: 1 })
  expect(await sold(commands)).toMatchObject({ price: 16_900, available: 10, own: 2 })
  expect(await feed(commands, 'acme', ['FAN;;;;8;'], stockAlone)).toMatchObject({ changed: 0, unchanged: 1 })
})

test('the cheapest of 500 suppliers is found, and costs are on no page and in no export for customers', async () => {
  await using commands = await commandsWithMarkups(third)
  const { db, kind } = commands.shop
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
  await feed(commands, 'acme', ['FAN;SECRET-NUMBER;54321.98;SEK;5;7'])
  expect(await sold(commands)).toMatchObject({ supplier: 's499' })
  await db.deleteFrom('supplier_offers').where('supplier', '!=', 'acme').execute()
  expect(await commands.run('markups', 'apply')).toMatchObject({ code: 0 })
  await db.updateTable('stock').set({ on_hand: 5 }).where('product_id', '=', 'fan').execute()
  const page = JSON.stringify(pageOf(await productPage(commands.shop, swedish(), 'fan-del')))
  expect(page).toContain('"arrival"')
  for (const file of ['products', 'prices', 'stock', 'orders', 'customers'])
    await commands.run('export', file, commands.file(`all-${file}.csv`))
  await commands.run('export', 'offers', commands.file('offers.csv'))
  expect(commands.read('offers.csv').toString()).toContain('FAN;acme;SECRET-NUMBER;54321.98;SEK;5;7;yes;')
  const exported = ['products', 'prices', 'stock', 'orders', 'customers'].map((file) =>
    commands.read(`all-${file}.csv`).toString(),
  )
  for (const text of [page, ...exported])
    for (const secret of ['54321', '5432198', 'acme', 'SECRET-NUMBER']) expect(text).not.toContain(secret)
})

test('the day of arrival counts from when the supplier has sent the part', async () => {
  await using commands = await commandsWithMarkups(third)
  const arrival = async () => pageOf(await productPage(commands.shop, swedish(), 'fan-del'))?.delivery?.arrival
  const own = await arrival()
  await feed(commands, 'acme', ['FAN;A;100;SEK;5;20'])
  expect(await arrival()).toEqual(own)
  await commands.shop.db.updateTable('stock').set({ reserved: 2 }).where('product_id', '=', 'fan').execute()
  const supplied = await arrival()
  expect(supplied?.dispatch).toBe(own?.dispatch)
  expect(Date.parse(supplied?.first ?? '') - Date.parse(own?.first ?? '')).toBeGreaterThanOrEqual(26 * 86_400_000)
})

test('only imports, what follows an order and the figures of the owner read what suppliers ask', () => {
  const naming = listFiles('src', ['.ts', '.tsx', '.astro']).filter((file) =>
    readFileSync(path.join(projectRoot, file), 'utf8').includes('supplier_offers'),
  )
  const own = /^src\/server\/(?:catalog\/import\/(?:supply|journal)|platform\/db|console\/figures|ordering\/orders)\//
  const record = 'src/server/catalog/maintenance/product-record.ts'
  expect(naming.filter((file) => !own.test(file))).toEqual([record])
})

test('what a whole feed of a supplier does not have any more is sold out, unless it is too much', async () => {
  await using commands = await commandsWithMarkups(third)
  const whole = { missing: 'sold-out' }
  await feed(commands, 'beta', ['FAN;B;120;SEK;4;1'], whole)
  const all = ['FAN;A;100;SEK;5;3', 'BAT;A;10;SEK;1;3', 'AGAIN;A;10;SEK;1;3', 'SOON;A;10;SEK;1;3', 'SALE;A;10;SEK;1;3']
  expect(await feed(commands, 'acme', all, whole)).toMatchObject({ missing: { missing: 0 } })
  const before = await sold(commands)
  expect(before).toMatchObject({ price: 16_900, supplier: 'acme' })
  const refused = await feed(commands, 'acme', ['BAT;A;10;SEK;1;3'], whole)
  expect(refused.missing).toMatchObject({
    refused: expect.stringContaining('--max-missing') as string,
    refused_reason: { code: 'note_missing_many' },
  })
  expect((await feed(commands, 'acme', ['FAN;A;-5;SEK;5;3', ...all.slice(1)], whole)).missing).toMatchObject({
    missing: 0,
  })
  expect(await sold(commands)).toEqual(before)
  expect((await feed(commands, 'acme', all.slice(1), whole)).missing).toMatchObject({
    missing: 1,
    sold_out: 1,
    refused: null,
  })
  expect(await sold(commands)).toMatchObject({ price: 19_900, available: 6, own: 2, supplier: 'beta' })
  const [last] = (await commands.json('imports', 'list')) as { number: number }[]
  expect(await commands.run('imports', 'undo', String(last?.number))).toMatchObject({ code: 0 })
  expect(await sold(commands)).toEqual(before)
  expect(
    (
      await feed(commands, 'acme', all, {
        ...whole,
        supplier: undefined,
        cost: undefined,
        deliveryDays: undefined,
        supplierNumber: undefined,
      })
    ).error,
  ).toContain('missing needs supplier')
})

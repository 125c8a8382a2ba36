import { expect, test } from 'vitest'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { signedIn } from './at-console.ts'
import { done, formOf, imported, pageOf, send, uploaded } from './import-screens.ts'

async function shelvesOf({ db }: Shop): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('stock_shelves as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .select(['p.sku', 's.shelf'])
    .orderBy('p.sku')
    .execute()
  return Object.fromEntries(rows.map(({ sku, shelf }) => [sku, shelf]))
}

const roles = async (...[shop, who, id]: Parameters<typeof pageOf>) =>
  (await pageOf(shop, who, id)).draft?.choices.columns.map(({ column, role }) => [column, role])

test('shelves are guessed, imported with new parts, changed alone and brought back', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const head = 'sku;name;brand;category;price;stock;hyllplats'
  const file = (one: string, two: string) =>
    [head, `L-1;Desk lamp;Acme;Lamps;199;3;${one}`, `L-2;Floor lamp;Acme;Lamps;899;4;${two}`, ''].join('\n')
  const first = await uploaded(shop, who, file('B 2', ' A   10 '))
  expect(await roles(shop, who, first)).toContainEqual(['hyllplats', 'shelf'])
  expect(await imported(shop, who, first)).toMatchObject({ state: 'imported', counts: { created: 2 } })
  expect(await shelvesOf(shop)).toEqual({ 'L-1': 'B 2', 'L-2': 'A 10' })

  // An empty cell says nothing, and a row that says what is known changes nothing.
  const second = await uploaded(shop, who, file('C 7', ''))
  const report = await imported(shop, who, second)
  expect(report).toMatchObject({ state: 'imported', counts: { created: 0, changed: 1, unchanged: 1 } })
  expect(await shelvesOf(shop)).toEqual({ 'L-1': 'C 7', 'L-2': 'A 10' })
  await done(shop, who, second, { action: 'undo', version: report.version })
  expect(await shelvesOf(shop)).toEqual({ 'L-1': 'B 2', 'L-2': 'A 10' })
})

test('a file of shelves alone changes nothing else of the parts that the shop has, and is undone', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const stockNow = () => shop.db.selectFrom('stock').selectAll().orderBy('product_id').execute()
  const before = await stockNow()
  const id = await uploaded(shop, who, 'sku;bin location\nFAN;A 3\nRAM;\n', 'shelves.csv')
  const update = { goal: 'update', 'role:0': 'sku', 'role:1': 'shelf' }
  const supplied = { ...formOf(await pageOf(shop, who, id), update), supplier: 'acme', action: 'check' }
  expect(await send(shop, who, id, supplied)).toMatchObject({ status: 422, fault: expect.stringContaining('shelves') })
  const report = await imported(shop, who, id, update)
  expect(report).toMatchObject({ state: 'imported', counts: { changed: 1 } })
  expect(await shelvesOf(shop)).toEqual({ FAN: 'A 3' })
  expect(await stockNow()).toEqual(before)
  await done(shop, who, id, { action: 'undo', version: report.version })
  expect(await shelvesOf(shop)).toEqual({})
})

test('a name that no label has room for is refused with its row', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const id = await uploaded(shop, who, `sku;shelf\nFAN;${'A'.repeat(41)}\nRAM;A 1\n`, 'shelves.csv')
  const update = { goal: 'update', 'role:0': 'sku', 'role:1': 'shelf', max_rejected: '100', action: 'check' }
  const checked = await done(shop, who, id, formOf(await pageOf(shop, who, id), update))
  expect(checked).toMatchObject({ state: 'checked', counts: { changed: 1, rejected: 1 } })
})

import { expect, test } from 'vitest'
import { pricesOfSkus, stockOfSkus } from '../../../src/server/catalog/changes/change-goods.ts'
import { apiChangesScreen } from '../../../src/server/console/integrations/api-changes-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { askApi, newApiKey } from '../api/api-caller.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

async function shopWithApiKey() {
  const shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const authorization = `Bearer ${await newApiKey(shop)}`
  const page = (query: Record<string, string> = {}, by = owner) => contentOf(shop, by, apiChangesScreen, { query })
  return {
    shop,
    owner,
    page,
    set: async (path: 'stock' | 'prices', ...rows: object[]) =>
      expect((await askApi(shop, 'POST', `/api/v1/${path}`, { body: { rows }, authorization })).status).toBe(200),
    newest: async (kind: string) => (await page({ kind })).lines[0],
    undo: (entry: string | undefined, by: Browser = owner) =>
      outcome(shop, by, apiChangesScreen, { form: { action: 'undo', entry: entry ?? '' } }),
    units: async (...skus: string[]) => (await stockOfSkus(shop.db, skus)).map((row) => row.on_hand),
    prices: async (sku: string) => (await pricesOfSkus(shop.db, [sku]))[0]?.prices,
    authorization,
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

test('undoes stock that another system has set unless it changed since, and undoes the undo', async () => {
  await using at = await shopWithApiKey()
  const before = await at.units('FAN', 'BAT')
  await at.set('stock', { sku: 'FAN', set: 4 }, { sku: 'BAT', set: 9 })
  await at.set('stock', { sku: 'BAT', adjust: -2 })
  const [later, first] = (await at.page()).lines
  expect([later, first]).toMatchObject([
    { standing: 1, articles: 1 },
    { standing: 1, articles: 2 },
  ])
  expect((await at.page()).systems).toEqual(['Warehouse'])
  const both = await Promise.all([at.undo(first?.id), at.undo(first?.id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
  expect(await at.units('FAN', 'BAT')).toEqual([before[0], 7])
  expect((await at.undo(first?.id)).fault).toContain('afterwards')
  const undone = await at.newest('stock')
  expect(undone).toMatchObject({ operation: 'stock.undo', actor: 'The owner', standing: 1 })
  expect((await at.undo(undone?.id)).fault).toBeNull()
  expect(await at.units('FAN', 'BAT')).toEqual([4, 7])
  expect((await at.page({ sku: 'BAT' })).lines.map(({ id }) => id)).toEqual([later?.id, first?.id])
  expect((await at.page({ sku: 'NONE' })).lines).toEqual([])
})

test('units that orders reserve stay, and a product that is gone is left alone', async () => {
  await using at = await shopWithApiKey()
  await at.set('stock', { sku: 'FAN', set: 50 })
  const { id } = (await at.newest('stock')) ?? {}
  await at.shop.db.updateTable('stock').set({ reserved: 30 }).where('product_id', '=', 'fan').execute()
  expect((await at.undo(id)).fault).toBeNull()
  expect(await at.units('FAN')).toEqual([30])
  await at.set('stock', { sku: 'BAT', set: 9 })
  const gone = await at.newest('stock')
  await at.shop.db.updateTable('products').set({ sku: 'BAT-2' }).where('sku', '=', 'BAT').execute()
  expect((await at.newest('stock'))?.standing).toBe(0)
  expect((await at.undo(gone?.id)).status).toBe(422)
})

test('prices of another system are taken back with the tiers that it added, by those who may', async () => {
  await using at = await shopWithApiKey()
  const before = await at.prices('FAN')
  await at.set('prices', {
    sku: 'FAN',
    prices: [
      { currency: 'SEK', min_quantity: 1, amount: 5_500 },
      { currency: 'SEK', min_quantity: 10, amount: 4_400 },
    ],
  })
  const line = await at.newest('prices')
  const editor = await signedIn(at.shop, 'editor')
  const seller = await signedIn(at.shop, 'seller')
  expect((await at.page({ kind: 'prices' }, editor)).lines[0]).toMatchObject({ standing: 0, address: '' })
  expect((await at.undo(line?.id, editor)).status).toBe(422)
  expect((await at.undo(line?.id, seller)).status).toBe(403)
  expect((await at.prices('FAN'))?.map(({ amount }) => amount)).toEqual(expect.arrayContaining([5_500, 4_400]))
  expect((await at.undo(line?.id)).fault).toBeNull()
  expect(await at.prices('FAN')).toEqual(before)
  expect((await at.undo((await at.newest('prices'))?.id)).fault).toBeNull()
  expect((await at.prices('FAN'))?.map(({ amount }) => amount)).toEqual(expect.arrayContaining([5_500, 4_400]))
  await at.set('prices', { sku: 'FAN', prices: [{ currency: 'SEK', min_quantity: 1, amount: 6_600 }] })
  expect((await at.undo(line?.id)).fault).toContain('afterwards')
})

test('an entry of another record takes nothing back', async () => {
  await using at = await shopWithApiKey()
  await at.set('stock', { sku: 'FAN', set: 4 })
  const entries = await at.shop.db
    .selectFrom('audit_log')
    .select(['id', 'operation'])
    .where('subject_kind', '!=', 'stock')
    .execute()
  expect(entries.length).toBeGreaterThan(0)
  for (const { id, operation } of entries) expect([operation, (await at.undo(id)).status]).toEqual([operation, 422])
  expect((await at.undo('no-such')).status).toBe(422)
  expect(await at.units('FAN')).toEqual([4])
})

test('texts of another system, and the level of a part, are taken back on the page of the product', async () => {
  await using at = await shopWithApiKey()
  const { shop, owner, authorization } = at
  const open = () => contentOf(shop, owner, productScreen, { params: { sku: 'FAN' } })
  const shown = async () =>
    (await open()).sections.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value]))
  const before = await shown()
  const undoNewest = async () => {
    const { audit, undoable } = await open()
    expect(undoable).toContain(audit[0]?.id)
    const form = { action: 'undo', entry: audit[0]?.id ?? '' }
    return outcome(shop, owner, productScreen, { params: { sku: 'FAN' }, form })
  }
  const { updatedAt } = await open()
  const body = { updated_at: updatedAt, texts: { sv: { name: 'Ny fläkt' } } }
  const given = { params: { product: 'FAN' }, body, authorization }
  expect((await askApi(shop, 'PATCH', '/api/v1/products/[product]', given)).status).toBe(200)
  expect(await shown()).not.toEqual(before)
  expect((await undoNewest()).fault).toBeNull()
  await outcome(shop, owner, todayScreen, { form: { action: 'level', sku: 'FAN', level: '7' } })
  expect(await shown()).not.toEqual(before)
  expect((await undoNewest()).fault).toBeNull()
  expect(await shown()).toEqual(before)
})

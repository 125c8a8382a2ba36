import { afterEach, expect, test, vi } from 'vitest'
import type { ImportRun } from '../../../src/server/catalog/import/feed-options.ts'
import { undoRun } from '../../../src/server/catalog/import/journal/undo-run.ts'
import { continueReindex, reindexRelabelled } from '../../../src/server/catalog/reindex/reindex.ts'
import { attributeScreen } from '../../../src/server/console/attributes/attribute-page.ts'
import { brandScreen } from '../../../src/server/console/brands/brand-page.ts'
import { categoryScreen } from '../../../src/server/console/categories/category-page.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { writeManyProducts } from '../catalog/many-products.ts'
import { importText } from '../import/import-with.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Form } from './at-console.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const found = async (shop: Shop, query: string) =>
  (await searchProducts(shop, { query, language: 'sv', limit: 10, offset: 0 })).total

async function changeAttribute(shop: Shop, id: string, change: Form): Promise<void> {
  const who = await signedIn(shop, 'editor')
  const { version, fields, values } = await contentOf(shop, who, attributeScreen, { params: { id } })
  const words = values.flatMap(({ value, sv, en }) => [
    [`sv:${value}`, sv],
    [`en:${value}`, en],
  ])
  const form = { action: 'change', version, ...fields, ...Object.fromEntries(words), ...change }
  expect((await outcome(shop, who, attributeScreen, { params: { id }, form })).fault).toBeNull()
}

async function renameBrand(shop: Shop, id: string, name: string): Promise<void> {
  const who = await signedIn(shop, 'editor')
  const { version, fields } = await contentOf(shop, who, brandScreen, { params: { id } })
  const form = { action: 'change', version, ...fields, name }
  expect((await outcome(shop, who, brandScreen, { params: { id }, form })).fault).toBeNull()
}

const readings = ({ db }: Shop) =>
  db.selectFrom('outbox').selectAll().where('kind', '=', 'search.read_again').orderBy('id').execute()

test('products are found by the new words of a value, and no longer by the old ones', async () => {
  await using shop = await fixtureShop()
  expect(await found(shop, 'zink')).toBe(15)
  await changeAttribute(shop, 'colour', { 'sv:zinc': 'Varmgalv', 'en:zinc': 'Hotdip' })
  expect(await found(shop, 'varmgalv')).toBe(15)
  expect(await found(shop, 'hotdip')).toBe(15)
  expect(await found(shop, 'zink')).toBe(0)
  expect(await found(shop, 'svart')).toBe(16)
})

test('products are found by the new name of a category above theirs', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const { version, fields } = await contentOf(shop, who, categoryScreen, { params: { id: 'laptop' } })
  const form = { action: 'texts', version, ...fields, name_sv: 'Grejsaker' }
  expect((await outcome(shop, who, categoryScreen, { params: { id: 'laptop' }, form })).fault).toBeNull()
  expect(await found(shop, 'grejsaker')).toBeGreaterThan(3)
})

test('products are found by the new name of what they say yes to', async () => {
  await using shop = await fixtureShop()
  const quiet = { id: 'quiet', column: 'quiet', en: 'Quiet', sv: 'Tyst', kind: 'yes-no' }
  await importText(shop, ['a.csv', 'sku;name;quiet\nX-1;Gadget;yes\nX-2;Gadget;no\n'], { attributes: [quiet] })
  expect(await found(shop, 'gadget tyst')).toBe(1)
  await changeAttribute(shop, 'quiet', { name_sv: 'Ljudlös', name_en: 'Silent' })
  expect(await found(shop, 'gadget ljudlös')).toBe(1)
})

test('of a brand with many products some are found at once, the others by one effect after another', async () => {
  await using shop = await fixtureShop()
  await writeManyProducts(shop, 1_200)
  expect(await found(shop, 'many')).toBe(1_200)
  await renameBrand(shop, 'many', 'Quixel')
  expect(await found(shop, 'quixel')).toBe(500)
  // So much time passes that an effect reads one part, and leaves the rest.
  let passed = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (passed += 3_000))
  const [first] = await readings(shop)
  if (!first) throw new Error('Nothing is left to another effect.')
  await continueReindex(shop, JSON.parse(first.payload), first.id)
  expect(await found(shop, 'quixel')).toBe(1_000)
  // The process ended before it had noted that: the effect is carried out again.
  await deliverOutbox(shop)
  expect(await readings(shop)).toHaveLength(2)
  await deliverOutbox(shop)
  expect(await readings(shop)).toHaveLength(2)
  expect(await found(shop, 'quixel')).toBe(1_200)
})

test('of many attributes that were renamed at once, one is read in each run of the outbox', async () => {
  await using shop = await fixtureShop()
  const renamed = { renamed: ['colour', 'length', 'note'], labels: [] }
  await shop.db.transaction().execute((trx) => reindexRelabelled(trx, shop.now(), renamed))
  const left = async () => (await readings(shop)).filter((row) => row.done_at === null)
  for (const count of [2, 1, 0]) {
    await deliverOutbox(shop)
    expect(await left()).toHaveLength(count)
  }
})

test('other words for a value in an import, and its undo, count for products of other files', async () => {
  await using shop = await fixtureShop()
  const profile = (matt: string) => ({
    attributes: [{ id: 'finish', column: 'finish', en: 'Finish', sv: 'Yta', values: { matt: { en: matt, sv: matt } } }],
  })
  await importText(shop, ['a.csv', 'sku;name;finish\nX-1;Gadget;matt\n'], profile('Dullish'))
  expect(await readings(shop)).toEqual([])
  const run: ImportRun = {}
  const later = { run, now: new Date('2026-03-01T00:00:00.000Z') }
  await importText(shop, ['b.csv', 'sku;name;finish\nX-2;Gizmo;matt\n'], profile('Velvety'), later)
  await deliverOutbox(shop)
  expect(await found(shop, 'gadget velvety')).toBe(1)
  await undoRun({ ...shop, now: new Date('2026-03-03T00:00:00.000Z') }, run.number ?? 0)
  await deliverOutbox(shop)
  expect(await found(shop, 'gadget dullish')).toBe(1)
})

test('other words for more values than a statement takes count as well', async () => {
  await using shop = await fixtureShop()
  const zinc = { attribute_id: 'colour', value: 'zinc' }
  const others = Array.from({ length: 70_000 }, (_, at) => ({ attribute_id: 'colour', value: `colour ${at}` }))
  await shop.db.transaction().execute(async (trx) => {
    const labels = trx.updateTable('attribute_value_texts').where('value', '=', 'zinc')
    await labels.where('language', '=', 'sv').set({ label: 'Varmgalv' }).execute()
    await reindexRelabelled(trx, shop.now(), { renamed: [], labels: [...others, zinc] })
  })
  await deliverOutbox(shop)
  expect(await found(shop, 'varmgalv')).toBe(15)
})

import { expect, test } from 'vitest'
import type { GuideText } from '../../../../src/domain/products/guides.ts'
import { makeCategory } from '../../../../src/server/catalog/arrange/make-category.ts'
import { mergeCategories } from '../../../../src/server/catalog/arrange/merge-categories.ts'
import { removeCategory } from '../../../../src/server/catalog/arrange/remove-category.ts'
import { rewriteProduct } from '../../../../src/server/catalog/changes/rewrite-product.ts'
import { storedRecords } from '../../../../src/server/catalog/maintenance/stored-records.ts'
import { productPage } from '../../../../src/server/catalog/product-page.ts'
import type { ContentItem } from '../../../../src/server/content/content-item.ts'
import { publish } from '../../../../src/server/content/publish.ts'
import { saveGuide } from '../../../../src/server/content/save-guide.ts'
import { guideJson } from '../../../../src/server/platform/db/json-columns.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { pageOf } from '../../../support/page-answer.ts'
import { fixtureShop, swedish } from '../../ordering/checkout/buyer.ts'
import { countedIn, countsIn } from './arranging.ts'

const guide: GuideText = {
  title: 'Byt skruv',
  introduction: 'Så byter du skruv.',
  difficulty: 'easy',
  minutes: { from: 5, to: 10 },
  appliesTo: { category: 'screws', devices: [], series: [], parts: [] },
  tools: [],
  parts: { numbers: [], category: 'screws' },
  steps: [{ title: 'Byt', text: 'Byt den.' }],
}
const item: ContentItem = { kind: 'guide', id: 'screw', language: 'sv' }

test('a guide of a category that is merged, and its draft, name the other one', async () => {
  await using shop = await fixtureShop()
  await saveGuide(shop, item, JSON.stringify(guide))
  await publish(shop, item)
  await saveGuide(shop, item, JSON.stringify({ ...guide, title: 'Byt skruven' }))
  await mergeCategories(shop, 'screws', 'keyboards')
  const row = await shop.db.selectFrom('guides').selectAll().where('id', '=', 'screw').executeTakeFirstOrThrow()
  for (const text of [row.draft, row.published])
    expect(guideJson.read(text ?? '')).toMatchObject({
      appliesTo: { category: 'keyboards' },
      parts: { category: 'keyboards' },
    })
  expect(pageOf(await productPage(shop, swedish(), 'screw-01-del'))?.guides.map(({ title }) => title)).toEqual([
    'Byt skruv',
  ])
})

test('a category that a guide names is not deleted', async () => {
  await using shop = await fixtureShop()
  const rest = { slug: '', description: '', pageTitle: '', metaDescription: '' }
  const words = { en: { name: 'Empty', ...rest }, sv: { name: 'Tom', ...rest } }
  const id = await makeCategory(shop, { parentId: null, words })
  await saveGuide(shop, item, JSON.stringify({ ...guide, appliesTo: { ...guide.appliesTo, category: id } }))
  await expect(removeCategory(shop, id)).rejects.toMatchObject({ fault: 'catalog_not_empty' })
})

/** Puts a product into a category as well, as its page does. */
async function put(shop: Shop, id: string, category: string): Promise<void> {
  const { db, kind, now } = shop
  await db.transaction().execute(async (trx) => {
    await rewriteProduct(trx, { kind, now: now() }, id, (record) => ({
      ...record,
      category_ids: [...new Set([...record.category_ids, category])],
    }))
  })
}

test('a product saved into a category while it is merged is in the other one, or is refused', async () => {
  await using shop = await fixtureShop()
  const ids = ['fan', 'ram', 'kit', 'paste', 'manual', 'sale', 'soon']
  const saves = ids.map((id) => put(shop, id, 'screws'))
  const results = await Promise.allSettled([...saves, mergeCategories(shop, 'screws', 'keyboards')])
  expect(results.at(-1)?.status).toBe('fulfilled')
  const { db, kind } = shop
  expect(await db.selectFrom('category_products').selectAll().where('category_id', '=', 'screws').execute()).toEqual([])
  const records = await storedRecords(db, kind, ids)
  for (const { record } of records) {
    const isSaved = results[ids.indexOf(record.id)]?.status === 'fulfilled'
    expect([record.id, record.category_ids.includes('keyboards')]).toEqual([record.id, isSaved])
  }
  expect(await countsIn(shop)).toEqual(await countedIn(shop))
})

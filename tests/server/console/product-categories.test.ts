import { expect, test } from 'vitest'
import { storedRecords } from '../../../src/server/catalog/maintenance/stored-records.ts'
import { hideProducts } from '../../../src/server/catalog/maintenance/write-queries.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { countedIn, countsIn, listedAt } from '../catalog/arrange/arranging.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

const page = (shop: Shop, who: Browser, sku: string, query: Record<string, string> = {}) =>
  contentOf(shop, who, productScreen, { params: { sku }, query })

/** What a field of the product's page shows. */
async function shown(shop: Shop, who: Browser, sku: string, field: string): Promise<string> {
  const { sections } = await page(shop, who, sku)
  return sections.flatMap(({ fields }) => fields).find(({ name }) => name === `field:${field}`)?.value ?? ''
}

async function save(shop: Shop, who: Browser, sku: string, action: string, typed: Record<string, string>) {
  const pairs = await Promise.all(
    Object.entries(typed).map(async ([field, text]) => [
      [`field:${field}`, text],
      [`was:field:${field}`, await shown(shop, who, sku, field)],
    ]),
  )
  return outcome(shop, who, productScreen, { params: { sku }, form: { action, ...Object.fromEntries(pairs.flat()) } })
}

const act = (shop: Shop, who: Browser, sku: string, action: string) =>
  outcome(shop, who, productScreen, { params: { sku }, form: { action } })
const categoriesOf = async (shop: Shop, id: string) =>
  (await storedRecords(shop.db, shop.kind, [id]))[0]?.record.category_ids

test('a draft keeps all of its categories, is in no list, and is in all of them once published', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const more = 'laptop-parts/keyboards\ndesktop-parts'
  expect((await save(shop, who, 'BAT-DRAFT', 'details', { more_categories: more })).fault).toBeNull()
  expect((await shown(shop, who, 'BAT-DRAFT', 'more_categories')).split('\n')).toHaveLength(2)
  expect(await categoriesOf(shop, 'bat-draft')).toEqual(['dell-batteries', 'desktop', 'keyboards'])
  expect(await listedAt(shop, 'desktop-parts')).not.toContain('BAT-DRAFT')
  expect((await save(shop, who, 'BAT-DRAFT', 'texts', { name_en: 'Another name' })).fault).toBeNull()
  expect(await categoriesOf(shop, 'bat-draft')).toEqual(['dell-batteries', 'desktop', 'keyboards'])
  expect((await act(shop, who, 'BAT-DRAFT', 'publish')).fault).toBeNull()
  for (const path of ['desktop-parts', 'laptop-parts/keyboards', 'laptop-parts/batteries/dell'])
    expect(await listedAt(shop, path)).toContain('BAT-DRAFT')
  expect(await countsIn(shop)).toEqual(await countedIn(shop))
  expect((await act(shop, who, 'BAT-DRAFT', 'hide')).fault).toBeNull()
  expect(await categoriesOf(shop, 'bat-draft')).toEqual(['dell-batteries', 'desktop', 'keyboards'])
  expect(
    await shop.db.selectFrom('category_products').selectAll().where('product_id', '=', 'bat-draft').execute(),
  ).toEqual([])
})

test('a product that an import hides keeps its categories', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  await save(shop, who, 'FAN', 'details', { more_categories: 'laptop-parts/keyboards' })
  await hideProducts(shop.db, shop.kind, ['fan'], shop.now().toISOString())
  expect(await categoriesOf(shop, 'fan')).toEqual(['desktop', 'keyboards'])
})

test('an attribute that neither the product nor its category has is added, filled in and taken away', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const before = await page(shop, who, 'FAN')
  expect(before.moreAttributes.map(({ id }) => id)).toContain('note')
  const after = await page(shop, who, 'FAN', { attribute: 'note' })
  const fields = after.sections.find(({ name }) => name === 'attributes')?.fields.map(({ name }) => name)
  expect(fields).toContain('field:attribute:note')
  expect([after.addedAttributes, after.moreAttributes.map(({ id }) => id)]).toEqual([
    ['note'],
    expect.not.arrayContaining(['note']),
  ])
  expect((await page(shop, who, 'FAN', { attribute: "x' or 1=1 --" })).addedAttributes).toEqual([])
  expect((await save(shop, who, 'FAN', 'attributes', { 'attribute:note': 'quiet' })).fault).toBeNull()
  expect(await shown(shop, who, 'FAN', 'attribute:note')).toBe('quiet')
  const label = { attribute_id: 'note', value: 'low_noise' }
  await shop.db
    .insertInto('attribute_value_texts')
    .values([
      { ...label, language: 'en', label: 'Low noise' },
      { ...label, language: 'sv', label: 'Låg ljudnivå' },
    ])
    .execute()
  const note = () => shown(shop, who, 'FAN', 'attribute:note')
  const saveNote = (text: string) => save(shop, who, 'FAN', 'attributes', { 'attribute:note': text })
  const values = async () =>
    (await storedRecords(shop.db, shop.kind, ['fan']))[0]?.record.attributes.flatMap(({ attribute_id: id, value }) =>
      id === 'note' ? [value] : [],
    )
  expect((await saveNote('low noise\nquiet')).fault).toBeNull()
  expect([await note(), await values()]).toEqual(['Low noise\nquiet', ['low_noise', 'quiet']])
  expect((await saveNote('Låg ljudnivå')).fault).toBeNull()
  expect([await note(), await values()]).toEqual(['Low noise', ['low_noise']])
  // What is called like another value is shown as it is stored, and stays itself when it is sent back.
  await shop.db
    .insertInto('attribute_value_texts')
    .values({ attribute_id: 'note', value: 'silent', language: 'en', label: 'Low noise' })
    .execute()
  expect(await note()).toBe('low_noise')
  expect((await saveNote('low_noise\nsilent')).fault).toBeNull()
  expect([await note(), await values()]).toEqual(['low_noise\nsilent', ['low_noise', 'silent']])
  expect((await save(shop, who, 'FAN', 'attributes', { 'attribute:note': '' })).fault).toBeNull()
  expect((await page(shop, who, 'FAN')).moreAttributes.map(({ id }) => id)).toContain('note')
})

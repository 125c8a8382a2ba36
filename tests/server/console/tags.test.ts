import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { redirectIfMoved } from '../../../src/server/catalog/categories/redirect-if-moved.ts'
import { productTagPage } from '../../../src/server/catalog/listing/named-list-page.ts'
import { productsScreen } from '../../../src/server/console/products/products-page.ts'
import { newTagScreen, tagScreen } from '../../../src/server/console/tags/tag-page.ts'
import { tagsScreen } from '../../../src/server/console/tags/tags-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import { missing } from '../../../src/server/platform/http/pages/page-result.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { defaultContext } from '../../support/default-context.ts'
import { hostile } from '../../support/hostile-records.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, visit, type Browser, type Form } from './at-console.ts'

const open = (shop: Shop, who: Browser, id: string) => contentOf(shop, who, tagScreen, { params: { id } })
const act = (shop: Shop, who: Browser, id: string, form: Form) =>
  outcome(shop, who, tagScreen, { params: { id }, form })
const make = (shop: Shop, who: Browser, form: Form) =>
  outcome(shop, who, newTagScreen, { form: { action: 'make', ...form } })
const formOf = async (shop: Shop, who: Browser, id: string) => {
  const { version, fields } = await open(shop, who, id)
  return { action: 'change', version, ...fields }
}
const tagPage = async (shop: Shop, slug: string) =>
  shownOf(await productTagPage(shop, defaultContext('en'), slug, listQuery.parse({})))?.page
const productsIn = async (shop: Shop, slug: string) =>
  (await tagPage(shop, slug))?.listing.products.map(({ sku }) => sku).toSorted()
const leadsTo = async (shop: Shop, path: string) =>
  (await redirectIfMoved(missing(), shop, path)).headers.get('Location')

/** A second tag with one product of the first and one of its own; returns its id. */
async function secondTag(shop: Shop, who: Browser): Promise<string> {
  const { location } = await make(shop, who, { name_sv: 'Begagnat', name_en: 'Used' })
  const id = location?.match(/tags\/([^?]+)/)?.[1] ?? ''
  const products = ['fan', 'ram'].map((product_id, position) => ({ tag_id: id, product_id, position }))
  await shop.db.insertInto('product_tag_products').values(products).execute()
  return id
}

test('tags are listed with their counts, found by name in both languages, and lead to their products', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'seller')
  const listed = async (query: Record<string, string>) =>
    (await contentOf(shop, who, tagsScreen, { query })).rows.map(({ label, cells }) => [label, cells['products']?.text])
  expect(await listed({})).toEqual([['Refurbished', '2']])
  expect(await listed({ q: 'RENOV' })).toEqual([['Refurbished', '2']])
  expect(await listed({ q: '%' })).toEqual([])
  expect(await listed({ products: 'none' })).toEqual([])
  const found = async (tag: string) =>
    (await contentOf(shop, who, productsScreen, { query: { tag } })).rows.map(({ id }) => id)
  expect(await found('renoverat')).toEqual(['BAT', 'FAN'])
  expect(await found("x' or 1=1")).toEqual([])
})

test('a tag gets other names and addresses: the shop shows them and the old addresses lead on', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const form = { ...(await formOf(shop, who, 'tag-green')), name_en: `As new ${hostile}`, slug_en: 'as-new' }
  expect((await act(shop, who, 'tag-green', form)).status).toBe(303)
  expect((await tagPage(shop, 'as-new'))?.name).toBe(`As new ${hostile}`)
  expect(await leadsTo(shop, '/en/product-tag/refurbished')).toBe('/en/product-tag/as-new')
  const [entry] = await auditOf(shop.db, { kind: 'tag', id: 'tag-green' })
  expect(entry).toMatchObject({ operation: 'tags.change', after: expect.stringContaining('as-new') })
  const tags = await shop.db.selectFrom('invalidations').select('tag').execute()
  expect(tags.map(({ tag }) => tag)).toContain('catalog:pages')
})

test('what is wrong is said at its field, and what was typed stays', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  await secondTag(shop, who)
  const form = await formOf(shop, who, 'tag-green')
  const wrong: readonly (readonly [Record<string, string>, string])[] = [
    [{ name_sv: '' }, 'fault:name_sv'],
    [{ name_sv: '', name_en: '' }, 'fault:name_sv'],
    [{ name_en: 'x'.repeat(121) }, 'fault:name_en'],
    [{ slug_en: '../x' }, 'fault:slug_en'],
    [{ slug_en: 'used' }, 'fault:slug_en'],
    [{ name_sv: '!', slug_sv: '' }, 'fault:slug_sv'],
  ]
  for (const [typed, fault] of wrong) {
    const result = await visit(shop, who, tagScreen, { params: { id: 'tag-green' }, form: { ...form, ...typed } })
    if (result instanceof Response || 'stepUp' in result.page) throw new Error('Not refused.')
    expect([typed, Object.keys(result.page.values).filter((name) => name.startsWith('fault:'))]).toEqual([
      typed,
      [fault],
    ])
    expect(result.page.values).toMatchObject(typed)
  }
  expect((await tagPage(shop, 'refurbished'))?.name).toBe('Refurbished')
})

test('tags are merged: products are in the other once, and every address leads there', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const other = await secondTag(shop, who)
  const { version } = await open(shop, who, 'tag-green')
  const merge = (form: Form) => act(shop, who, 'tag-green', { action: 'merge', version, sure: 'yes', ...form })
  expect((await merge({ into: 'nothing' })).fault).toContain('nothing')
  expect((await merge({ into: 'Refurbished' })).status).toBe(422)
  expect((await merge({ into: 'Used', sure: '' })).status).toBe(422)
  expect((await merge({ into: 'Used', version: 'old' })).status).toBe(422)
  expect((await merge({ into: 'begagnat' })).location).toContain(`/console/tags/${other}`)
  expect(await productsIn(shop, 'used')).toEqual(['BAT', 'FAN', 'RAM'])
  expect(await leadsTo(shop, '/en/product-tag/refurbished')).toBe('/en/product-tag/used')
  expect(await leadsTo(shop, '/sv/produkt-tagg/renoverat')).toBe('/sv/produkt-tagg/begagnat')
  expect((await outcome(shop, who, tagScreen, { params: { id: 'tag-green' } })).status).toBe(404)
})

test('a deleted tag is restored from the log with its products, once, while its address is free', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const { version } = await open(shop, who, 'tag-green')
  expect((await act(shop, who, 'tag-green', { action: 'remove', version })).status).toBe(422)
  expect((await act(shop, who, 'tag-green', { action: 'remove', version, sure: 'yes' })).status).toBe(303)
  expect(await tagPage(shop, 'refurbished')).toBeUndefined()
  expect(await leadsTo(shop, '/en/product-tag/refurbished')).toBe('/en')
  const { removed } = await contentOf(shop, who, tagsScreen)
  expect(removed).toMatchObject([{ name: 'Refurbished', products: 2, isMerged: false }])
  await shop.db.deleteFrom('product_tag_products').execute()
  const restore = (entry = removed[0]?.entry ?? '') =>
    outcome(shop, who, tagsScreen, { form: { action: 'restore', entry } })
  const { location } = await make(shop, who, { name_sv: 'Annan', name_en: 'Refurbished' })
  expect((await restore()).fault).toContain('taken')
  const id = location?.match(/tags\/([^?]+)/)?.[1] ?? ''
  await act(shop, who, id, { ...(await formOf(shop, who, id)), slug_en: 'another' })
  expect((await restore('no-such')).status).toBe(422)
  const both = await Promise.all([restore(), restore()])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
  expect(await productsIn(shop, 'refurbished')).toEqual(['BAT', 'FAN'])
  expect((await contentOf(shop, who, tagsScreen)).removed).toEqual([])
  expect((await auditOf(shop.db, { kind: 'tag', id: 'tag-green' })).map(({ operation }) => operation)).toEqual([
    'tags.restore',
    'tags.remove',
  ])
})

test('refuses the second of two people who change a tag at the same time', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'editor'), await signedIn(shop, 'manager')]
  const form = await formOf(shop, one, 'tag-green')
  const results = await Promise.all([
    act(shop, one, 'tag-green', { ...form, name_sv: 'Ett' }),
    act(shop, other, 'tag-green', { ...form, name_sv: 'Två' }),
  ])
  expect(results.filter(({ fault }) => fault !== null)).toHaveLength(1)
})

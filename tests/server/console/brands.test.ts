import { expect, test } from 'vitest'
import { redirectIfMoved } from '../../../src/server/catalog/categories/redirect-if-moved.ts'
import { brandScreen, newBrandScreen } from '../../../src/server/console/brands/brand-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import { missing } from '../../../src/server/platform/http/pages/page-result.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { hostile } from '../../support/hostile-records.ts'
import { importText } from '../import/import-with.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'
import { brandPage, brandsIn } from './brand-screens.ts'

const open = (shop: Shop, who: Browser, id: string) => contentOf(shop, who, brandScreen, { params: { id } })
const act = (shop: Shop, who: Browser, id: string, form: Form) =>
  outcome(shop, who, brandScreen, { params: { id }, form })
const found = async (shop: Shop, query: string) =>
  (await searchProducts(shop, { query, language: 'en', limit: 100, offset: 0 })).ids
const formOf = async (shop: Shop, who: Browser, id: string) => {
  const { version, fields } = await open(shop, who, id)
  return { action: 'change', version, ...fields }
}

test('a brand gets another name and address: the search, the old address and feeds follow', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  expect(await found(shop, 'quixel')).toEqual([])
  const form = {
    ...(await formOf(shop, who, 'torx')),
    name: 'Quixel',
    slug: 'quixel',
    maker: 'Quixel AB',
    eu_contact: 'x',
  }
  expect((await act(shop, who, 'torx', form)).fault).toBeNull()
  expect(await found(shop, 'quixel')).toHaveLength(10)
  expect((await redirectIfMoved(missing(), shop, '/en/brand/torx')).headers.get('Location')).toBe('/en/brand/quixel')
  expect((await brandPage(shop, 'quixel'))?.name).toBe('Quixel')
  const report = await importText(shop, ['a.csv', 'sku;name;maker\nX-1;Bit;Torx\n'], { brand: { column: 'maker' } })
  expect(report.error).toBeNull()
  const [row] = await shop.db.selectFrom('products').select('brand_id').where('sku', '=', 'X-1').execute()
  expect(row?.brand_id).toBe('torx')
  expect((await auditOf(shop.db, { kind: 'brand', id: 'torx' })).map(({ operation }) => operation)).toEqual([
    'brands.change',
  ])
})

test('a description purges the page of the brand alone, and is shown there', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  await shop.db.deleteFrom('invalidations').execute()
  const form = { ...(await formOf(shop, who, 'dell')), description_en: `Made in Texas ${hostile}` }
  expect((await act(shop, who, 'dell', form)).fault).toBeNull()
  const tags = await shop.db.selectFrom('invalidations').select('tag').execute()
  expect(tags.map(({ tag }) => tag)).toEqual(['brand:dell'])
  expect((await brandPage(shop, 'dell'))?.description).toBe(`Made in Texas ${hostile}`)
})

test('brands without a manufacturer or a contact are found', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'seller')
  expect(await brandsIn(shop, who)).toEqual(['Dell', 'Plain', 'Torx & Co'])
  expect(await brandsIn(shop, who, { contact: 'missing' })).toEqual(['Plain', 'Torx & Co'])
  expect(await brandsIn(shop, who, { q: 'TORX' })).toEqual(['Torx & Co'])
  expect(await brandsIn(shop, who, { q: '%' })).toEqual([])
})

test('a brand is made, refused where its address is taken, and deleted while no product has it', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const make = (form: Form) => outcome(shop, who, newBrandScreen, { form: { action: 'make', ...form } })
  expect((await make({ name: 'Dell' })).fault).toContain('taken by another brand')
  expect((await make({ name: '' })).fault).toContain('Write a name')
  expect((await make({ name: 'Å', slug: '../x' })).fault).toContain('cannot be an address')
  const made = await make({ name: 'Nova & Co' })
  const id = made.location?.match(/brands\/([^?]+)/)?.[1] ?? ''
  expect((await open(shop, who, id)).fields.slug).toBe('nova-co')
  expect((await act(shop, who, 'dell', { action: 'remove', sure: 'yes' })).fault).toContain('nothing uses')
  expect((await act(shop, who, id, { action: 'remove' })).fault).not.toBeNull()
  expect((await act(shop, who, id, { action: 'remove', sure: 'yes' })).fault).toBeNull()
  expect((await outcome(shop, who, brandScreen, { params: { id } })).status).toBe(404)
})

test('refuses the second of two people who change a brand at the same time', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'editor'), await signedIn(shop, 'manager')]
  const form = await formOf(shop, one, 'dell')
  const results = await Promise.all([
    act(shop, one, 'dell', { ...form, maker: 'One' }),
    act(shop, other, 'dell', { ...form, maker: 'Two' }),
  ])
  expect(results.filter(({ fault }) => fault !== null)).toHaveLength(1)
})

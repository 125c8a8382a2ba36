import { expect, test } from 'vitest'
import { invalidateStock } from '../../../src/server/catalog/maintenance/invalidate-stock.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { maxAgeUntil } from '../../../src/server/platform/http/pages/page-result.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { defaultContext } from '../../support/default-context.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'

async function shown(shop: Shop, slug: string, context = swedish()) {
  const result = shownOf(await productPage(shop, context, slug))
  if (!result) throw new Error(`There is no product ${slug}.`)
  return result.page
}

test("a plain product shows all its data in the reader's language", async () => {
  await using shop = await fixtureShop()
  expect(await shown(shop, 'bat-del')).toMatchObject({
    product: { product_id: 'bat', sku: 'BAT', type: 1, orderable: true },
    description: 'About bat',
    path: '/sv/produkt/bat-del',
    alternates: { en: '/en/product/bat-part', sv: '/sv/produkt/bat-del' },
    crumbs: [
      { path: '/sv/kategori/laptopdelar' },
      { path: '/sv/kategori/laptopdelar/batterier' },
      { path: '/sv/kategori/laptopdelar/batterier/dell' },
    ],
    brand: { name: 'Dell', path: '/sv/varumarke/dell', maker: 'Dell Inc.', euContact: 'Dell, Cork' },
    pictures: [{ zoom: { url: '/pictures/battery-1.webp', width: 1200 } }],
    specifications: [
      { name: 'Färg', value: 'Svart' },
      { name: 'Längd', value: '1200,5 mm' },
      { name: 'Notering', value: 'new' },
    ],
    devices: [
      {
        brand: 'Dell',
        count: 2,
        devices: [{ series: 'Latitude', model: '7490', typeNumbers: 'P73G' }, { model: '13' }],
      },
    ],
    replaces: ['0DM3WC'],
    otherNumbers: ['F3YGT'],
    eans: [],
    inStock: 100,
    weightGrams: 100,
    setContents: [],
    variants: [],
    subscriptionDays: [],
    accessories: [{ product_id: 'fan' }],
    bundle: [{ product: { product_id: 'ram' }, discountPercent: 15 }],
    alternatives: [{ product_id: 'bat-few' }],
  })
  const english = await shown(shop, 'bat-part', defaultContext('en'))
  expect(english.specifications.slice(0, 2)).toEqual([
    { name: 'Colour', value: 'Black' },
    { name: 'Length', value: '1200.5 mm' },
  ])
  expect(english.product.prices.n[0]).toEqual({ q: 1, p: 43.91 })
})

test('the values of one attribute stand in one row of the specifications', async () => {
  await using shop = await fixtureShop()
  const attribute = { product_id: 'bat', attribute_id: 'colour', position: 9, value: 'zinc' }
  await shop.db.insertInto('product_attributes').values(attribute).execute()
  const { specifications } = await shown(shop, 'bat-del')
  expect(specifications.filter(({ name }) => name === 'Färg')).toEqual([{ name: 'Färg', value: 'Svart, Zink' }])
})

test("a variant product shows its variants and their lowest price; a variant's URL leads to it", async () => {
  await using shop = await fixtureShop()
  const page = await shown(shop, 'kb-del')
  expect(page.variants.map(({ sku, label, orderable }) => [sku, label, orderable])).toEqual([
    ['KB-US', 'US sv', true],
    ['KB-NORDIC', 'Nordic sv', false],
    ['KB-DE', 'German sv', true],
  ])
  expect(page.product).toMatchObject({
    product_id: 'kb',
    type: 2,
    orderable: true,
    stock_status: 'in_stock',
    prices: { n: [{ q: 1, p: 499 }] },
  })
  expect(page.product.variations.map(({ sku }) => sku)).toEqual(['KB-US', 'KB-NORDIC', 'KB-DE'])
  expect(page.chosen).toBeNull()
  expect(await shown(shop, 'kb-us-del')).toEqual({ ...page, chosen: 'kb-us' })
})

test('a set shows its contents and the quantity its scarcest part allows', async () => {
  await using shop = await fixtureShop()
  expect(await shown(shop, 'kit-del')).toMatchObject({
    product: { type: 3, stock_status: 'few_left' },
    inStock: 4,
    setContents: [
      { sku: 'RAM', quantity: 2, path: '/sv/produkt/ram-del' },
      { sku: 'FAN', quantity: 1, path: '/sv/produkt/fan-del' },
    ],
  })
})

test('gift cards never run out; intervals, few left and missing prices are shown', async () => {
  await using shop = await fixtureShop()
  expect((await shown(shop, 'gift-del')).product).toMatchObject({
    type: 4,
    orderable: true,
    stock_status: 'in_stock',
    notifyable: false,
  })
  expect((await shown(shop, 'paste-del')).subscriptionDays).toEqual([30, 90])
  expect(await shown(shop, 'bat-few-del')).toMatchObject({ product: { stock_status: 'few_left' }, inStock: 3 })
  expect(await shown(shop, 'bat-coming-del')).toMatchObject({
    product: { stock_status: 'incoming' },
    incomingAt: '2026-07-01',
  })
  expect((await shown(shop, 'bat-unpriced-del')).product).toMatchObject({
    orderable: false,
    stock_status: 'no_price',
    prices: { n: [] },
  })
})

test('unknown slugs, drafts and slugs of the other language are not found', async () => {
  await using shop = await fixtureShop()
  for (const slug of ['nothing', 'bat-draft-del', 'bat-part', '', "' or 1=1 --"])
    expect(shownOf(await productPage(shop, swedish(), slug))).toBeUndefined()
})

test('a campaign shows the lowest price of the 30 days before it, and its end', async () => {
  await using shop = await fixtureShop()
  const result = shownOf(await productPage(shop, swedish(), 'sale-del'))
  expect(result?.page.product).toMatchObject({
    prices: { n: [{ q: 1, p: 1000 }], c: [{ q: 1, p: 700, o: 800, d: 13 }] },
    lowest_30_days: 800,
  })
  const again = (await shown(shop, 'again-del')).product
  expect(again).toMatchObject({ prices: { c: [{ q: 1, p: 700 }] }, lowest_30_days: 650 })
  expect(again.prices.c?.[0]).not.toHaveProperty('d')
  expect((await shown(shop, 'twice-reduced-del')).product).toMatchObject({ prices: { c: [{ p: 70, o: 100, d: 30 }] } })
})

test('a campaign starts and ends by the clock, and no page is cached across that moment', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const price = async () => {
    const result = shownOf(await productPage(shop, swedish(), 'soon-del'))
    return [result?.page.product.prices.c?.[0]?.p, result?.changesAt]
  }
  const dispatch = '2026-06-15T13:00:00.000Z'
  expect(await price()).toEqual([undefined, dispatch])
  clock.advance(12 * 3600 - 1)
  expect(await price()).toEqual([undefined, '2026-06-16T00:00:00.000Z'])
  expect(maxAgeUntil('2026-06-16T00:00:00.000Z', clock.now())).toBe(1)
  clock.advance(1)
  expect(await price()).toEqual([500, '2026-06-16T13:00:00.000Z'])
  clock.advance(23 * 24 * 3600 + 23 * 3600)
  expect(await price()).toEqual([500, '2026-07-10T00:00:00.000Z'])
  clock.advance(3600)
  expect(await price()).toEqual([undefined, '2026-07-10T13:00:00.000Z'])
})

test('prices follow currency, country and the VAT of the day where the shop is', async () => {
  const clock = movableClock(new Date('2024-08-31T21:59:59.000Z'))
  await using shop = await fixtureShop(clock)
  const product = async () => (await shown(shop, 'fan-del', swedish('FI', 'EUR'))).product
  expect(await product()).toMatchObject({ prices: { n: [{ p: 8.64 }] }, vat: 24 })
  clock.advance(1)
  expect(await product()).toMatchObject({ prices: { n: [{ p: 8.75 }] }, vat: 25.5 })
  expect((await shown(shop, 'own-euro-del', swedish('SE', 'EUR'))).product.prices.n).toEqual([{ q: 1, p: 12.99 }])
  expect((await shown(shop, 'own-euro-del', swedish('SE', 'NOK'))).product.prices.n).toEqual([{ q: 1, p: 103 }])
})

test('the page says when one piece arrives and what its delivery costs, by country and postal code', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const delivery = async (slug: string, context = swedish(), postalCode = '') =>
    shownOf(await productPage(shop, context, slug, { postalCode }))?.page.delivery
  // Monday 14:00 in Stockholm: dispatched today.
  expect(await delivery('fan-del')).toEqual({
    arrival: {
      orderBefore: '2026-06-15T13:00:00.000Z',
      dispatch: '2026-06-15',
      cutOff: '15:00',
      timeZone: 'Europe/Stockholm',
      first: '2026-06-16',
      last: '2026-06-17',
    },
    freight: 49,
    freeFrom: 500,
    vat: 25,
    postalCode: { text: '', isWrong: false, example: '111 22' },
  })
  expect(await delivery('fan-del', swedish(), '62145')).toMatchObject({
    arrival: { first: '2026-06-17', last: '2026-06-18' },
    postalCode: { text: '621 45', isWrong: false },
  })
  expect(await delivery('fan-del', swedish(), '<b>12345678901234')).toMatchObject({
    arrival: { first: '2026-06-16' },
    postalCode: { text: '<b>123456789', isWrong: true },
  })
  expect(shownOf(await productPage(shop, swedish(), 'fan-del', { postalCode: '62145' }))?.tags).toBeUndefined()
  expect(await delivery('kb-del')).toMatchObject({ freight: 49 })
  expect(await delivery('bat-few-del')).toMatchObject({ arrival: { first: '2026-06-16' } })
  expect(await delivery('bat-coming-del')).toMatchObject({ arrival: null })
  expect(await delivery('gift-del')).toBeNull()
  expect(await delivery('fan-del', swedish('NO', 'NOK'))).toMatchObject({
    arrival: { first: '2026-06-17', last: '2026-06-19' },
    vat: 0,
  })
  clock.advance(3600)
  expect(await delivery('fan-del')).toMatchObject({ arrival: { first: '2026-06-17', last: '2026-06-18' } })
})

test('a page is purged when the number of units it tells changes, a list only when the status does', async () => {
  await using shop = await fixtureShop()
  const tagsAfter = async (onHand: number, reserved: number) => {
    await shop.db.deleteFrom('invalidations').execute()
    await shop.db.updateTable('stock').set({ on_hand: onHand, reserved }).where('product_id', '=', 'fan').execute()
    await shop.db
      .transaction()
      .execute((trx) => invalidateStock(trx, [{ product_id: 'fan', quantity: -reserved }], shop.now()))
    const rows = await shop.db.selectFrom('invalidations').select('tag').orderBy('tag').execute()
    return rows.map(({ tag }) => tag).filter((tag) => tag.endsWith(':fan'))
  }
  expect(await tagsAfter(100, 1)).toEqual([])
  expect(await tagsAfter(52, 2)).toEqual(['stock:fan'])
  expect(await tagsAfter(8, 1)).toEqual(['stock:fan'])
  expect(await tagsAfter(6, 1)).toEqual(['product:fan', 'stock:fan'])
  expect(await tagsAfter(4, 1)).toEqual(['stock:fan'])
  const result = shownOf(await productPage(shop, swedish(), 'fan-del'))
  expect(result?.tags).toContain('stock:fan')
})

test('a picture has its own text in the language of the page', async () => {
  await using shop = await fixtureShop()
  const id = 'fan'
  await shop.db
    .insertInto('product_pictures')
    .values({ product_id: id, picture_id: 'seen', position: 90, alt_en: 'The plug', alt_sv: 'Kontakten' })
    .execute()
  const alts = async (language: 'en' | 'sv', slug: string) =>
    shownOf(await productPage(shop, { ...swedish(), language }, slug))?.page.pictures.map(({ alt }) => alt)
  expect(await alts('sv', 'fan-del')).toContain('Kontakten')
  expect(await alts('en', 'fan-part')).toContain('The plug')
})

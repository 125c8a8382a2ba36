import { expect, test } from 'vitest'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { entriesOf, feedText, runJob, setFeeds, swedishFeed, writtenEntries } from './feed-shop.ts'

const change = (shop: Shop, id: string, values: Record<string, string | number | null>) =>
  shop.db.updateTable('products').set(values).where('id', '=', id).execute()

const number = (shop: Shop, product_id: string, kind: 'ean' | 'maker', text: string) =>
  shop.db
    .insertInto('part_numbers')
    .values({ product_id, kind, number: text, normalized: text.toLowerCase() })
    .execute()

test('an entry has what the product data specification asks for', async () => {
  await using shop = await fixtureShop()
  await number(shop, 'bat', 'ean', '4006381333931')
  const entries = await writtenEntries(shop)
  const origin = shop.env.ORIGIN
  expect(entries.get('BAT')).toMatchObject({
    title: 'bat del',
    description: 'About bat',
    link: `${origin}/sv/produkt/bat-del`,
    image_link: `${origin}/pictures/battery-1.webp`,
    availability: 'in_stock',
    price: '499.00 SEK',
    brand: 'Dell',
    mpn: 'F3YGT',
    gtin: '4006381333931',
    product_type: 'laptopdelar (sv) > batterier (sv) > dell (sv)',
    condition: 'new',
    country: 'SE',
    freight: '49.00 SEK',
    shipping_weight: '100 g',
  })
  expect(entries.get('BAT')).not.toHaveProperty('sale_price')
  expect(entries.get('BAT')).not.toHaveProperty('identifier_exists')
  expect(entries.get('RAM')).toMatchObject({ identifier_exists: 'no' })
  expect(entries.get('KIT')).toMatchObject({ is_bundle: 'yes', price: '449.00 SEK' })
})

test('drafts, gift cards, parts without a price and what nothing carries to the country are left out', async () => {
  await using shop = await fixtureShop()
  await change(shop, 'ram', { weight_grams: 90_000_000 })
  await change(shop, 'kb-de', { status: 'draft' })
  const entries = await writtenEntries(shop)
  for (const sku of ['BAT-DRAFT', 'GIFT', 'BAT-UNPRICED', 'RAM', 'KB', 'KB-DE'])
    expect([...entries.keys()]).not.toContain(sku)
  expect([...entries.keys()]).toEqual(expect.arrayContaining(['BAT', 'KB-US', 'KB-NORDIC', 'FAN']))
})

test('a pack says how many units it has', async () => {
  await using shop = await fixtureShop()
  await change(shop, 'fan', { group_size: 4 })
  const entries = await writtenEntries(shop)
  expect(entries.get('FAN')).toMatchObject({ unit_pricing_measure: '4 ct', unit_pricing_base_measure: '1 ct' })
  expect(entries.get('RAM')).not.toHaveProperty('unit_pricing_measure')
})

test('a sold-out part is out of stock, also where a day is known on which more arrive', async () => {
  await using shop = await fixtureShop()
  const entries = await writtenEntries(shop)
  for (const sku of ['BAT-OUT', 'BAT-COMING', 'KB-NORDIC'])
    expect(entries.get(sku)).toMatchObject({ availability: 'out_of_stock' })
  expect(entries.get('BAT-FEW')).toMatchObject({ availability: 'in_stock' })
})

test('choices of a product are a group, each with its own address, name, stock and price', async () => {
  await using shop = await fixtureShop()
  await shop.db
    .insertInto('product_attributes')
    .values({ product_id: 'kb-us', attribute_id: 'colour', position: 0, value: 'black' })
    .execute()
  const entries = await writtenEntries(shop)
  expect(entries.get('KB-US')).toMatchObject({
    item_group_id: 'KB',
    title: 'kb-us del, US sv',
    link: `${shop.env.ORIGIN}/sv/produkt/kb-us-del`,
    price: '549.00 SEK',
    color: expect.stringMatching(/svart|black/i) as string,
    image_link: `${shop.env.ORIGIN}/pictures/keys-1.webp`,
  })
  expect(entries.get('KB-DE')).toMatchObject({ item_group_id: 'KB', price: '599.00 SEK' })
})

test('a reduced price has the price that the page shows as the one before, and its days', async () => {
  await using shop = await fixtureShop()
  const entries = await writtenEntries(shop)
  expect(entries.get('SALE')).toMatchObject({
    price: '800.00 SEK',
    sale_price: '700.00 SEK',
    sale_price_effective_date: '2026-06-10T00:00:00Z/2026-06-20T00:00:00Z',
  })
  expect(entries.get('TWICE-REDUCED')).toMatchObject({
    sale_price: '70.00 SEK',
    sale_price_effective_date: '2026-06-12T00:00:00Z/2026-06-18T00:00:00Z',
  })
  expect(entries.get('SOON')).not.toHaveProperty('sale_price')
  expect(entries.get('BULK-SALE')).not.toHaveProperty('sale_price')
})

test('addresses name country and currency only where they are not those that the language begins with', async () => {
  await using shop = await fixtureShop()
  const linkOf = async (country: 'FI' | 'SE', currency: 'EUR' | 'SEK') =>
    (await writtenEntries(shop, { language: 'sv', country, currency })).get('BAT')?.['link']
  expect(await linkOf('FI', 'EUR')).toBe(`${shop.env.ORIGIN}/sv/produkt/bat-del?country=FI&currency=EUR`)
  expect(await linkOf('SE', 'EUR')).toBe(`${shop.env.ORIGIN}/sv/produkt/bat-del?currency=EUR`)
  expect(await linkOf('FI', 'SEK')).toBe(`${shop.env.ORIGIN}/sv/produkt/bat-del?country=FI`)
})

test.each([
  ['4006381333932', undefined],
  ['2112345678900', undefined],
  ['012345678905', '012345678905'],
  ['96385074', '96385074'],
  ['20123451', undefined],
  ['02345673', undefined],
])('the number %s is given as %s', async (ean, given) => {
  await using shop = await fixtureShop()
  await number(shop, 'ram', 'ean', ean)
  expect((await writtenEntries(shop)).get('RAM')?.['gtin']).toBe(given)
})

test.each([
  ['used', 'used'],
  ['Begagnad', 'used'],
  ['refurbished', 'refurbished'],
  ['new', 'new'],
])('the condition %s of a part is told as %s', async (value, told) => {
  await using shop = await fixtureShop()
  await shop.db.insertInto('attributes').values({ id: 'condition', unit: '', facet: 0, position: 99 }).execute()
  await shop.db
    .insertInto('product_attributes')
    .values({ product_id: 'ram', attribute_id: 'condition', position: 0, value })
    .execute()
  expect((await writtenEntries(shop)).get('RAM')).toMatchObject({ condition: told })
})

test('texts of suppliers become plain text and well-formed XML of the allowed length', async () => {
  await using shop = await fixtureShop()
  const text = (values: { name?: string; description?: string }, id: string) =>
    shop.db.updateTable('product_texts').set(values).where('product_id', '=', id).execute()
  await text({ name: 'A\u0008 & B ]]> \u{1F5A5}\uFFFE\u001B[31m "C" <i>' }, 'ram')
  await text(
    { description: '<p>One &amp; two&#x0;&#65;</p><script>no()</script>\n<ul><li>a < b<li>c</ul>&bogus;' },
    'ram',
  )
  await text({ name: `${'\u{1F5A5}'.repeat(90)}x`, description: `${'å'.repeat(4_999)}\u{1F5A5}` }, 'fan')
  const entries = await writtenEntries(shop)
  expect(entries.get('RAM')).toMatchObject({
    title: 'A & B ]]> \u{1F5A5}[31m "C" <i>',
    description: 'One & twoA\na < b c\n&bogus;',
  })
  expect(entries.get('FAN')?.['title']).toBe('\u{1F5A5}'.repeat(75))
  expect(entries.get('FAN')?.['description']).toBe('å'.repeat(4_999))
})

test('a part has at most ten more pictures, and drawings only as the first', async () => {
  await using shop = await fixtureShop()
  const ids = ['drawing.svg', ...Array.from({ length: 13 }, (_, at) => `photo-${at}`), 'second.svg']
  await shop.db
    .insertInto('pictures')
    .values(ids.map((id) => ({ id, width: 800, height: 800 })))
    .execute()
  await shop.db
    .insertInto('product_pictures')
    .values(ids.map((picture_id, position) => ({ product_id: 'ram', picture_id, position, alt_en: '', alt_sv: '' })))
    .execute()
  await change(shop, 'ram', { picture_id: 'drawing.svg' })
  const entry = (await writtenEntries(shop)).get('RAM')
  expect(entry?.['image_link']).toBe(`${shop.env.ORIGIN}/pictures/drawing-1.webp`)
  expect(entry?.pictures).toEqual(ids.slice(1, 11).map((id) => `${shop.env.ORIGIN}/pictures/${id}-1.webp`))
})

test('all products are there once, whatever the pages they are read in', async () => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  const xml = await feedText(shop)
  expect(xml.match(/<item>/g)?.length).toBe(entriesOf(xml).size)
  expect(entriesOf(xml).size).toBeGreaterThan(45)
})

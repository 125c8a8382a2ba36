import { describe, expect, test } from 'vitest'
import type { ProductRecord } from '../../../src/server/catalog/maintenance/product-record.ts'
import { productRow, textRows } from '../../../src/server/catalog/maintenance/save-rows.ts'
import { readProducts } from '../../../src/server/catalog/sitemap/sitemap-entries.ts'
import { robotsText, sitemapIndex, sitemapText, urlsPerFile } from '../../../src/server/catalog/sitemap/sitemap.ts'
import { insertRows } from '../../../src/server/platform/db/bulk.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { freshShop } from '../../support/test-shop.ts'
import { aRecord } from '../import/a-record.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'

async function read(shop: Shop, name: string): Promise<string | undefined> {
  const pieces = await sitemapText(shop, name)
  return pieces && (await Array.fromAsync(pieces)).join('')
}

const locations = (xml = '') =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url.replace('http://127.0.0.1:4321', ''))

describe('search engines: the sitemap', () => {
  test('its index names a file per language and kind', async () => {
    await using shop = await fixtureShop()
    const names = ['pages', 'guides', 'categories', 'brands', 'tags', 'devices', 'products'].map(
      (kind) => `${kind}-1.xml`,
    )
    expect(locations(await sitemapIndex(shop))).toEqual(
      ['en', 'sv'].flatMap((language) => names.map((name) => `/sitemap/${language}-${name}`)),
    )
  })

  test('a product is listed with both languages and its picture; drafts and variants are not', async () => {
    await using shop = await fixtureShop()
    const xml = await read(shop, 'sv-products-1')
    expect(xml).toContain('<loc>http://127.0.0.1:4321/sv/produkt/bat-del</loc>')
    expect(xml).toContain('hreflang="en" href="http://127.0.0.1:4321/en/product/bat-part"')
    expect(xml).toContain('hreflang="x-default" href="http://127.0.0.1:4321/en/product/bat-part"')
    expect(xml).toContain('<image:loc>http://127.0.0.1:4321/pictures/battery-1.webp</image:loc>')
    expect(locations(xml)).not.toContain('/sv/produkt/bat-draft-del')
    expect(locations(xml)).not.toContain('/sv/produkt/kb-us-del')
    expect(locations(xml).filter((path) => path.startsWith('/sv/'))).toHaveLength(50)
  })

  test('pages, categories, brands and tags are listed; a page in its languages', async () => {
    await using shop = await fixtureShop()
    expect(locations(await read(shop, 'en-pages-1'))).toEqual(['/en', '/en/about-us'])
    expect(locations(await read(shop, 'sv-categories-1'))).toContain('/sv/kategori/laptopdelar/batterier')
    expect(locations(await read(shop, 'sv-devices-1'))).toEqual([
      '/sv/hitta-delar/dell-latitude-7490',
      '/sv/hitta-delar/dell-xps-13',
    ])
    expect(locations(await read(shop, 'sv-brands-1'))).toEqual([
      '/sv/varumarke/dell',
      '/sv/varumarke/plain',
      '/sv/varumarke/torx',
    ])
    expect(locations(await read(shop, 'en-tags-1'))).toEqual(['/en/product-tag/refurbished'])
  })

  test.each([
    'en-products-2',
    'en-products-0',
    'xx-products-1',
    'en-brands-2',
    'en-orders-1',
    '',
    '../x',
    'en-products-1e3',
  ])('there is no file %j', async (name) => {
    await using shop = await fixtureShop()
    expect(await read(shop, name)).toBeUndefined()
  })

  test('an empty shop has a home page and no products', async () => {
    await using shop = await freshShop()
    expect(locations(await sitemapIndex(shop)).some((path) => path.includes('products'))).toBe(false)
    expect(locations(await read(shop, 'en-pages-1'))).toEqual(['/en'])
  })

  test('products come in batches of 500, across files, each exactly once', { timeout: 60_000 }, async () => {
    await using shop = await freshShop()
    const count = urlsPerFile + 1234
    await writeProducts(shop, count)
    const sizes: number[] = []
    const all = { from: '', isAfter: false, before: undefined }
    for await (const batch of readProducts(shop, all, urlsPerFile)) sizes.push(batch.length)
    expect(sizes).toEqual(Array.from({ length: urlsPerFile / 500 }, () => 500))
    expect((await productFiles(shop)).map((paths) => paths.length)).toEqual([urlsPerFile, 1234])
    expect(new Set((await productFiles(shop)).flat()).size).toBe(count)
    // New products are listed in the file where they belong, before the products are divided into files again.
    await writeProducts(shop, 2, 'a-new')
    expect((await productFiles(shop)).map((paths) => paths.length)).toEqual([urlsPerFile + 2, 1234])
  })
})

/** The addresses in the first two files of products. */
async function productFiles(shop: Shop): Promise<string[][]> {
  const files = [await read(shop, 'en-products-1'), await read(shop, 'en-products-2')]
  return files.map((xml) => locations(xml))
}

test('robots.txt disallows personal pages and names the sitemap', async () => {
  await using shop = await fixtureShop()
  const lines = robotsText(shop).split('\n')
  for (const path of ['/api/', '/en/checkout', '/sv/checkout', '/sv/my-account', '/en/my-order', '/en/page-preview'])
    expect(lines).toContain(`Disallow: ${path}`)
  expect(lines).toContain('Sitemap: http://127.0.0.1:4321/sitemap.xml')
})

/** Only the rows that a sitemap reads. */
async function writeProducts({ db, kind }: Shop, count: number, prefix = 'p'): Promise<void> {
  const records = Array.from({ length: count }, (_, at): ProductRecord =>
    aRecord(`${prefix}${at}`, { picture_ids: [] }),
  )
  const computed = { sort_price: null, content_hash: null, published_at: '2026-01-01', at: '2026-01-01' }
  const slugs = { en: new Map(records.map(({ id }) => [id, id])), sv: new Map(records.map(({ id }) => [id, id])) }
  await db.transaction().execute(async (trx) => {
    await insertRows(
      trx,
      kind,
      'products',
      records.map((record) => productRow(record, computed)),
    )
    await insertRows(
      trx,
      kind,
      'product_texts',
      records.flatMap((record) => textRows(record, slugs)),
    )
  })
}

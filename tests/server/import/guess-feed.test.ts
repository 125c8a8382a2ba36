import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FeedError } from '../../../src/server/catalog/import/feeds/feed-row.ts'
import { guessFeed } from '../../../src/server/catalog/import/guess/guess-feed.ts'
import { importFeed } from '../../../src/server/catalog/import/import-feed.ts'
import { parseProfile } from '../../../src/server/catalog/import/profile/profile.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { product, withFeed } from './imported-product.ts'

const drawings = { idOf: () => '', make: async () => [] }
const now = new Date('2026-02-01')

async function guessed(shop: TestDatabase, text: string, file = 'Leverantör A 2026.csv') {
  let found: Awaited<ReturnType<typeof guessFeed>> | undefined
  await withFeed(
    text,
    async (path) => {
      found = await guessFeed(path, { db: shop.db, now, drawings })
    },
    file,
  )
  if (!found) throw new Error('Nothing was guessed.')
  return found
}

async function imported(shop: TestDatabase, text: string, json: object) {
  const { db, kind } = shop
  const profile = parseProfile(JSON.parse(JSON.stringify(json)), 'guessed.json')
  const options = { db, kind, now, dryRun: false, drawings, productPath: () => '/', onProgress: () => {} }
  let report: Awaited<ReturnType<typeof importFeed>> | undefined
  await withFeed(text, async (file) => {
    report = await importFeed(file, profile, options)
  })
  if (!report) throw new Error('There is no report.')
  return report
}

const swedish = [
  'Artikelnr;Benämning;Varumärke;Kategori;Pris inkl moms;Lagersaldo;Vikt (kg);Längd (mm);Färg;Lagad;EAN',
  'A-1;Kabel USB-C;Nord;Kablar > USB;1.249,50;12;0,25;1200;Svart;ja;7350000000011',
  'A-2;Kabel HDMI;Vindil;Kablar > HDMI;99,00;0;0,1;800;Vit;nej;7350000000028',
  'A-3;Kabel DP;Nord;Kablar > HDMI;149,00;3;0,1;1000;Vit;nej;',
  '',
].join('\n')

test('a Swedish feed with all columns is read by its headings, numbers and paths', async () => {
  await using shop = await freshDatabase()
  const { profile, doubts, rows } = await guessed(shop, swedish)
  expect(profile).toMatchObject({
    name: 'leverantor-a-2026',
    match: ['Leverantör A 2026.csv'],
    id: ['Artikelnr'],
    sku: { column: 'Artikelnr' },
    texts: { en: { name: '{Benämning}' }, sv: { name: '{Benämning}' } },
    brand: { column: 'Varumärke' },
    category: { columns: { en: 'Kategori' }, separator: '>' },
    price: { column: 'Pris inkl moms', currency: 'SEK', vat: 'inc' },
    numbers: { decimal: ',', thousands: '.' },
    stock: { column: 'Lagersaldo' },
    weight: { column: 'Vikt (kg)', multiply: 1000 },
    partNumbers: [{ column: 'EAN', kind: 'maker', separator: '|' }],
  })
  expect(profile['attributes']).toEqual([
    {
      id: 'langd',
      column: 'Längd (mm)',
      en: 'Längd',
      sv: 'Längd',
      unit: 'mm',
      facet: true,
      kind: 'number',
    },
    { id: 'farg', column: 'Färg', en: 'Färg', sv: 'Färg', unit: '', facet: true, kind: 'text' },
    { id: 'lagad', column: 'Lagad', en: 'Lagad', sv: 'Lagad', unit: '', facet: true, kind: 'yes-no' },
  ])
  expect(doubts).toEqual([
    'New categories have the names of the column "Kategori" in both languages.',
    'The currency of "Pris inkl moms" is not said; it is taken for SEK.',
  ])
  expect(rows[0]).toEqual({
    row: 2,
    sku: 'A-1',
    name: 'Kabel USB-C',
    category: 'kablar/usb',
    price: '1249.50 SEK',
    stock: '12',
    attributes: 'Längd 1200, Färg Svart, Lagad yes',
  })
  expect(await imported(shop, swedish, profile)).toMatchObject({ created: 3, rejected: 0, incomplete: 0 })
  expect((await product(shop, 'A-1')).prices).toEqual([{ currency: 'SEK', min_quantity: 1, amount: 124_950 }])
})

test('an English feed without article numbers is told apart by what does not change', async () => {
  await using shop = await freshDatabase()
  const text = 'name,price (EUR, ex VAT),colour\nFan,10.5,Black\nFan,12,White\nPump,9.99,Black\n'.replace(
    'price (EUR, ex VAT)',
    '"price (EUR, ex VAT)"',
  )
  const { profile, doubts } = await guessed(shop, text, 'fans.csv')
  expect(profile).toMatchObject({
    id: ['name', 'colour'],
    sku: { pattern: 'FAN-{code}' },
    category: { en: ['Fans'], sv: ['Fans'] },
    price: { column: 'price (EUR, ex VAT)', currency: 'EUR', vat: 'ex' },
    numbers: { decimal: '.', thousands: '' },
  })
  expect(doubts).toHaveLength(5)
  expect(doubts.at(-1)).toBe('The shop has no rate for EUR: give the profile a price.sekPerUnit.')
  const withRate = { ...profile, price: { ...(profile['price'] as object), sekPerUnit: 11 } }
  expect(await imported(shop, text, withRate)).toMatchObject({ created: 3, rejected: 0 })
})

test('names, descriptions and categories in both languages are taken for theirs', async () => {
  await using shop = await freshDatabase()
  const { profile } = await guessed(
    shop,
    'sku,name_sv,name_en,description_sv,description_en,category_en,category_sv,photo\n' +
      'A,Kabel,Cable,Bra,Good,Cables,Kablar,a.jpg\n',
  )
  expect(profile).toMatchObject({
    texts: {
      en: { name: '{name_en}', description: '{description_en}' },
      sv: { name: '{name_sv}', description: '{description_sv}' },
    },
    category: { columns: { en: 'category_en', sv: 'category_sv' } },
    picture: { files: 'photo' },
  })
})

test.each([
  ['', 'The feed is empty'],
  ['a,b\n', 'The feed has no rows.'],
  ['{a},{b}\n1,2\n', 'No column can be the name of a product.'],
])('a feed of which no profile can be made is refused: %j', async (text, sentence) => {
  await using shop = await freshDatabase()
  await expect(guessed(shop, text)).rejects.toThrow(sentence)
})

test('whatever the headings and cells are, the guess is a profile that the feed fits', async () => {
  await using shop = await freshDatabase()
  const heading = fc.oneof(
    fc.constantFrom(
      'sku',
      'name',
      'price',
      'Pris',
      'stock',
      'vikt',
      'category',
      'image',
      'brand',
      'ean',
      'name_sv',
      'size (mm)',
    ),
    fc.string({ minLength: 1, maxLength: 12 }).map((text) => text.replaceAll(/["\s,;|]/g, '') || 'x'),
  )
  const cell = fc.oneof(
    fc.constantFrom('', '1', '1,5', '1.5', '1 000', 'ja', 'no', 'a > b', 'x/y', 'a.jpg', '=1', '-3', '1e9'),
    fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/["\n\r,;|]/g, '')),
  )
  const table = fc.uniqueArray(heading, { minLength: 1, maxLength: 8 }).chain((headings) =>
    fc
      .array(fc.array(cell, { minLength: headings.length, maxLength: headings.length }), {
        minLength: 1,
        maxLength: 8,
      })
      .map((rows) => [headings, ...rows].map((cells) => cells.map((text) => `"${text}"`).join(',')).join('\n')),
  )
  await fc.assert(
    fc.asyncProperty(table, async (text) => {
      try {
        const { profile } = await guessed(shop, text)
        const withoutPhotos = { ...profile, picture: undefined }
        expect((await imported(shop, text, withoutPhotos)).error).toBeNull()
      } catch (error) {
        expect(error).toBeInstanceOf(FeedError)
      }
    }),
    { numRuns: 60 },
  )
})

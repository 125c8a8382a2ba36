import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { FeedError } from '../../../src/server/catalog/import/feeds/feed-row.ts'
import { guessFeed } from '../../../src/server/catalog/import/guess/guess-feed.ts'
import { importFeed } from '../../../src/server/catalog/import/import-feed.ts'
import { parseProfile } from '../../../src/server/catalog/import/profile/profile.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { workbook } from '../ordering/excel-order/uploads.ts'
import { product, withFeed } from './imported-product.ts'

const drawings = { idOf: () => '', make: async () => [] }
const now = new Date('2026-02-01')

async function guessed(shop: TestDatabase, text: string | Buffer, file = 'Leverantör A 2026.csv') {
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

async function imported(shop: TestDatabase, text: string | Buffer, json: object, name = 'fans.csv') {
  const { db, kind } = shop
  const profile = parseProfile(JSON.parse(JSON.stringify(json)), 'guessed.json')
  const options = { db, kind, now, dryRun: false, drawings, productPath: () => '/', onProgress: () => {} }
  let report: Awaited<ReturnType<typeof importFeed>> | undefined
  await withFeed(
    text,
    async (file) => {
      report = await importFeed(file, profile, options)
    },
    name,
  )
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
    ean: { column: 'EAN' },
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
  expect(doubts.map(({ reason }) => reason)).toEqual([
    'New categories have the names of the column "Kategori" in both languages.',
    'The currency of "Pris inkl moms" is not said; it is taken for SEK.',
  ])
  expect(rows[0]).toEqual({
    row: 2,
    sku: 'A-1',
    name: 'Kabel USB-C',
    nameSv: 'Kabel USB-C',
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
  expect(doubts.at(-1)?.reason).toBe('The shop has no rate for EUR: give the profile a price.sekPerUnit.')
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

test('a feed of Google is read with its pictures, choices and reduced prices', async () => {
  await using shop = await freshDatabase()
  const item = (id: string, colour: string) => `<item><g:id>${id}</g:id><title>Case ${colour}</title>
    <description>A case.</description><g:price>100.00 SEK</g:price><g:sale_price>80.00 SEK</g:sale_price>
    <g:sale_price_effective_date>2026-01-20T00:00+01:00/2026-03-01T00:00+01:00</g:sale_price_effective_date>
    <g:availability>${id === 'C-1' ? 'in_stock' : 'out_of_stock'}</g:availability><g:color>${colour}</g:color>
    <g:gtin>4006381333931</g:gtin><g:mpn>M-${id}</g:mpn><g:brand>Nord</g:brand><g:item_group_id>C</g:item_group_id>
    <g:image_link>https://shop.example/${id}.jpg</g:image_link>
    <g:product_type>Cases &gt; Small</g:product_type></item>`
  const text = `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>
    ${item('C-1', 'Red')}${item('C-2', 'Blue')}</channel></rss>`
  const { profile, doubts } = await guessed(shop, text, 'google.xml')
  expect(profile).toMatchObject({
    xml: { rows: '/rss/channel/item' },
    id: ['g:id'],
    texts: { en: { name: '{title}', description: '{description}' } },
    price: { column: 'g:price', currency: 'SEK' },
    campaign: { column: 'g:sale_price', dates: 'g:sale_price_effective_date' },
    stock: { column: 'g:availability', values: { in_stock: 10, out_of_stock: 0 } },
    ean: { column: 'g:gtin' },
    partNumbers: [{ column: 'g:mpn', kind: 'maker' }],
    picture: { urls: ['g:image_link'] },
    variants: { group: { column: 'g:item_group_id' }, label: { en: '{g:color}' } },
    category: { columns: { en: 'g:product_type' }, separator: '>' },
    attributes: [{ id: 'color', column: 'g:color', en: 'Color' }],
  })
  expect(doubts).toContainEqual(
    expect.objectContaining({ code: 'doubt_stock_words', values: { column: 'g:availability', units: 10 } }),
  )
  const { picture: _, ...withoutPictures } = profile
  const report = await imported(shop, text, withoutPictures, 'google.xml')
  expect(report).toMatchObject({ rows: 2, created: 3, rejected: 0, left_out: 0, incomplete: 0, error: null })
  expect((await product(shop, 'C')).row).toMatchObject({ type: 2, parent_id: null })
  expect((await product(shop, 'C-2')).texts[0]?.label).toBe('Blue')
})

test('the rows of BMEcat are found, and a column of parents and EANs is read', async () => {
  await using shop = await freshDatabase()
  const article = (id: string) => `<ARTICLE><SUPPLIER_AID>${id}</SUPPLIER_AID><ARTICLE_DETAILS>
    <DESCRIPTION_SHORT>Cable ${id}</DESCRIPTION_SHORT><EAN>4006381333931</EAN></ARTICLE_DETAILS></ARTICLE>`
  const bmecat = `<BMECAT><HEADER><CATALOG><A/></CATALOG></HEADER><T_NEW_CATALOG><CATALOG_GROUP_SYSTEM>
    <CATALOG_STRUCTURE><B/></CATALOG_STRUCTURE><CATALOG_STRUCTURE><B/></CATALOG_STRUCTURE></CATALOG_GROUP_SYSTEM>
    ${article('A-1')}${article('A-2')}</T_NEW_CATALOG></BMECAT>`
  expect((await guessed(shop, bmecat, 'bmecat.xml')).profile).toMatchObject({
    xml: { rows: '/BMECAT/T_NEW_CATALOG/ARTICLE' },
    id: ['SUPPLIER_AID'],
    ean: { column: 'ARTICLE_DETAILS/EAN' },
  })
  await expect(guessed(shop, '<a><b/></a>', 'none.xml')).rejects.toThrow('no elements that could be rows')
  await expect(guessed(shop, '<a><b></a>', 'torn.xml')).rejects.toThrow('not XML that the shop reads')
  await expect(guessed(shop, '<a>'.repeat(61), 'deep.xml')).rejects.toThrow('more than 60 levels')
  const tag = `<a ${Array.from({ length: 40_000 }, (_, at) => `b${at}="1"`).join(' ')}/>`
  await expect(guessed(shop, `<l>${tag}${tag}</l>`, 'tag.xml')).rejects.toThrow('a tag that is too long')
  const json = (values: string) =>
    guessed(shop, `{"products":[{"sku":"A","name":"[{,"},{"sku":${values}}]}`, 'deep.json')
  const refusal = 'in row 3: more than 60 levels, 20000 values'
  await expect(json('['.repeat(100))).rejects.toThrow(refusal)
  await expect(json(`[${'1,'.repeat(30_000)}1]`)).rejects.toThrow(refusal)
  await expect(json(`1,${Array.from({ length: 30_000 }, (_, at) => `"k${at}":1`).join(',')}`)).rejects.toThrow(refusal)
  const keys = (row: number) => Array.from({ length: 200 }, (_, at) => `"k${row}_${at}":1`).join(',')
  const wide = Array.from({ length: 40 }, (_, row) => `{"sku":"W-${row}","name":"Fan ${row}",${keys(row)}}`)
  const { beginning } = await guessed(shop, `[${wide.join(',')}]`, 'wide.json')
  expect([beginning.rows.length, beginning.columns.length]).toEqual([25, 200])
  const csv = 'sku;parent_sku;name;layout;sale_price;price\nK;;Keyboard;;;\nK-1;K;Keyboard;US;80;100\n'
  const { profile } = await guessed(shop, csv, 'keys.csv')
  expect(profile).toMatchObject({
    variants: { parent: { column: 'parent_sku' }, label: { en: '{layout}' } },
    campaign: { column: 'sale_price' },
    price: { column: 'price' },
  })
  expect(await imported(shop, csv, profile)).toMatchObject({ created: 2, rejected: 0 })
  expect((await product(shop, 'K')).row.type).toBe(2)
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
    { numRuns: inject('engine') === 'sqlite' ? 60 : 15 },
  )
})

test('a price column with a few other cells is still a price, and their rows are rejected', async () => {
  await using shop = await freshDatabase()
  const rows = Array.from(
    { length: 20 },
    (_, at) => `A-${at};Kabel ${at};Kablar;${at % 10 === 7 ? 'ring oss' : '99,50'}`,
  )
  const text = ['Artikelnr;Benämning;Kategori;Pris', ...rows, ''].join('\n')
  const { profile } = await guessed(shop, text)
  expect(profile).toMatchObject({ price: { column: 'Pris', currency: 'SEK' }, numbers: { decimal: ',' } })
  const report = await imported(shop, text, profile)
  expect([report.created, report.rejected]).toEqual([18, 2])
})

test('a column that is a price in its heading alone becomes none', async () => {
  await using shop = await freshDatabase()
  const rows = Array.from({ length: 10 }, (_, at) => `A-${at};Kabel ${at};Kablar;${at < 5 ? 'ring oss' : '99,50'}`)
  const { profile } = await guessed(shop, ['Artikelnr;Benämning;Kategori;Pris', ...rows, ''].join('\n'))
  expect(profile).not.toHaveProperty('price')
})

const finnish = [
  ['Nordic Spare Oy – hinnasto 11/2026'],
  ['Hinnat alv 0 %'],
  [],
  ['Tuote', '', '', '', 'Hinta', '', 'Varasto', ''],
  ['Tuotenro', 'Nimike', 'Valmistaja', 'Tuoteryhmä', 'Ovh alv 0 %', 'Alv %', 'Saldo', 'Paino (g)'],
  ['NS-1', 'ThinkPad T14 akku', 'Lenovo', 'Akut', '54,90', '25,5', '12', '320'],
  ['NS-2', 'Latitude 5420 näppäimistö', 'Dell', 'Näppäimistöt', '1 129,00', '25,5', '> 50', '210'],
  ['NS-3', 'ProBook 450 tuuletin', 'HP', 'Tuulettimet', '24,00', '25,5', 'loppu', '85'],
  ...Array.from({ length: 20 }, (_, at) => [`NS-1${at}`, `Akku ${at}`, 'HP', 'Akut', '9,95', '25,5', '3', '100']),
  ['NS-1', 'ThinkPad T14 akku', 'Lenovo', 'Akut', '54,90', '25,5', '12', '320'],
]

test.each([
  ['Hinnasto.csv', () => finnish.map((cells) => cells.join(';')).join('\r\n')],
  ['Hinnasto.xlsx', () => workbook(finnish)],
])('a Finnish price list with titles above its headings is read: %s', async (file, content) => {
  await using shop = await freshDatabase()
  const { profile, doubts } = await guessed(shop, content(), file)
  expect(profile).toMatchObject({
    headerRow: 5,
    id: ['Tuotenro'],
    texts: { sv: { name: '{Nimike}' } },
    brand: { column: 'Valmistaja' },
    category: { columns: { en: 'Tuoteryhmä' } },
    price: { column: 'Ovh alv 0 %', vat: 'ex' },
    stock: { column: 'Saldo', values: { '> 50': 50, loppu: 0 } },
    weight: { column: 'Paino (g)' },
    attributes: [],
  })
  expect(doubts).toContainEqual(expect.objectContaining({ code: 'doubt_header', values: { row: 5 } }))
  expect(await imported(shop, content(), profile, file)).toMatchObject({ created: 23, rejected: 1, error: null })
  expect((await product(shop, 'NS-2')).row).toMatchObject({ weight_grams: 210 })
  const missing = await imported(shop, content(), { ...profile, headerRow: 90 }, file)
  expect(missing.error).toContain('no row 90 with names of columns')
})

test('BMEcat says the names, the currency, the VAT and the categories of its articles', async () => {
  await using shop = await freshDatabase()
  const article = (id: string) => `<ARTICLE><SUPPLIER_AID>${id}</SUPPLIER_AID><ARTICLE_DETAILS>
    <DESCRIPTION_SHORT>Drive ${id}</DESCRIPTION_SHORT><DESCRIPTION_LONG>Long ${id}</DESCRIPTION_LONG></ARTICLE_DETAILS>
    <ARTICLE_PRICE_DETAILS><ARTICLE_PRICE price_type="net_list"><PRICE_AMOUNT>29.50</PRICE_AMOUNT>
    <PRICE_CURRENCY>SEK</PRICE_CURRENCY></ARTICLE_PRICE></ARTICLE_PRICE_DETAILS></ARTICLE>`
  const group = (id: string, name: string, parent: string, type: string) => `<CATALOG_STRUCTURE type="${type}">
    <GROUP_ID>${id}</GROUP_ID><GROUP_NAME>${name}</GROUP_NAME><PARENT_ID>${parent}</PARENT_ID></CATALOG_STRUCTURE>`
  const link = (id: string) =>
    `<ARTICLE_TO_CATALOGGROUP_MAP><ART_ID>${id}</ART_ID><CATALOG_GROUP_ID>2</CATALOG_GROUP_ID></ARTICLE_TO_CATALOGGROUP_MAP>`
  const text = `<BMECAT><HEADER><A/></HEADER><T_NEW_CATALOG><CATALOG_GROUP_SYSTEM>${group('1', 'All', '0', 'root')}
    ${group('2', 'Solid state drives', '1', 'leaf')}</CATALOG_GROUP_SYSTEM>${['B-1', 'B-2'].map(article).join('')}
    ${['B-1', 'B-2'].map(link).join('')}</T_NEW_CATALOG></BMECAT>`
  const { profile, doubts } = await guessed(shop, text, 'catalogue.xml')
  expect(profile).toMatchObject({
    xml: { rows: '/BMECAT/T_NEW_CATALOG/ARTICLE', groups: 'bmecat' },
    texts: {
      en: {
        name: '{ARTICLE_DETAILS/DESCRIPTION_SHORT}',
        description: '{ARTICLE_DETAILS/DESCRIPTION_LONG}',
      },
    },
    price: { currency: 'SEK', vat: 'ex' },
    category: { columns: { en: 'bmecat:groups' } },
  })
  expect(doubts.map((each) => each.code)).not.toEqual(expect.arrayContaining(['doubt_currency']))
  expect(doubts.map((each) => each.code)).not.toEqual(expect.arrayContaining(['doubt_vat']))
  expect(await imported(shop, text, profile, 'catalogue.xml')).toMatchObject({ created: 2, rejected: 0, error: null })
  const astray = text.replace('<ART_ID>B-2</ART_ID><CATALOG_GROUP_ID>2', '<ART_ID>B-2</ART_ID><CATALOG_GROUP_ID>9')
  expect((await guessed(shop, astray, 'catalogue.xml')).rows).toMatchObject([{ sku: 'B-1' }, { row: 3, problem: /.+/ }])
})

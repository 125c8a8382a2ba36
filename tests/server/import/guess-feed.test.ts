import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { FeedError } from '../../../src/server/catalog/import/feeds/feed-row.ts'
import { freshDatabase } from '../../support/test-database.ts'
import { guessed, imported } from './guessed-feed.ts'
import { product } from './imported-product.ts'

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
    category: 'Kablar > USB',
    categorySv: 'Kablar > USB',
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
  const text =
    'sku,name_sv,name_en,description_sv,description_en,category_en,category_sv,photo\n' +
    'A,Kabel,Cable,Bra,Good,Long cables,Långa kablar,a.jpg\n'
  const { profile, rows } = await guessed(shop, text)
  const named = { category: 'Long cables', categorySv: 'Långa kablar' }
  expect(rows[0]).toMatchObject(named)
  expect(profile).toMatchObject({
    texts: {
      en: { name: '{name_en}', description: '{description_en}' },
      sv: { name: '{name_sv}', description: '{description_sv}' },
    },
    category: { columns: { en: 'category_en', sv: 'category_sv' } },
    picture: { files: 'photo' },
  })
  // What the shop has is called as it is called there.
  await imported(shop, text, profile)
  expect((await guessed(shop, text)).rows[0]).toMatchObject(named)
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

const norwegian = [
  'Varenummer;Hovedvare;Navn;Merke;Kategori;Pris inkl. mva;Innkj\u00F8pspris;Kampanjepris;Kampanje fra;Kampanje til;' +
    'Pris 10 stk;Lager;Kapasitet (GB);Bilde;Datablad;Passer til;Erstatter;Etterf\u00F8lger;Sett;Tilbeh\u00F8r',
  'RAM;;DDR4 minne;Kingston;Minne;;;;;;;;;;;;;;;',
  'RAM-8;RAM;DDR4 minne 8 GB;Kingston;Minne;399,00;210,00;349,00;01.12.2026;24.12.2026;379,00;25;8;;;' +
    'ThinkPad T480|ThinkPad T14;KVR24|KVR26;;;',
  'RAM-16;RAM;DDR4 minne 16 GB;Kingston;Minne;749,00;400,00;;;;699,00;12;16;;;;;;;',
  'FAN-120;;Vifte 120 mm;Noctua;Vifter;199,00;90,00;;;;;40;;;;;;FAN-140;;FAN-140',
  'FAN-140;;Vifte 140 mm;Noctua;Vifter;249,00;95,00;;;;;3;;;;;;;;',
  'KIT;;Viftesett;Noctua;Vifter;599,00;270,00;;;;;;;;;;;;FAN-120 x 3|FAN-140 x 1;',
  '',
].join('\n')

test('a Norwegian list has choices, sets, tiers, campaigns with days, old numbers and successors', async () => {
  await using shop = await freshDatabase()
  const { profile, doubts } = await guessed(shop, norwegian)
  expect(profile).toMatchObject({
    brand: { column: 'Merke' },
    price: { column: 'Pris inkl. mva', tiers: [{ column: 'Pris 10 stk', quantity: 10 }] },
    campaign: { column: 'Kampanjepris', from: 'Kampanje fra', until: 'Kampanje til' },
    variants: { parent: { column: 'Hovedvare' }, label: { en: '{@kapasitet}', sv: '{@kapasitet}' } },
    partNumbers: [{ column: 'Erstatter', kind: 'replaces', separator: '|' }],
    successor: { column: 'Etterf\u00F8lger' },
    set: { column: 'Sett', separator: '|' },
    relations: [{ column: 'Tilbeh\u00F8r', kind: 'accessory', separator: '|' }],
  })
  expect(doubts.map(({ code, values }) => [code, values['column']])).toContainEqual(['doubt_cost', 'Innkj\u00F8pspris'])
  // Devices that the shop does not have stay a text that shoppers can read.
  expect(profile['devices']).toBeUndefined()
  expect((profile['attributes'] as { column: string }[]).map(({ column }) => column)).toEqual([
    'Kapasitet (GB)',
    'Passer til',
  ])
  expect(await imported(shop, norwegian, profile)).toMatchObject({ created: 6, rejected: 0, incomplete: 0 })
  const campaign = await shop.db.selectFrom('campaigns').select(['starts_at', 'ends_at']).executeTakeFirstOrThrow()
  expect(campaign).toEqual({ starts_at: '2026-12-01T00:00:00.000Z', ends_at: '2026-12-25T00:00:00.000Z' })
  const { prices, numbers } = await product(shop, 'RAM-8')
  expect(prices).toContainEqual({ currency: 'SEK', min_quantity: 10, amount: 37_900 })
  expect(numbers.map(({ normalized }) => normalized)).toEqual(['RAM8', 'KVR24', 'KVR26'])
  const costs = ['Varenr;Navn;Innkj\u00F8pspris;Lager', 'A;Vifte;85,50;60', 'B;Kabel;31,25;5', ''].join('\n')
  expect((await guessed(shop, costs)).profile['numbers']).toMatchObject({ decimal: ',' })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { link, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFeed } from '../../../src/server/catalog/import/feeds/read-feed.ts'
import { freshDatabase } from '../../support/test-database.ts'
import { importText } from './import-with.ts'
import { product } from './imported-product.ts'

const google = `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:goog="http://base.google.com/ns/1.0" version="2.0"><channel><title>A shop</title>
<item><goog:id>G-1</goog:id><title><![CDATA[Keyboard & frame]]></title><media:title xmlns:media="m">No</media:title>
<goog:price>149.00 SEK</goog:price><goog:brand>Nordbok</goog:brand><goog:mpn>KB-77</goog:mpn>
<goog:product_type>Laptop parts &gt; Keyboards</goog:product_type></item>
<item><goog:id>G-2</goog:id><title>Fan</title><goog:price>no price</goog:price><goog:brand/>
<goog:product_type>Cooling</goog:product_type></item>
</channel></rss>`

test('a feed of Google is read by its namespace, whatever its prefix', async () => {
  await using shop = await freshDatabase()
  const report = await importText(shop, ['google.xml', google], {
    id: ['g:id'],
    sku: { column: 'g:id' },
    xml: { rows: '/rss/channel/item' },
    texts: { en: { name: '{title}' }, sv: { name: '{title}' } },
    category: { columns: { en: 'g:product_type' }, separator: '>' },
    brand: { column: 'g:brand' },
    price: { column: 'g:price', currency: 'SEK', vat: 'inc' },
    partNumbers: [{ column: 'g:mpn', kind: 'maker' }],
  })
  expect(report).toMatchObject({ rows: 2, created: 1, rejected: 1, error: null })
  expect(report.rejections[0]).toMatchObject({ row: 3, column: 'g:price' })
  const keyboard = await product(shop, 'G-1')
  expect(keyboard.texts[0]?.name).toBe('Keyboard & frame')
  expect(keyboard.row.brand_id).toBe('nordbok')
  expect(keyboard.prices).toEqual([{ currency: 'SEK', min_quantity: 1, amount: 14_900 }])
  expect(keyboard.numbers).toContainEqual({ normalized: 'KB77', kind: 'maker' })
})

const article = `<SUPPLIER_AID>B-1</SUPPLIER_AID>
<ARTICLE_DETAILS><DESCRIPTION_SHORT>Cable, 2 m</DESCRIPTION_SHORT><EAN>4006381333931</EAN>
<DESCRIPTION_LONG>A cable&nbsp;with &lt;b&gt;two&lt;/b&gt; ends.</DESCRIPTION_LONG></ARTICLE_DETAILS>
<ARTICLE_FEATURES><REFERENCE_FEATURE_SYSTEM_NAME>ECLASS-5.1</REFERENCE_FEATURE_SYSTEM_NAME>
<FEATURE><FNAME>Length</FNAME><FVALUE>2000</FVALUE><FUNIT>mm</FUNIT></FEATURE>
<FEATURE><FNAME>Colour, outside</FNAME><FVALUE>black</FVALUE><FVALUE>grey</FVALUE></FEATURE></ARTICLE_FEATURES>
<ARTICLE_PRICE_DETAILS><ARTICLE_PRICE price_type="nrp"><PRICE_AMOUNT>99.00</PRICE_AMOUNT></ARTICLE_PRICE>
<ARTICLE_PRICE price_type="net_list"><PRICE_AMOUNT>80.00</PRICE_AMOUNT><LOWER_BOUND>1</LOWER_BOUND></ARTICLE_PRICE>
<ARTICLE_PRICE price_type="net_list"><PRICE_AMOUNT>70.00</PRICE_AMOUNT><LOWER_BOUND>10</LOWER_BOUND></ARTICLE_PRICE>
</ARTICLE_PRICE_DETAILS>`
const bmecat = {
  xml: { rows: '/BMECAT/T_NEW_CATALOG/ARTICLE' },
  id: ['SUPPLIER_AID'],
  sku: { column: 'SUPPLIER_AID' },
  texts: {
    en: { name: '{ARTICLE_DETAILS/DESCRIPTION_SHORT}', description: '{ARTICLE_DETAILS/DESCRIPTION_LONG}' },
    sv: { name: '{ARTICLE_DETAILS/DESCRIPTION_SHORT}' },
  },
  price: {
    column: 'ARTICLE_PRICE_DETAILS/ARTICLE_PRICE[@price_type=net_list][LOWER_BOUND=1]/PRICE_AMOUNT',
    currency: 'SEK',
    vat: 'ex',
    tiers: [
      {
        column: 'ARTICLE_PRICE_DETAILS/ARTICLE_PRICE[@price_type=net_list][LOWER_BOUND=10]/PRICE_AMOUNT',
        quantity: 10,
      },
    ],
  },
  attributes: [
    {
      id: 'length',
      column: 'ARTICLE_FEATURES/FEATURE[FNAME=Length]/FVALUE',
      en: 'Length',
      sv: 'Längd',
      unit: 'm',
      kind: 'number',
      multiply: 0.001,
    },
    {
      id: 'colour',
      column: 'ARTICLE_FEATURES/FEATURE[FNAME="Colour, outside"]/FVALUE',
      en: 'Colour',
      sv: 'Färg',
      separator: '|',
    },
  ],
}

test('BMEcat 1.2 is read with its features by name and its tiers by bound', async () => {
  await using shop = await freshDatabase()
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE BMECAT SYSTEM "bmecat_new_catalog_1_2.dtd">
<BMECAT version="1.2"><HEADER><CATALOG><CATALOG_NAME>\u00e5</CATALOG_NAME></CATALOG></HEADER>
<T_NEW_CATALOG><ARTICLE mode="new">${article}</ARTICLE></T_NEW_CATALOG></BMECAT>`
  expect(await importText(shop, ['bme.xml', Buffer.from(text, 'latin1')], bmecat)).toMatchObject({
    rows: 1,
    created: 1,
    incomplete: 0,
    error: null,
    notes: [{ reason: 'New categories (1): Parts' }],
  })
  const cable = await product(shop, 'B-1')
  expect(cable.texts[0]).toMatchObject({ name: 'Cable, 2 m', description: 'A cable with <b>two</b> ends.' })
  expect(cable.attributes).toEqual([
    { attribute_id: 'length', value: '2' },
    { attribute_id: 'colour', value: 'black' },
    { attribute_id: 'colour', value: 'grey' },
  ])
  expect(cable.prices.map(({ min_quantity, amount }) => [min_quantity, amount])).toEqual([
    [1, 10_000],
    [10, 8_750],
  ])
})

test('BMEcat 2005 is read with its default namespace, by a prefix of the profile or without one', async () => {
  await using shop = await freshDatabase()
  const text = `<BMECAT version="2005" xmlns="http://www.bmecat.org/bmecat/2005"><T_NEW_CATALOG><PRODUCT mode="new">
<SUPPLIER_PID type="supplier_specific">B-5</SUPPLIER_PID><PRODUCT_DETAILS>
<DESCRIPTION_SHORT lang="eng">Hinge</DESCRIPTION_SHORT><DESCRIPTION_SHORT lang="swe">Gångjärn</DESCRIPTION_SHORT>
</PRODUCT_DETAILS></PRODUCT></T_NEW_CATALOG></BMECAT>`
  const named = (b: string) => ({
    id: [`${b}SUPPLIER_PID`],
    sku: { column: `${b}SUPPLIER_PID` },
    texts: { en: { name: '{english}' }, sv: { name: '{swedish}' } },
    xml: {
      rows: `/${b}BMECAT/${b}T_NEW_CATALOG/${b}PRODUCT`,
      namespaces: b === '' ? {} : { b: 'http://www.bmecat.org/bmecat/2005' },
      columns: {
        english: `${b}PRODUCT_DETAILS/${b}DESCRIPTION_SHORT[@lang=eng]`,
        swedish: `${b}PRODUCT_DETAILS/${b}DESCRIPTION_SHORT[@lang=swe]`,
      },
    },
  })
  expect(await importText(shop, ['bme.xml', text], named(''))).toMatchObject({ created: 1, error: null })
  expect((await product(shop, 'B-5')).texts.map(({ name }) => name)).toEqual(['Hinge', 'Gångjärn'])
  expect(await importText(shop, ['bme.xml', text], named('b:'))).toMatchObject({ unchanged: 1, error: null })
})

test('a product of ICEcat is read with its presentation values', async () => {
  await using shop = await freshDatabase()
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE ICECAT-interface SYSTEM "https://data.icecat.biz/dtd/ICECAT-interface_response.dtd">
<ICECAT-interface xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<Product Code="1" HighPic="https://images.example/1.jpg" ID="29" Name="ProBook 450"
 Prod_id="2X7F1EA" Title="HP ProBook 450">
<Supplier ID="1" Name="HP"/><EANCode EAN="0195697713903"/><EANCode EAN="4006381333931"/>
<ProductFeature ID="7" Presentation_Value="1.74 kg" Value="1.74">
<Feature ID="94"><Measure ID="2"/><Name ID="1" Value="Weight" langid="1"/></Feature></ProductFeature>
<ProductFeature ID="8" Presentation_Value="Silver" Value="Silver">
<Feature ID="1766"><Name ID="3" Value="Product colour" langid="1"/></Feature></ProductFeature>
</Product></ICECAT-interface>`
  const report = await importText(shop, ['icecat.xml', text], {
    xml: { rows: '/ICECAT-interface/Product', columns: { title: '@Title' } },
    id: ['@Prod_id'],
    sku: { column: '@Prod_id' },
    texts: { en: { name: '{title}' }, sv: { name: '{title}' } },
    brand: { column: 'Supplier/@Name' },
    partNumbers: [{ column: 'EANCode/@EAN', kind: 'maker' }],
    attributes: [
      {
        id: 'colour',
        column: 'ProductFeature[Feature/Name/@Value="Product colour"]/@Presentation_Value',
        en: 'Colour',
        sv: 'Färg',
      },
    ],
  })
  expect(report).toMatchObject({ created: 1, rejected: 0, incomplete: 0, error: null })
  const laptop = await product(shop, '2X7F1EA')
  expect(laptop.row.brand_id).toBe('hp')
  expect(laptop.texts[0]?.name).toBe('HP ProBook 450')
  expect(laptop.attributes).toEqual([{ attribute_id: 'colour', value: 'Silver' }])
  expect(laptop.numbers.filter(({ kind }) => kind === 'maker')).toHaveLength(2)
})

test.each([
  ['a bomb of entities', '<!DOCTYPE a [<!ENTITY a "aaa"><!ENTITY b "&a;&a;">]><r><p>&b;</p></r>', 'declarations in it'],
  ['an entity of a file', '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><r><p>&f;</p></r>', 'declarations'],
  ['an unknown entity', '<r><p><sku>&secret;</sku></p></r>', 'Invalid character entity'],
  ['an element that does not end', '<r><p><sku>A</sku></p>', 'Unclosed root tag'],
  ['elements that cross', '<r><p><sku>A</p></sku></r>', 'Unexpected close tag'],
  ['a prefix without a namespace', '<r><p><x:sku>A</x:sku></p></r>', 'Unbound namespace prefix'],
  ['too many levels', `<r>${'<p>'.repeat(100)}`, 'more than 60 levels'],
  ['a tag without an end', `<r><p ${'a'.repeat(400_000)}`, 'XML that the shop reads'],
  ['many attributes', `<r><p ${Array.from({ length: 60_000 }, (_, at) => `a${at}=""`).join(' ')}/></r>`, 'too long'],
  ['an attribute of JavaScript', '<r><p hasOwnProperty="x" __proto__="y"/></r>', 'no column "sku"'],
  ['no XML', 'sku;name\nA;B\n', 'XML that the shop reads'],
  ['no rows', '<r><q/></r>', 'The feed has no rows'],
])('%s is refused as a whole', async (_, text, sentence) => {
  await using shop = await freshDatabase()
  const report = await importText(shop, ['feed.xml', text], { xml: { rows: '/r/p' } })
  expect(report.error).toContain(sentence)
  expect(await shop.db.selectFrom('products').select('id').execute()).toEqual([])
})

test('a row with too much in it is reported, and the others are imported', async () => {
  await using shop = await freshDatabase()
  const long = '<p><sku>A</sku><name>x</name></p>'
  const text = `<r>${long}<p><sku>B</sku><name>${'x'.repeat(2_100_000)}</name></p>
    <p><sku>C</sku>${'<a/>'.repeat(20_001)}<name>x</name></p><p><sku>D</sku><name>y</name></p></r>`
  const report = await importText(shop, ['feed.xml', text], { xml: { rows: '/r/p' } })
  expect(report).toMatchObject({ rows: 4, created: 2, rejected: 2, error: null })
  expect(report.rejections.map(({ row }) => row)).toEqual([3, 4])
  const refused = await importText(shop, ['feed.xml', text])
  expect(refused.error).toContain('does not say which elements are rows')
})

test('columns that are no paths are refused, and columns that no row has too', async () => {
  await using shop = await freshDatabase()
  const feed = ['feed.xml', '<r><p><sku>A</sku><name>x</name></p></r>'] as const
  const weighed = (column: string) => ({ xml: { rows: '/r/p' }, weight: { column } })
  expect((await importText(shop, feed, weighed('a[b'))).error).toContain('is no path that the shop reads')
  expect((await importText(shop, feed, weighed('kg'))).error).toContain('no column "kg"')
  expect((await importText(shop, feed, { ...weighed('kg'), optional: ['kg'] })).error).toBeNull()
})

describe('500 MB of one line', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'line-'))
  const long = path.join(folder, 'long')
  const starts = { csv: 'sku;name\nA;', json: '[{"name":"', xml: '<r><p><name>' }

  // Written once, because that takes longer than to refuse it; each format has its own beginning.
  beforeAll(async () => {
    const handle = await open(long, 'w')
    const mebibyte = Buffer.alloc(1024 * 1024, 'x')
    for (let at = 0; at < 500; at += 1) await handle.write(mebibyte)
    await handle.close()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(['csv', 'json', 'xml'] as const)('in .%s are refused with little memory', async (format) => {
    const handle = await open(long, 'r+')
    await handle.write(starts[format].padEnd(20, 'x'), 0)
    await handle.close()
    const file = path.join(folder, `feed.${format}`)
    await link(long, file)
    const before = process.memoryUsage().rss
    const read = async () => {
      const given = { numbers: { decimal: '.' }, xml: { rows: '/r/p', namespaces: {}, columns: {} } }
      const feed = await readFeed(file, given, () => {})
      let most = 0
      for await (const row of feed.rows) most = Math.max(most, row.row)
      return most
    }
    await expect(read()).rejects.toThrow(/longer than|more than|XML that the shop reads/)
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })
})

import { expect, test } from 'vitest'
import { freshDatabase } from '../../support/test-database.ts'
import { guessed, imported } from './guessed-feed.ts'
import { product } from './imported-product.ts'

const feature = (name: string, value: string, unit = '') =>
  `<FEATURE><FNAME>${name}</FNAME><FVALUE>${value}</FVALUE>${unit && `<FUNIT>${unit}</FUNIT>`}</FEATURE>`

const price = (type: string, amount: string, from: number) =>
  `<PRODUCT_PRICE price_type="${type}"><PRICE_AMOUNT>${amount}</PRICE_AMOUNT><PRICE_CURRENCY>SEK</PRICE_CURRENCY>
    <TAX>0.25</TAX><LOWER_BOUND>${from}</LOWER_BOUND></PRODUCT_PRICE>`

const fan = (id: string, { diameter = '120', quantity = '1' } = {}) => `<PRODUCT mode="new">
  <SUPPLIER_PID>${id}</SUPPLIER_PID><PRODUCT_DETAILS>
  <DESCRIPTION_SHORT lang="eng">Fan ${id}</DESCRIPTION_SHORT>
  <DESCRIPTION_SHORT lang="ger">L\u00fcfter ${id}</DESCRIPTION_SHORT>
  <DESCRIPTION_LONG lang="eng">A quiet fan.</DESCRIPTION_LONG><DESCRIPTION_LONG lang="ger">Ein Fan.</DESCRIPTION_LONG>
  <INTERNATIONAL_PID type="ean">4006381333931</INTERNATIONAL_PID><MANUFACTURER_PID>M-${id}</MANUFACTURER_PID>
  <MANUFACTURER_NAME>Nord</MANUFACTURER_NAME></PRODUCT_DETAILS>
  <PRODUCT_FEATURES>${feature('Diameter', diameter, 'MMT')}${feature('Weight, net', '0.4', 'KGM')}
  ${feature('PWM control', 'true')}${feature('Colour', id === 'F-1' ? 'Black' : 'White')}${feature('EF000008', '1')}
  ${feature('European plug', id === 'F-1' ? 'Left' : 'Right')}</PRODUCT_FEATURES>
  <PRODUCT_ORDER_DETAILS><ORDER_UNIT>C62</ORDER_UNIT>
  <PRICE_QUANTITY>${quantity}</PRICE_QUANTITY></PRODUCT_ORDER_DETAILS>
  <PRODUCT_PRICE_DETAILS>${price('net_customer', '60.00', 1)}${price('net_list', '100.00', 1)}
  ${price('net_list', '90.00', 10)}</PRODUCT_PRICE_DETAILS>
  <MIME_INFO><MIME><MIME_TYPE>image/jpeg</MIME_TYPE><MIME_SOURCE>https://files.example/${id}.jpg</MIME_SOURCE></MIME>
  <MIME><MIME_TYPE>application/pdf</MIME_TYPE>
  <MIME_SOURCE>https://files.example/${id}.pdf</MIME_SOURCE></MIME></MIME_INFO>
  </PRODUCT>`

const bmecat = (...products: string[]) => `<BMECAT version="2005"><HEADER/><T_NEW_CATALOG>${products.join('')}
  ${['F-1', 'F-2']
    .map(
      (id) =>
        `<PRODUCT_TO_CATALOGGROUP_MAP><PROD_ID>${id}</PROD_ID>
        <CATALOG_GROUP_ID>1</CATALOG_GROUP_ID></PRODUCT_TO_CATALOGGROUP_MAP>`,
    )
    .join('')}</T_NEW_CATALOG></BMECAT>`

test('BMEcat 2005: features become attributes with units, list prices have tiers, costs are not shown', async () => {
  await using shop = await freshDatabase()
  const text = bmecat(fan('F-1'), fan('F-2', { diameter: '140' }))
  const { profile, doubts, beginning } = await guessed(shop, text, 'fans.xml')
  const at = 'PRODUCT_PRICE_DETAILS/PRODUCT_PRICE[@price_type="net_list"]'
  expect(profile).toMatchObject({
    id: ['SUPPLIER_PID'],
    texts: { en: { name: '{name en}', description: '{description en}' }, sv: { name: '{name en}' } },
    brand: { column: 'PRODUCT_DETAILS/MANUFACTURER_NAME' },
    ean: { column: 'ean' },
    partNumbers: [{ column: 'PRODUCT_DETAILS/MANUFACTURER_PID', kind: 'maker' }],
    price: { column: 'price net list', currency: 'SEK', vat: 'ex', tiers: [{ column: 'price from 10', quantity: 10 }] },
    weight: { column: 'Weight, net (kg)', multiply: 1000 },
    picture: { urls: ['picture (image/jpeg)'] },
    documents: { urls: ['datasheet'] },
    xml: {
      columns: {
        'price net list': `${at}[LOWER_BOUND="1"]/PRICE_AMOUNT`,
        'price from 10': `${at}[LOWER_BOUND="10"]/PRICE_AMOUNT`,
        'Diameter (mm)': 'PRODUCT_FEATURES/FEATURE[FNAME="Diameter"]/FVALUE',
      },
    },
    attributes: [
      { column: 'Diameter (mm)', en: 'Diameter', unit: 'mm', kind: 'number', facet: true },
      { column: 'PWM control', en: 'PWM control', kind: 'yes-no' },
      { column: 'Colour', en: 'Colour', kind: 'text' },
      { column: 'European plug', en: 'European plug', kind: 'text' },
    ],
  })
  expect(profile['attributes']).toHaveLength(4)
  expect(doubts).toContainEqual(
    expect.objectContaining({ code: 'doubt_cost', values: { column: 'cost (net_customer)' } }),
  )
  expect(beginning.columns).not.toContain('PRODUCT_ORDER_DETAILS/PRICE_QUANTITY')
  const plain = {
    ...profile,
    picture: undefined,
    documents: undefined,
    category: { en: ['Fans'], sv: ['Fl\u00e4ktar'] },
  }
  expect(await imported(shop, text, plain, 'fans.xml')).toMatchObject({ created: 2, rejected: 0, incomplete: 0 })
  expect((await product(shop, 'F-1')).prices).toEqual([
    { currency: 'SEK', min_quantity: 1, amount: 12_500 },
    { currency: 'SEK', min_quantity: 10, amount: 11_250 },
  ])
})

test('a price of several units in BMEcat is left out, and the reason is said', async () => {
  await using shop = await freshDatabase()
  const { profile, doubts } = await guessed(shop, bmecat(fan('F-1'), fan('F-2', { quantity: '100' })), 'screws.xml')
  expect(profile).not.toHaveProperty('price')
  expect(doubts).toContainEqual(
    expect.objectContaining({ code: 'doubt_price_several', values: { column: 'price net list', count: 1 } }),
  )
})

test('ICEcat: its attributes and features are columns', async () => {
  await using shop = await freshDatabase()
  const of = (name: string, value: string, sign: string, shown: string) =>
    `<ProductFeature Presentation_Value="${shown}" Value="${value}"><Feature><Measure Sign="${sign}"/>
      <Name Value="${name}" langid="1"/></Feature></ProductFeature>`
  const dock = (at: number) => `<Product Prod_id="D-${at}" Name="Dock ${at}" Title="Dock ${at} (USB-C)"
    HighPic="https://files.example/${at}.jpg"><Category><Name Value="Docks" langid="1"/></Category>
    <EANCode EAN="4006381333931"/><ProductDescription LongDesc="A dock."/><Supplier Name="Nord"/>
    ${of('Width', String(100 + at), 'mm', `${100 + at} mm`)}${of('Power Delivery', 'Y', '', 'Yes')}</Product>`
  const text = `<ICECAT-interface>${dock(1)}${dock(2)}</ICECAT-interface>`
  const { profile } = await guessed(shop, text, 'icecat.xml')
  expect(profile).toMatchObject({
    id: ['@Prod_id'],
    texts: { en: { name: '{name}', description: '{description}' } },
    brand: { column: 'brand' },
    category: { columns: { en: 'category' } },
    picture: { urls: ['picture'] },
    attributes: [
      { column: 'Width (mm)', en: 'Width', unit: 'mm', kind: 'number' },
      { column: 'Power Delivery', kind: 'yes-no' },
    ],
  })
  const report = await imported(shop, text, { ...profile, picture: undefined }, 'icecat.xml')
  expect(report).toMatchObject({ created: 2, rejected: 0, incomplete: 0 })
})

test('prices of a feed of Google include VAT, and its links and kinds are no attributes', async () => {
  await using shop = await freshDatabase()
  const item = (
    id: string,
  ) => `<item><g:id>${id}</g:id><title>Case ${id}</title><link>https://other.example/${id}</link>
    <g:price>100.00 SEK</g:price><g:condition>new</g:condition><g:availability>in stock</g:availability>
    <g:google_product_category>259</g:google_product_category></item>`
  const text = `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${item('C-1')}${item('C-2')}
    </channel></rss>`
  const { profile, doubts } = await guessed(shop, text, 'google.xml')
  expect(profile).toMatchObject({ price: { column: 'g:price', vat: 'inc' }, attributes: [] })
  expect(doubts.map(({ code }) => code)).toContain('doubt_vat_google')
})

test('nested properties of JSON are columns, and numbers of records are no attributes', async () => {
  await using shop = await freshDatabase()
  const of = (at: number) => ({
    id: 5000 + at,
    sku: `API-${at}`,
    title: `Disk ${at}`,
    vendor: 'Nord',
    category: { id: 7, name: 'SSD', path: 'Storage > SSD' },
    price: { amount: `${40 + at}.50`, currency: 'SEK', tax_included: true },
    inventory: { quantity: at, status: 'in_stock' },
    images: [{ src: `https://files.example/${at}.png` }, { src: `https://files.example/${at}-2.png` }],
    specs: { Interface: at === 1 ? 'NVMe' : 'SATA' },
    tags: ['ssd', 'new'],
    created_at: '2026-10-01T10:00:00Z',
  })
  const text = JSON.stringify({ products: [of(1), of(2), of(3)] })
  const { profile } = await guessed(shop, text, 'api.json')
  expect(profile).toMatchObject({
    id: ['sku'],
    brand: { column: 'vendor' },
    category: { columns: { en: 'category.path' }, separator: '>' },
    price: { column: 'price.amount', currency: 'SEK', vat: 'inc' },
    stock: { column: 'inventory.quantity' },
    picture: { urls: ['images.src'] },
    attributes: [
      { column: 'specs.Interface', en: 'Interface' },
      { column: 'tags', separator: '|' },
    ],
  })
  const report = await imported(shop, text, { ...profile, picture: undefined }, 'api.json')
  expect(report).toMatchObject({ created: 3, rejected: 0, incomplete: 0 })
  expect((await product(shop, 'API-2')).prices).toEqual([{ currency: 'SEK', min_quantity: 1, amount: 4250 }])
})

const finnish = [
  'Toim.nro;Valmistajan nro;Tuotenimi;Hinta alv 0%;Hinta sis. alv;Varastossa',
  'FI-1;LN001;N\u00e4pp\u00e4imist\u00f6 1;41,92;52,61;10+',
  'FI-2;LN002;N\u00e4pp\u00e4imist\u00f6 2;43,72;54,87;Varastossa',
  'FI-3;LN003;N\u00e4pp\u00e4imist\u00f6 3;22,87;28,70;Loppu',
  'FI-4;LN004;N\u00e4pp\u00e4imist\u00f6 4;22,87;28,70;in stock',
  'FI-5;LN005;N\u00e4pp\u00e4imist\u00f6 5;22,87;28,70;<5',
  '',
].join('\r\n')

test("the supplier's numbers are the article numbers, and words in the column of units count", async () => {
  await using shop = await freshDatabase()
  const { profile, doubts } = await guessed(shop, finnish, 'hinnasto.csv')
  expect(profile).toMatchObject({
    id: ['Toim.nro'],
    sku: { column: 'Toim.nro' },
    partNumbers: [{ column: 'Valmistajan nro', kind: 'maker' }],
    price: { column: 'Hinta alv 0%', vat: 'ex' },
    stock: { column: 'Varastossa', values: { '10+': 10, Varastossa: 10, Loppu: 0, 'in stock': 10, '<5': 1 } },
    attributes: [],
  })
  expect(doubts.map(({ code }) => code)).toContain('doubt_stock_mixed')
  expect(await imported(shop, finnish, profile, 'hinnasto.csv')).toMatchObject({ created: 5, rejected: 0 })
})

import { expect, test } from 'vitest'
import { translator } from '../../../src/i18n/translator.ts'
import { freshDatabase } from '../../support/test-database.ts'
import { workbook } from '../ordering/excel-order/uploads.ts'
import { guessed, imported } from './guessed-feed.ts'
import { product } from './imported-product.ts'

const finnish = [
  ['Nordic Spare Oy, hinnasto 11/2026'],
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
  const link = (
    id: string,
  ) => `<ARTICLE_TO_CATALOGGROUP_MAP><ART_ID>${id}</ART_ID><CATALOG_GROUP_ID>2</CATALOG_GROUP_ID>
    </ARTICLE_TO_CATALOGGROUP_MAP>`
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

test.each(['en', 'sv'] as const)(
  'the file of the list of products is read by its headings, in %s',
  async (language) => {
    await using shop = await freshDatabase()
    const t = translator(language)
    const headings = (['sku', 'name', 'stock', 'shelf'] as const).map((name) => t(`console-products:column.${name}`))
    const { profile } = await guessed(shop, `${headings.join(';')}\r\nA-1;Kabel;17;B-2\r\nA-2;Sladd;4;B-3\r\n`)
    expect(profile).toMatchObject({
      sku: { column: headings[0] },
      stock: { column: headings[2] },
      shelf: { column: headings[3] },
    })
  },
)

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workbookFiles } from '../../../../src/server/platform/workbooks/workbook-files.ts'
import { freshShop, type TestShop } from '../../../support/test-shop.ts'
import { addCustomer, tokensOf } from '../../identity/shopper.ts'
import { upload, workbook } from './uploads.ts'

let shop: TestShop
let bearer: string
beforeAll(async () => {
  shop = await freshShop({ seeded: true })
  bearer = (await tokensOf(shop, await addCustomer(shop, { id: 'anna' }))).access_token
  shop.limits.orderFilesByCustomer.points = 10_000
})
afterAll(() => shop.close())

const header = '<row><c t="inlineStr"><is><t>SKU</t></is></c><c t="inlineStr"><is><t>Qty</t></is></c></row>'
const fan = '<row><c t="inlineStr"><is><t>FAN</t></is></c><c><v>2</v></c></row>'

async function sent(rows: string) {
  const sheet = `<worksheet><sheetData>${header}${fan}${rows}</sheetData></worksheet>`
  return upload(shop, { file: workbook([], { 'xl/worksheets/sheet1.xml': sheet }), bearer })
}

/** Not packed to a hundredth, as equal ones are. */
function manyAttributes(length: number): string {
  const one = () => ` ${randomBytes(2).toString('hex')}="1"`
  return Array.from({ length: length / one().length }, one).join('')
}

test.each([
  ['one tag', manyAttributes(5_000_000)],
  ['sections of text', ` ${`<![CDATA[${manyAttributes(900_000)}]]>`.repeat(5)}`],
  ['what begins other tags', `${manyAttributes(900_000)} x="<"`.repeat(5)],
])('a cell of a million attributes in %s is refused', async (_name, attributes) => {
  expect((await sent(`<row><c r="A3"${attributes}/></row>`)).code).toBe('unreadable_workbook')
})

test.each([
  '<c r="ZZZZZZZZ3">',
  '<c x:r="ZZZZZZZZ3">',
  '<a-b:c r="ZZZZZZZZ3">',
  '<c z=">" r="ZZZZZZZZ3">',
  "<c r='&#90;ZZZZZZZ3'>",
  '<c r="ZZZ3">',
  '<c r="A1e9">',
  '<c r="A1048577">',
])('a cell beyond the last one is refused: %s', async (cell) => {
  const end = `</${cell.slice(1, cell.indexOf(' '))}>`
  expect((await sent(`<row>${cell}<v>1</v>${end}</row>`)).code).toBe('unreadable_workbook')
})

test.each(['1048577', '1e9', '0x3fffffff', ' 99999999', 'Infinity'])(
  'a row beyond the last one is refused: %s',
  async (row) => {
    expect((await sent(`<row r="${row}"><c/></row>`)).code).toBe('unreadable_workbook')
  },
)

test('a cell beyond the last one is refused in a sheet of any name', async () => {
  const relations = 'xl/_rels/workbook.xml.rels'
  const usual = workbookFiles([{ name: 'Order', rows: [] }])[relations] ?? ''
  const file = workbook([], {
    [relations]: usual.replace('worksheets/sheet1.xml', 'elsewhere.xml'),
    'xl/elsewhere.xml': '<worksheet><sheetData><row r="1"><c r="ZZZZZZZZ1"><v>1</v></c></row></sheetData></worksheet>',
  })
  expect((await upload(shop, { file, bearer })).code).toBe('unreadable_workbook')
})

test('comments, prefixes and quotes of a valid sheet are read', async () => {
  const beside = '<!-- <c r="ZZZZZZZZ3"> --><row xmlns:r="a" r="3" z="1 > 2"><x:c x:r="A3" t="inlineStr">'
  const { lines } = await sent(`${beside}<is><t>RAM</t></is></x:c><c r="B3" z='"'><v>3</v></c></row>`)
  expect(lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([
    ['FAN', 2],
    ['RAM', 3],
  ])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatOrderText,
  readOrderSheet,
  readOrderText,
  readQuantity,
  type SheetRow,
} from '../../../src/domain/orders/order-rows.ts'
import { anyText } from '../../support/any-text.ts'

const sheet = (...rows: string[][]): SheetRow[] => rows.map((cells, at) => ({ row: at + 1, cells }))
const plain = (rows: ReturnType<typeof readOrderSheet>) =>
  rows?.map(({ row, number, quantity }) => [row, number, quantity])

describe('the header of an order', () => {
  test.each([
    ['SKU', 'Quantity'],
    ['sku', 'QTY'],
    ['Part number', 'Pcs'],
    ['Part No.', 'Order qty'],
    ['Item no', 'Units'],
    ['Product code', 'Qty.'],
    ['P/N', 'Amount'],
    ['Artikelnummer', 'Antal'],
    ['Art.nr', 'st'],
    ['Art. nr', 'Antal (st)'],
    ['ARTNR', 'Kvantitet'],
    ['Artikelnr:', 'ANTAL'],
    ['Reservdelsnummer', 'Styck'],
    ['Produktnr', 'Antal'],
  ])('is found by %s and %s', (number, quantity) => {
    expect(plain(readOrderSheet(sheet([quantity, 'Pris', number], ['2', '99', 'ABC-1'])))).toEqual([[2, 'ABC-1', 2]])
  })

  test('is within the first 20 rows; a part number column is preferred to a less certain one', () => {
    const above = Array.from({ length: 19 }, () => ['Hisingens Datorverkstad'])
    const order = [
      ['Artikel', 'Artikelnummer', 'Antal'],
      ['Batteri', 'BAT', '3'],
    ]
    expect(plain(readOrderSheet(sheet(...above, ...order)))).toEqual([[21, 'BAT', 3]])
    expect(readOrderSheet(sheet(['x'], ...above, ...order))).toBeUndefined()
  })

  test('needs both columns', () => {
    for (const header of [['SKU'], ['SKU', 'Pris'], ['Antal', 'Benämning'], []])
      expect(readOrderSheet(sheet(header, ['ABC', '1']))).toBeUndefined()
  })
})

test('rows without a quantity are skipped, and other quantities than whole numbers are reported', () => {
  const rows = readOrderSheet(
    sheet(
      ['SKU', 'Antal'],
      ['A', ''],
      ['', '15'],
      ['B', '0'],
      ['C', 'två'],
      ['D', '1,5'],
      ['E', '-1'],
      ['F', '4'],
      ['G'],
    ),
  )
  expect(plain(rows)).toEqual([
    [3, '', 15],
    [5, 'C', null],
    [6, 'D', null],
    [7, 'E', null],
    [8, 'F', 4],
  ])
})

describe('a row with a quantity and no number', () => {
  test('is kept in a sheet and in pasted columns, unless its quantity is none', () => {
    const cells = [
      ['ABC-1', '2'],
      ['', '5 st'],
      ['', 'två'],
      ['', '0'],
      ['ABC-2', '1'],
    ]
    const expected = [
      ['ABC-1', 2],
      ['', 5],
      ['ABC-2', 1],
    ]
    const named = (rows: ReturnType<typeof readOrderSheet>) => rows?.map(({ number, quantity }) => [number, quantity])
    expect(named(readOrderSheet(sheet(['SKU', 'Qty'], ...cells)))).toEqual(expected)
    for (const mark of ['\t', ';', ','])
      expect(named(readOrderText(cells.map((row) => row.join(mark)).join('\n')))).toEqual(expected)
  })

  test('is the total of an order where it is the sum of two or more rows', () => {
    const total = (...quantities: string[]) =>
      readOrderSheet(sheet(['SKU', 'Qty'], ...quantities.map((each, at) => [`P${at}`, each]), ['', '5']))?.at(-1)
        ?.number
    expect(total('2', '3')).toBe('P1')
    expect(total('2', 'x', '3')).toBe('P2')
    expect(total('2', '4')).toBe('')
    expect(total('5')).toBe('')
  })
})

describe('a quantity', () => {
  test.each([
    ['2', 2],
    [' 12 ', 12],
    ['2 st', 2],
    ['2st.', 2],
    ['3 pcs', 3],
    ['1 piece', 1],
    ['x4', 4],
    ['4x', 4],
    ['5 stycken', 5],
    ['1 000', 1000],
    ['1\u00A0000', 1000],
    ['2,0', 2],
    ['2.00', 2],
    ['0', 0],
    ['007', 7],
  ])('%j is %i', (text, quantity) => expect(readQuantity(text)).toBe(quantity))
  test.each(['', 'x', '1.000', '1,000', '2,5', '-3', '1e3', '0x10', 'Infinity', '12 34', '9999999', 'st', '٣'])(
    '%j is not a quantity',
    (text) => expect(readQuantity(text)).toBeNull(),
  )
})

describe('pasted text', () => {
  test.each([
    ['ABC-1\t2', 'ABC-1', 2],
    ['ABC-1;2', 'ABC-1', 2],
    ['ABC-1,2', 'ABC-1', 2],
    ['ABC-1, 2 st', 'ABC-1', 2],
    ['ABC-1 2', 'ABC-1', 2],
    ['ABC-1   2 pcs', 'ABC-1', 2],
    ['ABC 1 2', 'ABC 1', 2],
    ['ABC-1', 'ABC-1', 1],
    ['ABC-1 x 3', 'ABC-1', 3],
    ['3 x ABC-1', 'ABC-1', 3],
    ['3x ABC-1', 'ABC-1', 3],
    ['3 st ABC 1', 'ABC 1', 3],
    ['2 ABC-1', 'ABC-1', 2],
    ['2\tABC-1', 'ABC-1', 2],
    ['12;ABC1;', 'ABC1', 12],
    ['2 0922338', '0922338', 2],
    ['922 40', '922', 40],
    ['922 ABC', '922 ABC', 1],
    ['2023 ABC1', '2023 ABC1', 1],
    ['"ABC-1";"2"', 'ABC-1', 2],
    ['ABC-1\tBatteri\t2', 'ABC-1', 2],
    ['ABC-1;many', 'ABC-1', null],
    ['ABC-1 -2', 'ABC-1', null],
    ['ABC-1 −2', 'ABC-1', null],
    ['ABC-1 2,5', 'ABC-1', null],
    ['ABC-1 2.5', 'ABC-1', null],
    ['02DL 005,2', '02DL 005', 2],
    ['KB 40.2', 'KB 40.2', 1],
  ])('%j', (line, number, quantity) =>
    expect(readOrderText(`\r\n${line}\r\n`)).toMatchObject([{ row: 2, number, quantity }]),
  )

  test('with a header is read like a sheet', () => {
    const swedish = 'Benämning\tAntal\tArt.nr\nBatteri\t2\tABC-1\nFläkt\t\tFAN'
    expect(plain(readOrderText(swedish))).toEqual([[2, 'ABC-1', 2]])
  })

  test('written by the shop is read back unchanged', () => {
    const sku = fc.stringMatching(/^[A-Z0-9][A-Z0-9 .,;_/-]{0,30}[A-Z0-9]$/)
    const items = fc.array(fc.record({ sku, quantity: fc.integer({ min: 1, max: 5000 }) }))
    fc.assert(
      fc.property(items, (items) => {
        expect(
          readOrderText(formatOrderText(items)).map(({ number, quantity }) => ({ sku: number, quantity })),
        ).toEqual(items)
      }),
    )
  })

  test('of any kind is read without errors', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        for (const { number, quantity } of readOrderText(text))
          expect(number === '' ? quantity : quantity !== 0).toBeTruthy()
      }),
    )
    expect(readOrderText(`${' '.repeat(100_000)}x${' 1'.repeat(100_000)}`)).toEqual([])
  })
})

test('a pasted 0 is told of, that of a sheet says that the part is not wanted', () => {
  expect(readOrderText('ABC-1 0')).toEqual([{ row: 1, number: 'ABC-1', quantity: null, asked: '0' }])
  expect(readOrderText('sku\tqty\nABC-1\t0\nABC-2\t3')).toMatchObject([{ number: 'ABC-2', quantity: 3 }])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCsv } from '../../../src/domain/lists/csv.ts'
import { addedToList, listQuantity, listText, movedBy, type WantedPart } from '../../../src/domain/lists/part-lists.ts'
import { readOrderText } from '../../../src/domain/orders/order-rows.ts'

const part = (productId: string, quantity: number): WantedPart => ({
  productId,
  sku: productId.toUpperCase(),
  name: productId,
  quantity,
  note: '',
})
const anyParts = fc.array(
  fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 1, max: 900 })).map(([id, n]) => part(id, n)),
)

describe('parts added to a list', () => {
  test('are on it once, with their quantities added up, in the order in which they came', () => {
    fc.assert(
      fc.property(anyParts, anyParts, (first, second) => {
        const before = addedToList([], first)
        const changed = new Map(addedToList(before, second).map((line) => [line.productId, line]))
        const after = [...before.map((line) => changed.get(line.productId) ?? line), ...changed.values()]
        const lines = [...new Map(after.map((line) => [line.productId, line])).values()]
        const all = [...first, ...second]
        const ids = [...new Set(all.map(({ productId }) => productId))]
        expect(lines.sort((one, other) => one.position - other.position).map(({ productId }) => productId)).toEqual(ids)
        for (const { productId, quantity } of lines) {
          const sum = all.reduce((units, each) => units + (each.productId === productId ? each.quantity : 0), 0)
          expect(quantity).toBe(Math.min(sum, 5000))
        }
      }),
    )
  })

  test('keep the note of a line that is there already', () => {
    const [known] = addedToList([], [{ ...part('a', 1), note: 'first' }])
    expect(known && addedToList([known], [{ ...part('a', 2), note: 'second' }])).toMatchObject([
      { quantity: 3, note: 'first', position: 1 },
    ])
  })
})

test('a moved line changes places with its neighbour, and the ends stay', () => {
  expect(movedBy(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(movedBy(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
  expect(movedBy(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(movedBy(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
  expect(movedBy(['a'], 'x', 1)).toEqual(['a'])
})

test('names and notes are one line without control characters, cut to their length', () => {
  expect(listText(' a\u0000\tb\u202e\nc ', 80)).toBe('a b c')
  expect(listText('x'.repeat(90), 80)).toHaveLength(80)
  expect(listText('ab c', 3)).toBe('ab')
})

test.each([
  ['1', 1],
  [' 12 st', 12],
  ['5 001', 5000],
  ['0', null],
  ['-2', null],
  ['1.5', null],
  ['', null],
  ['abc', null],
])('the quantity %j is read as %j', (typed, quantity) => expect(listQuantity(typed)).toBe(quantity))

describe('a list as CSV', () => {
  test('quotes what separates cells, and writes no formula', () => {
    const cells = ['=1+1', '+46', '-2', '@a', ' =x', '\tx', 'a;b', 'a,b', 'say "hi"', 'a\nb', 'BAT-1', '＝1+1', "'=1"]
    const written = `'=1+1;'+46;'-2;'@a;' =x;'\tx;"a;b";"a,b";"say ""hi""";"a\nb";BAT-1;'＝1+1;''=1`
    expect(formatCsv([cells], ';')).toBe(`\uFEFF${written}\r\n`)
  })

  test('writes decimals as the spreadsheet of the language reads them', () => {
    expect([formatCsv([[1234.5]], ';'), formatCsv([[1234.5]], ',')]).toEqual(['\uFEFF1234,5\r\n', '\uFEFF1234.5\r\n'])
  })

  test('is read again by the quick order', () => {
    for (const separator of [',', ';'] as const) {
      const text = formatCsv(
        [
          ['Part number', 'Quantity', 'Name'],
          ['BAT-1', 3, 'Battery, 56 Wh'],
        ],
        separator,
      )
      expect(readOrderText(text.replace('\uFEFF', ''))).toMatchObject([{ number: 'BAT-1', quantity: 3 }])
      expect(readOrderText(text)).toMatchObject([{ number: 'BAT-1', quantity: 3 }])
      const odd = formatCsv(
        [
          ['Part number', 'Quantity'],
          ['-1-A', 2],
          ["'=1", 3],
        ],
        separator,
      )
      expect(readOrderText(odd)).toMatchObject([
        { number: '-1-A', quantity: 2 },
        { number: "'=1", quantity: 3 },
      ])
    }
  })
})

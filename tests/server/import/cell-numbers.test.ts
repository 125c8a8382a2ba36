import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberIn, priceIn } from '../../../src/server/catalog/import/rows/cell-numbers.ts'

const swedish = { decimal: ',', thousands: ' ' }
const english = { decimal: '.', thousands: ',' }

test('numbers are parsed as each feed writes them', () => {
  expect(numberIn('1 234,5', 'a', swedish)).toBe(1234.5)
  expect(numberIn('12\u00A0345\u202F678', 'a', swedish)).toBe(12_345_678)
  expect(numberIn('1,234.5', 'a', english)).toBe(1234.5)
  expect(numberIn('-3', 'a', english)).toBe(-3)
  expect(numberIn(' .5 ', 'a', english)).toBe(0.5)
})

test.each(['1.5', '1e5', 'NaN', 'Infinity', '0x10', '1,2,3', '12 34,5', '1  234', '٣', '', '-', '--1', '=1+1', '1;2'])(
  '%j is not a Swedish number',
  (text) => {
    expect(() => numberIn(text, 'price', swedish)).toThrow('is not a number')
  },
)

test('a price may include its currency', () => {
  for (const text of ['129,50', '129,50 kr', 'SEK 129,50', '129,50 SEK', '129,50 :-', '€ 129,50'])
    expect(priceIn(text, 'price', swedish)).toBe(12_950)
  expect(() => priceIn('NaN', 'price', swedish)).toThrow('"NaN" is not a number')
  expect(() => priceIn('0,001', 'price', swedish)).toThrow('less than the smallest coin')
  expect(() => priceIn('99999999', 'price', swedish)).toThrow('is above 10000000')
})

test('any amount of minor units is read back unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (minor) => {
      const text = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(minor / 100)
      expect(priceIn(text, 'price', english)).toBe(minor)
    }),
  )
})

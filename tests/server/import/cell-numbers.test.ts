import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNumber, parsePrice } from '../../../src/server/catalog/import/rows/cell-numbers.ts'

const swedish = { decimal: ',', thousands: ' ' }
const english = { decimal: '.', thousands: ',' }

test('numbers are parsed as each feed writes them', () => {
  expect(parseNumber('1 234,5', 'a', swedish)).toBe(1234.5)
  expect(parseNumber('12\u00A0345\u202F678', 'a', swedish)).toBe(12_345_678)
  expect(parseNumber('1,234.5', 'a', english)).toBe(1234.5)
  expect(parseNumber('-3', 'a', english)).toBe(-3)
  expect(parseNumber(' .5 ', 'a', english)).toBe(0.5)
})

test.each(['1.5', '1e5', 'NaN', 'Infinity', '0x10', '1,2,3', '12 34,5', '1  234', '٣', '', '-', '--1', '=1+1', '1;2'])(
  '%j is not a Swedish number',
  (text) => {
    expect(() => parseNumber(text, 'price', swedish)).toThrow('is not a number')
  },
)

test('a price may include its currency', () => {
  for (const text of ['129,50', '129,50 kr', 'SEK 129,50', '129,50 SEK', '129,50 :-'])
    expect(parsePrice(text, 'price', swedish, 'SEK')).toBe(12_950)
  expect(parsePrice('€ 129,50', 'price', swedish, 'EUR')).toBe(12_950)
  expect(() => parsePrice('NaN', 'price', swedish, 'SEK')).toThrow('"NaN" is not a number')
  expect(() => parsePrice('0,001', 'price', swedish, 'SEK')).toThrow('less than the smallest coin')
  expect(() => parsePrice('99999999', 'price', swedish, 'SEK')).toThrow('is above 10000000')
})

test('a price in another currency than the profile says is rejected', () => {
  for (const text of ['€ 129,50', '129,50 EUR', 'NOK 129,50', '$129,50', '£129,50'])
    expect(() => parsePrice(text, 'price', swedish, 'SEK')).toThrow('is not in SEK')
  expect(() => parsePrice('129,50 kr', 'price', swedish, 'EUR')).toThrow('is not in EUR')
  expect(parsePrice('129,50 kr', 'price', swedish, 'NOK')).toBe(12_950)
})

test('any amount of minor units is read back unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (minor) => {
      const text = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(minor / 100)
      expect(parsePrice(text, 'price', english, 'SEK')).toBe(minor)
    }),
  )
})

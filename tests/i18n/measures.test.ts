import { expect, test } from 'vitest'
import { formatMeasure, typedNumber } from '../../src/i18n/formats.ts'

test('measures have four digits without a separator, and all their decimals', () => {
  const measures = [0.125, 44.1, 1650, 26_000]
  expect(measures.map((each) => formatMeasure(each, 'en'))).toEqual(['0.125', '44.1', '1650', '26,000'])
  expect(measures.map((each) => formatMeasure(each, 'sv'))).toEqual(['0,125', '44,1', '1650', '26\u00a0000'])
})

test('numbers of fields have the decimal sign of the language alone', () => {
  expect([typedNumber(26_000.5, 'en'), typedNumber(26_000.5, 'sv')]).toEqual(['26000.5', '26000,5'])
})

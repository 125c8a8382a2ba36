import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedAmount } from '../../src/domain/money/typed-amounts.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { readAmount } from '../../src/domain/settings/amounts.ts'
import { amountField, numberField } from '../../src/i18n/typed-numbers.ts'
import { parseAmount } from '../../src/server/catalog/own-files/own-cells.ts'
import { shareField, parseShare } from '../../src/server/console/prices/read-price-form.ts'

test.each(languages)('in %s every amount and share that a field shows is read back as it was', (language) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (amount) => {
      const shown = amountField(amount, language)
      expect(shown).toMatch(language === 'sv' ? /^\d+,\d\d$/ : /^\d+\.\d\d$/)
      expect(typedAmount(shown)).toBe(amount)
      expect(parseAmount(shown, 'price')).toBe(amount)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: -9_500, max: 100_000 }), (share) => {
      expect(parseShare(shareField(share, language), { min: -9_500, max: 100_000 })).toBe(share)
    }),
  )
})

test('both marks are read, whatever the language', () => {
  for (const text of ['12,50', '12.50', '12,5', '12.5']) {
    expect(typedAmount(text)).toBe(1_250)
    expect(parseAmount(text, 'price')).toBe(1_250)
    expect(readAmount(text)).toBe('12.50')
    expect(parseShare(text, { min: 0, max: 10_000 })).toBe(1_250)
  }
})

test.each([
  ['149.00|10: 129.50', '149,00|10: 129,50'],
  ['149.00\n10: 129.50', '149,00\n10: 129,50'],
  ['-0.48', '-0,48'],
  ['49', '49'],
  ['', ''],
  ['1.2.3', '1.2.3'],
  ['v1.2', 'v1.2'],
  ['0.5 m', '0.5 m'],
])('a field shows %j as %j in Swedish, and as it is in English', (text, shown) => {
  expect(numberField(text, 'sv')).toBe(shown)
  expect(numberField(text, 'en')).toBe(text)
})

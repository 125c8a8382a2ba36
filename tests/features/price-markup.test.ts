import { expect, test } from 'vitest'
import { currencies } from '../../src/domain/money/currencies.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { bothPrices, priceMarkup } from '../../src/features/listing/prices.ts'

test('a price is the same markup each time, with nothing to escape, in every currency and language', () => {
  for (const round of [1, 2])
    for (const currency of currencies)
      for (const language of languages)
        for (const [amount, vat] of [
          [0.4, 25],
          [1234.5, 25],
          [1234.5, 0],
          [1_000_000, 25.5],
        ] as const) {
          const shopping = { currency, language, country: 'SE' }
          const { inc, ex } = bothPrices(amount, vat, shopping)
          expect(`${inc}${ex}`).not.toMatch(/[&<>"']/)
          const markup = `<span class="inc">${inc}</span><span class="ex">${ex}</span>`
          expect([round, priceMarkup(amount, vat, shopping)]).toEqual([round, markup])
        }
})

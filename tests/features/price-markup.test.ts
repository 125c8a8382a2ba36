import { expect, test } from 'vitest'
import { currencies } from '../../src/domain/money/currencies.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { bothPrices, priceMarkup } from '../../src/features/listing/prices.ts'

const amounts = [0.4, 1234.5, 1_000_000]
const percents = [0, 25, 25.5]
const readers = currencies.flatMap((currency) => languages.map((language) => ({ currency, language, country: 'SE' })))
const all = readers.flatMap((shopping) =>
  amounts.flatMap((amount) => percents.map((vat) => [amount, vat, shopping] as const)),
)

test('a price is the same markup each time, with nothing to escape, in every currency and language', () => {
  for (const price of [...all, ...all]) {
    const { inc, ex } = bothPrices(...price)
    expect(`${inc}${ex}`).not.toMatch(/[&<>"']/)
    expect(priceMarkup(...price)).toBe(`<span class="inc">${inc}</span><span class="ex">${ex}</span>`)
  }
})

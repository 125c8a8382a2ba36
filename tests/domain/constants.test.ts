import { describe, expect, test } from 'vitest'
import { changeQuantity, clampQuantity } from '../../src/domain/cart/cart-lines.ts'
import { currencies, currencyByCode } from '../../src/domain/money/currencies.ts'
import { toMajor, toMinor } from '../../src/domain/money/money.ts'
import { percentOff, pricePerUnit } from '../../src/domain/money/price-tiers.ts'
import { exVat, vatRateAt } from '../../src/domain/money/vat.ts'
import { choiceDays } from '../../src/domain/places/choice-cookies.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { imageKind, productType } from '../../src/domain/products/products.ts'
import { exactSum, shownExVat, shownPrice } from '../../src/i18n/money.ts'
import { neutralLocale } from '../support/default-context.ts'
import { defaultContext } from '../support/default-context.ts'
import { aLine } from './a-line.ts'

/** The decimals of a formatted price in any language. */
const decimals = (text: string) => /\d[.,](\d+)(?!\d)/.exec(text.replaceAll(/[\s\u00a0]/g, ''))?.[1]?.length ?? 0

describe('spec 9: prices', () => {
  test.each(['SEK', 'NOK', 'DKK'] as const)(
    '%s has no decimals with VAT [9.price.whole-kronor], and two without [9.price.two-decimals]',
    (code) => {
      for (const language of languages)
        expect([decimals(shownPrice(12_950, code, language)), decimals(shownExVat(12_950, code, language))]).toEqual([
          0, 2,
        ])
    },
  )

  test('rounds a price with VAT to whole kronor, half up, and shows öre below ten [9.price.whole-kronor]', () => {
    const swedish = (minor: number) => shownPrice(minor, 'SEK', 'sv').replaceAll(/\s/g, ' ')
    expect([12_350, 12_349, 1_000, 1_050, 999_950].map(swedish)).toEqual([
      '124 kr',
      '123 kr',
      '10 kr',
      '11 kr',
      '10 000 kr',
    ])
    expect([999, 940, 900, 50, 40, 1, 0].map(swedish)).toEqual([
      '9,99 kr',
      '9,40 kr',
      '9 kr',
      '0,50 kr',
      '0,40 kr',
      '0,01 kr',
      '0 kr',
    ])
    expect(
      [shownPrice(40, 'NOK', 'en'), shownPrice(12_350, 'DKK', 'en')].map((text) => text.replaceAll(/\s/g, ' ')),
    ).toEqual(['NOK 0.40', 'DKK 124'])
  })

  test('amounts to pay are written exactly, with two decimals when they have öre', () => {
    const swedish = (minor: number, isExVat?: boolean) => exactSum(minor, 'SEK', 'sv', isExVat).replaceAll(/\s/g, ' ')
    expect([swedish(123_450), swedish(123_400), swedish(40), swedish(123_400, true)]).toEqual([
      '1 234,50 kr',
      '1 234 kr',
      '0,40 kr',
      '1 234,00 kr',
    ])
    expect(exactSum(123_400, 'EUR', 'en')).toBe('€1,234.00')
  })

  test.each(['EUR', 'GBP', 'USD'] as const)('%s has two decimals in both modes [9.price.two-decimals]', (code) => {
    for (const language of languages)
      expect([decimals(shownPrice(12_900, code, language)), decimals(shownExVat(12_900, code, language))]).toEqual([
        2, 2,
      ])
  })

  test('without VAT a price is divided by the VAT factor [9.price.ex-vat]', () =>
    expect([exVat(12_500, 2_500), exVat(11_900, 1_900), exVat(9_900, 600), exVat(9_900, 0)]).toEqual([
      10_000, 10_000, 9_340, 9_900,
    ]))

  test('the discount is a rounded percentage [9.price.percent]', () =>
    expect([
      percentOff(200, 133),
      percentOff(200, 132.9),
      percentOff(199, 149),
      percentOff(100, 99.5),
      percentOff(100, 99.6),
    ]).toEqual([34, 34, 25, 1, 0]))

  test('stored and calculated prices have two decimals [9.price.stored]', () => {
    expect([1.004, 1.005, 19.999, 0.015].map((price) => toMajor(toMinor(price)))).toEqual([1, 1.01, 20, 0.02])
    expect(toMinor(1)).toBe(100)
  })

  test('the unit price of a pack is the price divided by max(group, 1) [9.price.per-unit]', () =>
    expect([
      pricePerUnit(100, 3),
      pricePerUnit(100, 1),
      pricePerUnit(100, 0),
      pricePerUnit(100, -4),
      pricePerUnit(9.99, 10),
    ]).toEqual([33.33, 100, 100, 100, 1]))
})

describe('spec 9: quantities', () => {
  test('the maximum is 5000 units [9.quantity.maximum] [5.quantity.maximum]', () => {
    expect([4_999, 5_000, 5_001, 1e308].map((quantity) => clampQuantity(quantity))).toEqual([
      4_999, 5_000, 5_000, 5_000,
    ])
    expect(changeQuantity([aLine()], 'u', 5_001)).toEqual([aLine({ quantity: 5_000 })])
  })

  test('quantity 1 keeps the line, 0 removes it [5.quantity.minimum]', () =>
    expect([
      changeQuantity([aLine({ quantity: 2 })], 'u', 1),
      changeQuantity([aLine()], 'u', 0),
      clampQuantity(-1),
    ]).toEqual([[aLine()], [], 0]))
})

describe('spec 9: cookies and defaults', () => {
  test('the region is remembered for 30 days [9.cookies.region], the language for 365 [9.cookies.locale]', () =>
    expect(choiceDays).toEqual({ cid: 30, cuc: 30, cc: 30, locale: 365 }))

  test('Swedish starts with currency 1, English with 4 [9.locale.currency], both in SE [9.locale.country]', () => {
    expect(
      [neutralLocale('sv'), neutralLocale('en')].map(({ defaultCurrencyID, defaultCountryCode, storeID }) => [
        defaultCurrencyID,
        defaultCountryCode,
        storeID,
      ]),
    ).toEqual([
      [1, 'SE', 11],
      [4, 'SE', 12],
    ])
    expect([defaultContext('sv'), defaultContext('en')]).toMatchObject([
      { currency: { id: 1, code: 'SEK' }, country: 'SE' },
      { currency: { id: 4, code: 'EUR' }, country: 'SE' },
    ])
  })

  test('currencies have an id and a code, all different [3.currency.fields]', () => {
    expect([new Set(currencies.map(({ id }) => id)).size, new Set(currencies.map(({ code }) => code)).size]).toEqual([
      currencies.length,
      currencies.length,
    ])
    expect([currencyByCode('sek')?.id, currencyByCode('EUR')?.id, currencyByCode('XXX')]).toEqual([1, 4, undefined])
  })

  test('a VAT rate is in force from its first moment', () =>
    expect(
      vatRateAt(
        [{ country: 'FI', vat_class: 'standard', rate: 2550, valid_from: '2024-09-01' }],
        'FI',
        'standard',
        '2024-09-01',
      ),
    ).toBe(2550))
})

test('spec 3: product types and image kinds have the specified numbers [3.product-types] [3.image-kinds]', () => {
  expect(productType).toEqual({ any: 0, standard: 1, variant: 2, set: 3, giftCard: 4 })
  expect(imageKind).toEqual({
    zoom: 1,
    thumb: 3,
    gallery: 4,
    original: 5,
    featured: 9,
    galleryThumb: 10,
    general: 12,
    avatar: 13,
    header: 16,
  })
})

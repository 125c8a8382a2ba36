import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies } from '../../../src/domain/money/currencies.ts'
import { percentOff, tierFor, withReference } from '../../../src/domain/money/price-tiers.ts'
import {
  shopperPrice,
  shopperPrices,
  shopperTiers,
  type PriceTarget,
  type StoredTier,
} from '../../../src/domain/money/product-prices.ts'
import { fraction, nearest, times } from '../exact.ts'

const currency = fc.constantFrom(...currencies)
const exchange = fc.integer({ min: 1_000, max: 20_000_000 })
const vatRate = fc.integer({ min: 0, max: 3_000 })
const inKronor = { base: 'SEK', homeVatRate: 2_500 } as const
const target = fc.record({ currency, perBaseMicro: exchange, vatRate }).map((each) => ({ ...each, ...inKronor }))
const amount = fc.integer({ min: 0, max: 100_000_000 })

function targetIn(code: string, perBaseMicro: number, rate = 2500): PriceTarget {
  const found = currencies.find((each) => each.code === code)
  if (!found) throw new Error(code)
  return { currency: found, perBaseMicro, vatRate: rate, ...inKronor }
}
const kronor = targetIn('SEK', 1_000_000)
const sek = (min_quantity: number, each: number): StoredTier => ({ currency: 'SEK', min_quantity, amount: each })

test("a price is converted, gets the country's VAT and is rounded once to two decimals", () => {
  fc.assert(
    fc.property(amount, fc.constantFrom('SEK', 'EUR'), target, (price, stored, to) => {
      const rate = stored === to.currency.code ? fraction(1) : fraction(to.perBaseMicro, 1_000_000)
      const exact = times(times(fraction(price), rate), fraction(10_000 + to.vatRate, 12_500))
      expect(BigInt(shopperPrice({ currency: stored as 'SEK' | 'EUR', amount: price }, to))).toBe(nearest(exact))
    }),
  )
})

test('prices keep their öre, also with other VAT', () => {
  expect(shopperPrice({ currency: 'SEK', amount: 19_950 }, kronor)).toBe(19_950)
  expect(shopperPrice({ currency: 'SEK', amount: 40 }, kronor)).toBe(40)
  expect(shopperPrice({ currency: 'SEK', amount: 19_949 }, targetIn('NOK', 1_030_000, 0))).toBe(16_438)
  expect(shopperPrice({ currency: 'SEK', amount: 12_500 }, targetIn('EUR', 88_000, 1900))).toBe(1_047)
  expect(shopperPrice({ currency: 'EUR', amount: 1_299 }, targetIn('EUR', 88_000))).toBe(1_299)
  expect(shopperPrice({ currency: 'EUR', amount: 1_250 }, targetIn('EUR', 88_000, 0))).toBe(1_000)
})

test("a currency's own price list takes precedence over the converted one", () => {
  const rows: StoredTier[] = [sek(10, 8_000), sek(1, 10_000), { currency: 'EUR', min_quantity: 1, amount: 1_299 }]
  expect(shopperTiers(rows, targetIn('EUR', 88_000))).toEqual([{ q: 1, p: 12.99 }])
  expect(shopperTiers(rows, targetIn('GBP', 75_000))).toEqual([
    { q: 1, p: 7.5 },
    { q: 10, p: 6 },
  ])
  expect(shopperTiers([], kronor)).toEqual([])
})

test('a quantity gets the highest tier that it reaches, or the lowest one [4.quantity.tier]', () => {
  const tiers = fc.uniqueArray(fc.record({ q: fc.integer({ min: 1, max: 50 }), p: fc.integer({ min: 1, max: 900 }) }), {
    selector: ({ q }) => q,
    maxLength: 6,
  })
  fc.assert(
    fc.property(tiers, fc.integer({ min: 0, max: 60 }), (list, quantity) => {
      const ascending = list.toSorted((a, b) => a.q - b.q)
      expect(tierFor(list, quantity)).toEqual(ascending.findLast(({ q }) => q <= quantity) ?? ascending[0])
    }),
  )
})

test('a campaign never raises a price, and is left out where it reduces nothing', () => {
  const steps = fc.uniqueArray(
    fc.record({ q: fc.integer({ min: 1, max: 20 }), kronor: fc.integer({ min: 1, max: 500 }) }),
    { selector: ({ q }) => q, maxLength: 4 },
  )
  const asRows = (list: { q: number; kronor: number }[]) => list.map(({ q, kronor: price }) => sek(q, price * 100))
  fc.assert(
    fc.property(steps, steps, fc.integer({ min: 1, max: 25 }), (further, campaign, quantity) => {
      const normal = [{ q: 1, kronor: 300 }, ...further.filter(({ q }) => q > 1)]
      const { prices } = shopperPrices(asRows(normal), asRows(campaign), [], kronor)
      const ordinary = tierFor(prices.n, quantity)?.p
      const offers = campaign.filter(({ q }) => q <= quantity).map(({ kronor: price }) => price)
      const paid = tierFor(prices.c ?? prices.n, quantity)?.p
      expect(paid).toBe(Math.min(ordinary ?? 0, ...offers))
      if (prices.c) expect(prices.c.some(({ q, p }) => p < (tierFor(prices.n, q)?.p ?? 0))).toBe(true)
    }),
  )
})

test('the reference price of a campaign is the lowest of the 30 days before it [3.prices.derived]', () => {
  const one = [sek(1, 100_000)]
  expect(shopperPrices(one, [sek(1, 70_000)], [], kronor)).toEqual({
    prices: { n: [{ q: 1, p: 1000 }], c: [{ q: 1, p: 700, o: 1000, d: 30 }] },
    lowest30Days: 1000,
  })
  expect(shopperPrices(one, [sek(1, 70_000)], [sek(1, 80_000)], kronor).prices.c).toEqual([
    { q: 1, p: 700, o: 800, d: 13 },
  ])
  expect(shopperPrices(one, [sek(1, 70_000)], [sek(1, 120_000)], kronor).lowest30Days).toBe(1000)
  expect(shopperPrices(one, [sek(1, 70_000)], [sek(1, 65_000)], kronor)).toEqual({
    prices: { n: [{ q: 1, p: 1000 }], c: [{ q: 1, p: 700 }] },
    lowest30Days: 650,
  })
  expect(shopperPrices(one, [sek(1, 100_000)], [], kronor)).toEqual({
    prices: { n: [{ q: 1, p: 1000 }] },
    lowest30Days: null,
  })
  expect(shopperPrices([], [sek(1, 100)], [], kronor)).toEqual({ prices: { n: [] }, lowest30Days: null })
})

test('a campaign keeps lower volume prices, and may itself start at a quantity', () => {
  const tiered = [sek(1, 10_000), sek(10, 8_000)]
  expect(shopperPrices(tiered, [sek(1, 9_000)], [], kronor).prices.c).toEqual([
    { q: 1, p: 90, o: 100, d: 10 },
    { q: 10, p: 80 },
  ])
  expect(shopperPrices([sek(1, 10_000)], [sek(10, 5_000)], [], kronor).prices.c).toEqual([
    { q: 1, p: 100 },
    { q: 10, p: 50, o: 100, d: 50 },
  ])
  expect(shopperPrices([sek(1, 10_000)], [sek(1, 8_000), sek(1, 7_000)], [], kronor).prices.c).toEqual([
    { q: 1, p: 70, o: 100, d: 30 },
  ])
})

test('percent off is rounded and never negative [9.price.percent]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 100_000 }), (original, price) => {
      expect(BigInt(percentOff(original, price))).toBe(
        price < original ? nearest(fraction((original - price) * 100, original)) : 0n,
      )
    }),
  )
  expect(percentOff(0, 0)).toBe(0)
  expect(
    withReference(
      [
        { q: 1, p: 50 },
        { q: 5, p: 120 },
      ],
      100,
    ),
  ).toEqual([
    { q: 1, p: 50, o: 100, d: 50 },
    { q: 5, p: 120 },
  ])
})

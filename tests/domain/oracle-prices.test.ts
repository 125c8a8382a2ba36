import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeTiers, percentOff, tierFor, withReference, type PriceTier } from '../../src/domain/money/price-tiers.ts'
import {
  shopperPrice,
  shopperPrices,
  shopperTiers,
  type PriceTarget,
  type StoredTier,
} from '../../src/domain/money/product-prices.ts'
import { exVat, vatPart, vatPercent, vatRateAt } from '../../src/domain/money/vat.ts'
import {
  campaignPrice,
  percentOff as exactPercent,
  rateAt,
  shopperPrice as exactPrice,
  tierOf,
  withoutVat,
} from '../oracle/prices.ts'
import { cases } from '../support/cases.ts'
import { anyCurrency } from './any-cart.ts'

const numRuns = cases(20_000)
const amount = fc.oneof(fc.nat({ max: 500 }), fc.nat({ max: 1_000_000_000 }))
const rate = fc.oneof(fc.constantFrom(0, 600, 1_200, 1_900, 2_500, 2_550, 2_700), fc.nat({ max: 3_000 }))
const inKronor = { base: 'SEK', homeVatRate: 2_500 } as const
const anyTarget = fc
  .record({ currency: anyCurrency, perBaseMicro: fc.integer({ min: 1_000, max: 20_000_000 }), vatRate: rate })
  .map((each) => ({ ...each, ...inKronor }))
const anyTiers = fc.uniqueArray(
  fc.record({ q: fc.integer({ min: 0, max: 60 }), p: fc.nat({ max: 90_000 }).map((minor) => minor / 100) }),
  { selector: ({ q }) => q, maxLength: 6 },
)

function stored(tiers: readonly PriceTier[], currency: StoredTier['currency'] = 'SEK'): StoredTier[] {
  return tiers.map(({ q, p }) => ({ currency, min_quantity: q, amount: Math.round(p * 100) }))
}

const inOre = (price: number) => BigInt(Math.round(price * 100))

test('spec 9: a stored price is converted, taxed and rounded once to two decimals [9.price.stored]', () => {
  fc.assert(
    fc.property(amount, fc.constantFrom('SEK' as const, 'EUR' as const), anyTarget, (price, currency, to) => {
      const said = BigInt(shopperPrice({ currency, amount: price }, to))
      expect(said).toBe(exactPrice(BigInt(price), currency === to.currency.code ? null : to.perBaseMicro, to.vatRate))
    }),
    { numRuns },
  )
})

test("spec 3: tiers come from the currency's own price list, else the converted base list", () => {
  fc.assert(
    fc.property(anyTiers, anyTiers, anyTarget, (base, own, to) => {
      const others = to.currency.code === 'SEK' ? [] : stored(base)
      const said = shopperTiers([...others, ...stored(own, to.currency.code)], to)
      const [list, exchange] = own.length > 0 || to.currency.code === 'SEK' ? [own, null] : [base, to.perBaseMicro]
      const right = list
        .toSorted((a, b) => a.q - b.q)
        .map(({ q, p }) => [q, exactPrice(inOre(p), exchange, to.vatRate)] as const)
        .filter(([, price]) => price > 0n)
      expect(said.map(({ q, p }) => [q, inOre(p)])).toEqual(right)
    }),
    { numRuns: cases(10_000) },
  )
})

test('spec 4: a quantity gets the highest tier it reaches, or the lowest tier [4.quantity.tier]', () => {
  fc.assert(
    fc.property(anyTiers, fc.integer({ min: 0, max: 70 }), (tiers, quantity) => {
      expect(tierFor(tiers, quantity)).toEqual(tierOf(tiers, quantity))
    }),
    { numRuns },
  )
})

test('spec 3: campaign tiers apply while there are any, else the normal ones [3.prices.lists]', () => {
  fc.assert(
    fc.property(anyTiers, fc.option(anyTiers, { nil: undefined }), (n, c) => {
      expect(activeTiers({ n, c })).toEqual(c && c.length > 0 ? c : n)
    }),
    { numRuns: cases(10_000) },
  )
})

const kronor: PriceTarget = {
  currency: { id: 1, code: 'SEK', displayDecimals: 0 },
  perBaseMicro: 1_000_000,
  vatRate: 2_500,
  ...inKronor,
}

/** Normal tiers as shops have them: decreasing with quantity. */
function falling(tiers: readonly PriceTier[]): PriceTier[] {
  const steps = tiers.filter(({ q }) => q > 1).toSorted((a, b) => a.q - b.q)
  return [
    { q: 1, p: 500 },
    ...steps.map(({ q, p }, at) => ({ q, p: Math.min(500, p, ...steps.slice(0, at).map((tier) => tier.p)) })),
  ]
}

test(
  'spec 3: a campaign raises no price, and its original price and percentage use the 30 days before' +
    ' [3.prices.derived]',
  () => {
    const whole = anyTiers
      .map((tiers) => tiers.map(({ q, p }) => ({ q: Math.max(q, 1), p: Math.ceil(p) + 1 })))
      .map((tiers) => [...new Map(tiers.map((tier) => [tier.q, tier])).values()])
    fc.assert(
      fc.property(whole, whole, whole, fc.integer({ min: 1, max: 70 }), (further, campaign, earlier, quantity) => {
        const normal = falling(further)
        const { prices, lowest30Days } = shopperPrices(stored(normal), stored(campaign), stored(earlier), kronor)
        expect(tierFor(activeTiers(prices), quantity)?.p).toBe(campaignPrice(normal, campaign, quantity))
        const reference = Math.min(500, ...earlier.map(({ p }) => p))
        if (prices.c) expect(lowest30Days).toBe(reference)
        for (const { q, p, o, d } of prices.c ?? []) {
          // The original price of a tier is its own normal price, capped at the lowest of the 30 days.
          const original = Math.min(tierOf(normal, q)?.p ?? 0, reference)
          expect([o, d]).toEqual(p < original ? [original, Number(exactPercent(original, p))] : [undefined, undefined])
        }
      }),
      { numRuns: cases(10_000) },
    )
  },
)

test('spec 3: a campaign applies even where a price list rises with the quantity', () => {
  const list = [
    { q: 1, p: 500 },
    { q: 2, p: 139 },
    { q: 3, p: 140 },
  ]
  const { prices } = shopperPrices(stored(list), stored([{ q: 2, p: 139 }]), [], kronor)
  expect([1, 2, 3].map((quantity) => tierFor(activeTiers(prices), quantity)?.p)).toEqual([500, 139, 139])
})

test('spec 9: the percentage is rounded half up, and 0 without a discount [9.price.percent]', () => {
  const price = fc.nat({ max: 2_000_000 }).map((minor) => minor / 100)
  fc.assert(
    fc.property(price, price, (original, now) => {
      expect(BigInt(percentOff(original, now))).toBe(original === 0 ? 0n : exactPercent(original, now))
      expect(withReference([{ q: 1, p: now }], original)[0]).toEqual(
        now < original ? { q: 1, p: now, o: original, d: Number(exactPercent(original, now)) } : { q: 1, p: now },
      )
    }),
    { numRuns: cases(50_000) },
  )
  expect([percentOff(0.08, 0.07), percentOff(200, 199), percentOff(40, 33.4)]).toEqual([13, 1, 17])
  const half = fc
    .tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 99 }))
    .map(([times, percent]) => [times * 2, (times * (percent + 0.5)) / 50] as const)
  fc.assert(
    fc.property(half, ([original, off]) => {
      const now = Math.round((original - off) * 100) / 100
      expect(BigInt(percentOff(original, now))).toBe(exactPercent(original, now))
    }),
    { numRuns: cases(50_000) },
  )
})

test('spec 9: the price without VAT is price / VAT factor, halves away from zero [9.price.ex-vat]', () => {
  fc.assert(
    fc.property(amount, rate, (price, vat) => {
      expect(BigInt(exVat(price, vat))).toBe(withoutVat(BigInt(price), vatPercent(vat)))
      expect(exVat(-price, vat) + exVat(price, vat)).toBe(0)
      expect(exVat(price, vat) + vatPart(price, vat)).toBe(price)
    }),
    { numRuns },
  )
})

test('spec 9: the VAT rate is the latest in force for the country and class', () => {
  const day = fc.integer({ min: 2_010, max: 2_030 }).map((year) => `${year}-07-01`)
  const row = fc.record({
    country: fc.constantFrom('SE', 'FI'),
    vat_class: fc.constantFrom('standard', 'reduced'),
    rate,
    valid_from: day,
  })
  const rows = fc.uniqueArray(row, {
    selector: (each) => `${each.country} ${each.vat_class} ${each.valid_from}`,
    maxLength: 12,
  })
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom('SE', 'FI', 'US', '__proto__'),
      fc.constantFrom('standard', 'reduced', 'books'),
      day,
      (list, country, vatClass, at) => {
        expect(vatRateAt(list, country, vatClass, at)).toBe(rateAt(list, country, vatClass, at))
      },
    ),
    { numRuns: cases(10_000) },
  )
})

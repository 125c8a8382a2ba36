import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agreedPrice, shownPrices, withAgreed, type AgreedTier } from '../../src/domain/cart/agreed-prices.ts'
import { discounted } from '../../src/domain/cart/discounts.ts'
import { toMinor } from '../../src/domain/money/money.ts'
import { activeTiers, tierFor, type Prices } from '../../src/domain/money/price-tiers.ts'
import type { PriceTarget } from '../../src/domain/money/product-prices.ts'
import { exVat } from '../../src/domain/money/vat.ts'
import { agreedUnit } from '../oracle/agreed.ts'
import { campaignPrice, minorUnits, reduced, tierOf } from '../oracle/prices.ts'
import { cases } from '../support/cases.ts'
import { anyCurrency } from './any-cart.ts'

const numRuns = cases(20_000)
const rate = fc.oneof(fc.constantFrom(0, 600, 1_200, 1_900, 2_500, 2_550, 2_700), fc.nat({ max: 3_000 }))
const anyTarget = fc
  .record({ currency: anyCurrency, perBaseMicro: fc.integer({ min: 1_000, max: 20_000_000 }), vatRate: rate })
  .map((each) => ({ ...each, base: 'SEK' as const, homeVatRate: 2_500 }))
const net = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 1_000_000_000 }))
const tiersFrom = (least: number) =>
  fc.uniqueArray(
    fc.record({
      q: fc.integer({ min: 1, max: 60 }),
      p: fc.integer({ min: 1, max: 90_000 }).map((minor) => minor / 100),
    }),
    { selector: ({ q }) => q, minLength: least, maxLength: 5 },
  )
const agreedRow = fc.record({
  currency: fc.constantFrom<AgreedTier['currency']>('SEK', 'EUR', 'NOK', 'USD'),
  min_quantity: fc.integer({ min: 1, max: 60 }),
  amount: fc.integer({ min: 1, max: 70_000 }),
})

test('the price without VAT of an agreed price is the one in the list, in every currency to the smallest unit', () => {
  fc.assert(
    fc.property(net, anyTarget, (amount, target) => {
      const currency = target.currency.code
      expect(exVat(agreedPrice({ currency, amount }, target), target.vatRate)).toBe(amount)
    }),
    { numRuns },
  )
})

type Tiers = readonly { q: number; p: number }[]
type Case = {
  n: Tiers
  offers: Tiers
  rows: readonly AgreedTier[]
  target: PriceTarget
  percent: number
}

/** The prices as pages get them: a campaign's tiers are never above the normal price. */
function usualPrices(normal: Tiers, offers: Tiers): Prices {
  const n = normal.toSorted((a, b) => a.q - b.q)
  if (offers.length === 0) return { n }
  const steps = [...new Set([...n, ...offers].map(({ q }) => q))].sort((a, b) => a - b)
  return { n, c: steps.map((q) => ({ q, p: campaignPrice(n, offers, q) ?? 0 })) }
}

/** What is paid for one unit by the rules, in minor units. */
function rightFor({ n, offers, rows, target, percent }: Case, quantity: number) {
  const sekMicro = target.currency.code === 'SEK' ? null : target.perBaseMicro
  const buyer = { currency: target.currency.code, sekMicro, rates: {} }
  const list = rows.map(({ amount, ...row }) => ({ ...row, product_id: 'part', net: amount }))
  const agreed = agreedUnit(list, 'part', { quantity, rate: target.vatRate, buyer })
  const ordinary = tierOf(n, quantity)?.p ?? 0
  const { c = [] } = usualPrices(n, offers)
  const offer = tierOf(c, quantity)?.p ?? ordinary
  const usually = offer < ordinary ? minorUnits(offer) : reduced(minorUnits(ordinary), percent)
  const isAgreed = agreed !== undefined && agreed < usually
  return { isAgreed, paid: isAgreed ? agreed : usually }
}

test('at every quantity a buyer pays the lowest of the prices that apply, and pages show what is paid', () => {
  fc.assert(
    fc.property(
      tiersFrom(1),
      tiersFrom(0),
      fc.array(agreedRow, { minLength: 1, maxLength: 6 }),
      anyTarget,
      fc.integer({ min: 0, max: 100 }),
      (n, offers, rows, target, percent) => {
        const usual = usualPrices(n, offers)
        const found = withAgreed(usual, rows, { percent, target })
        const shown = found && shownPrices(found, percent)
        for (const quantity of [1, 2, 5, 10, 25, 59, 60, 5_000]) {
          const right = rightFor({ n, offers, rows, target, percent }, quantity)
          const tier = found && tierFor(found.tiers, quantity)
          expect(tier?.agreed ?? false).toBe(right.isAgreed)
          if (!tier || !shown) continue
          expect(BigInt(discounted(toMinor(tier.p), tier.campaign ? 0 : percent))).toBe(right.paid)
          expect(minorUnits(tierFor(activeTiers(shown), quantity)?.p ?? 0)).toBe(right.paid)
        }
      },
    ),
    { numRuns: cases(5_000) },
  )
})

test('a product without a price can be bought at an agreed one only where that counts from one unit on', () => {
  const target = {
    currency: { id: 1, code: 'SEK', displayDecimals: 0 },
    base: 'SEK',
    perBaseMicro: 1_000_000,
    vatRate: 2_500,
    homeVatRate: 2_500,
  } as const
  const row = (min_quantity: number) => ({ currency: 'SEK' as const, min_quantity, amount: 10_000 })
  expect(withAgreed({ n: [] }, [row(5)], { percent: 0, target })).toBeUndefined()
  const found = withAgreed({ n: [] }, [row(1)], { percent: 50, target })
  expect(found && shownPrices(found, 50)).toEqual({ n: [{ q: 1, p: 125 }] })
})

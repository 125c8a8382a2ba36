import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import type { CurrencyCode } from '../../../src/domain/money/currencies.ts'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { productFacts } from '../../../src/server/catalog/products/product-facts.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { cases } from '../../support/cases.ts'
import { productPath } from '../../support/fixture-catalogue.ts'
import { fixtureProducts } from '../../support/fixture-products.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

/**
 * A ledger of what a product cost on each day, from article 6a of directive 98/6/EC and section 9 of the specification:
 * the lowest price of the 30 days before a reduction is the lowest that a buyer in this currency was asked for.
 */

/** Unit prices in öre and cents from a day on; without an own price in euros, that in kronor is converted. */
type Normal = { day: number; sek: number; eur: number | undefined }
/** A reduction of each unit, or of ten and more alone, from the beginning of a day to that of another. */
type Campaign = { from: number; until: number; currency: CurrencyCode; amount: number; quantity: number }
/** Millionths of a euro for a krona from a day on. */
type Rate = { day: number; micro: number }
type History = { normal: Normal[]; campaigns: Campaign[]; rates: Rate[] }
type Shopper = 'SEK' | 'EUR'

const anyDay = (first: number, last: number) => fc.integer({ min: first, max: last })
const kronor = fc.integer({ min: 1, max: 40 }).map((tens) => tens * 1_000)
const cents = kronor.map((amount) => Math.round(amount / 11))
const anyNormal = fc.record({ day: anyDay(1, 70), sek: kronor, eur: fc.option(cents, { nil: undefined }) })
const anyRate = fc.record({ day: anyDay(1, 80), micro: fc.integer({ min: 80_001, max: 99_999 }) })
const anyCampaign = fc
  .record({
    from: anyDay(0, 70),
    days: fc.integer({ min: 1, max: 40 }),
    priced: fc.oneof(
      { weight: 2, arbitrary: fc.record({ currency: fc.constant('SEK' as const), amount: kronor }) },
      { weight: 1, arbitrary: fc.record({ currency: fc.constant('EUR' as const), amount: cents }) },
    ),
    quantity: fc.constantFrom(1, 1, 1, 10),
  })
  .map(({ from, days, priced, quantity }): Campaign => ({ from, until: from + days, quantity, ...priced }))
const inTurn = <Each extends { day: number }>(any: fc.Arbitrary<Each>, first: Each) =>
  fc
    .uniqueArray(any, { selector: ({ day }) => day, maxLength: 4 })
    .map((all) => [first, ...all.toSorted((one, other) => one.day - other.day)])
const anyHistory: fc.Arbitrary<History> = fc.record({
  normal: inTurn(anyNormal, { day: 0, sek: 30_000, eur: undefined }),
  campaigns: fc.array(anyCampaign, { minLength: 1, maxLength: 3 }),
  rates: inTurn(anyRate, { day: 0, micro: 88_000 }),
})

/** What a buyer pays on a day for an amount of the price list, to two decimals. */
function paid(
  { rates }: History,
  day: number,
  shopper: Shopper,
  { currency, amount }: Pick<Campaign, 'currency' | 'amount'>,
) {
  if (currency === shopper) return amount
  const { micro = 0 } = rates.findLast((rate) => rate.day <= day) ?? {}
  return Math.floor((amount * micro * 2 + 1_000_000) / 2_000_000)
}

function normalOn(history: History, day: number, shopper: Shopper): number {
  const { sek = 0, eur } = history.normal.findLast((each) => each.day <= day) ?? {}
  if (shopper === 'EUR' && eur !== undefined) return eur
  return paid(history, day, shopper, { currency: 'SEK', amount: sek })
}

/** The campaigns of a day in the buyer's currency, else those in kronor. */
function campaignsOn({ campaigns }: History, day: number, shopper: Shopper): Campaign[] {
  const running = campaigns.filter(({ from, until }) => from <= day && day < until)
  const own = running.filter(({ currency }) => currency === shopper)
  return own.length > 0 ? own : running.filter(({ currency }) => currency === 'SEK')
}

function askedFor(history: History, day: number, shopper: Shopper): number {
  const offers = campaignsOn(history, day, shopper).filter(({ quantity }) => quantity === 1)
  return Math.min(normalOn(history, day, shopper), ...offers.map((each) => paid(history, day, shopper, each)))
}

/** The lowest price that a reduction is shown with today; null without one. */
function lowestBefore(history: History, today: number, shopper: Shopper): number | null {
  const [running, normal] = [campaignsOn(history, today, shopper), normalOn(history, today, shopper)]
  if (!running.some((each) => paid(history, today, shopper, each) < normal)) return null
  const start = Math.min(...running.map(({ from }) => from))
  const days = Array.from({ length: 30 }, (_, at) => start - 1 - at).filter((day) => day >= 0)
  return Math.min(normal, ...days.map((day) => askedFor(history, day, shopper)))
}

const dayZero = Date.parse('2026-01-01T00:00:00Z')
const momentOf = (day: number) => new Date(dayZero + day * 86_400_000)
const fixture = fixtureProducts.find(({ id }) => id === 'soon')
if (!fixture) throw new Error('The fixture has no such product.')
const product = fixture

/** Writes what happened until today, and campaigns to come, as imports and the console do. */
async function happened({ db, kind }: Shop, { normal, campaigns, rates }: History, today: number): Promise<void> {
  await db.deleteFrom('price_history').where('product_id', '=', product.id).execute()
  await db.deleteFrom('campaign_prices').where('product_id', '=', product.id).execute()
  await db.deleteFrom('campaigns').where('id', 'like', 'any-%').execute()
  await db.deleteFrom('currency_rates').where('currency', '=', 'EUR').execute()
  const dated = rates.map(({ day, micro }) => ({ currency: 'EUR' as const, per_sek_micro: micro, day }))
  for (const { day, ...rate } of dated)
    await db
      .insertInto('currency_rates')
      .values({ ...rate, valid_from: momentOf(day).toISOString().slice(0, 10) })
      .execute()
  for (const { day, sek, eur } of normal.filter((each) => each.day <= today)) {
    const own = eur === undefined ? [] : [{ currency: 'EUR' as const, min_quantity: 1, amount: eur }]
    const prices = [{ currency: 'SEK' as const, min_quantity: 1, amount: sek }, ...own]
    const options = { kind, now: momentOf(day), productPath }
    const record = { ...product, prices, popularity: (saved += 1) }
    await db.transaction().execute((trx) => saveProducts(trx, [record], options))
  }
  for (const [at, { from, until, currency, amount, quantity }] of campaigns.entries()) {
    const [id, starts_at, ends_at] = [`any-${at}`, momentOf(from).toISOString(), momentOf(until).toISOString()]
    await db.insertInto('campaigns').values({ id, name: id, starts_at, ends_at }).execute()
    const price = { campaign_id: id, product_id: product.id, currency, min_quantity: quantity, amount }
    await db.insertInto('campaign_prices').values(price).execute()
  }
}
let saved = 100

/** A history of each outcome, so that a run of few cases has seen them all. */
const firstPrice = [{ day: 0, sek: 30_000, eur: undefined }]
const firstRate = [{ day: 0, micro: 88_000 }]
const reduced = (from: number, until: number, amount: number): Campaign => {
  return { from, until, currency: 'SEK', amount, quantity: 1 }
}
const outcomes: [History, number][] = [
  [{ normal: firstPrice, campaigns: [reduced(50, 60, 20_000)], rates: firstRate }, 10],
  [{ normal: firstPrice, campaigns: [reduced(50, 60, 20_000)], rates: firstRate }, 55],
  [{ normal: firstPrice, campaigns: [reduced(30, 35, 10_000), reduced(50, 60, 20_000)], rates: firstRate }, 55],
]

test(
  'the lowest price before a reduction is what was asked for, in each currency',
  { timeout: 3_600_000 },
  async () => {
    await using shop = await fixtureShop()
    const known = new Set<string>()
    await fc.assert(
      fc.asyncProperty(anyHistory, anyDay(0, 90), async (history, today) => {
        await happened(shop, history, today)
        const noon = new Date(momentOf(today).getTime() + 43_200_000)
        for (const shopper of ['SEK', 'EUR'] as const) {
          const facts = await productFacts(shop.db, swedish('SE', shopper), [product.id], noon)
          const lowest = facts.get(product.id)?.lowest30Days ?? null
          const expected = lowestBefore(history, today, shopper)
          known.add(expected === null ? 'none' : expected < normalOn(history, today, shopper) ? 'lower' : 'normal')
          expect([shopper, lowest === null ? null : Math.round(lowest * 100)]).toEqual([shopper, expected])
        }
      }),
      { numRuns: cases(inject('engine') === 'sqlite' ? 400 : 200, 0.1), examples: outcomes },
    )
    expect(known).toEqual(new Set(['none', 'normal', 'lower']))
  },
)

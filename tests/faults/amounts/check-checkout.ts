import {
  totalsOf,
  withoutAnyVat,
  type Amount,
  type Amounts,
  type PaidLine,
  type Totals,
} from '../amounts-oracle/amounts.ts'
import { exactSum, twoDecimals, withoutNoOre, type VatMode } from '../amounts-oracle/displayed.ts'
import type { ShopFacts } from '../amounts-oracle/shop-facts.ts'
import { describe } from './check-sync.ts'
import type { RandomCart } from './random-cart.ts'
import type { ShownCheckout, ShownTotals } from './read-checkout.ts'
import type { ShownAmount } from './shown-money.ts'
import type { Tally } from './tally.ts'

export type Screen = { tally: Tally; facts: ShopFacts; cart: RandomCart; where: string; isReversed: boolean }
const modes: readonly VatMode[] = ['inc', 'ex']

/** Compares all amounts of a checkout page; returns the expected totals with the chosen delivery. */
export function checkCheckout(screen: Screen, expected: Amounts, shown: ShownCheckout): Totals | undefined {
  const { tally, facts, cart, where, isReversed } = screen
  const { country } = cart.market
  const at = (): string => describe(cart)
  const wanted = expected.lines.map(({ part, quantity }) => `${part.sku} x ${quantity}`)
  const lines = shown.lines.map(({ sku, quantity }) => `${sku} x ${quantity}`)
  if (!tally.check(`${where}: lines and quantities`, wanted, lines, at)) return undefined
  for (const [index, line] of expected.lines.entries()) checkLine(screen, line, shown.lines[index])
  checkOffers(screen, expected, shown)
  const chosen = shown.offers.find(({ isChosen }) => isChosen)?.id ?? expected.offers[0]?.id
  const price = expected.offers.find(({ id }) => id === chosen)?.price
  if (price === undefined) return undefined
  const own = totalsOf(facts, expected, price, country)
  const totals = isReversed ? withoutAnyVat(own) : own
  for (const each of shown.totals) checkTotals(screen, totals, each)
  if (!isReversed) {
    tally.check(`${where}: VAT within`, twoDecimals(totals.vat), padded(shown.vatWithin ?? '0'), at)
  }
  return totals
}

function checkOffers({ tally, facts, cart, where, isReversed }: Screen, expected: Amounts, shown: ShownCheckout): void {
  const { currency, country } = cart.market
  for (const mode of modes) {
    const offers = expected.offers.map(({ id, price }) => {
      const totals = totalsOf(facts, expected, price, country)
      const { delivery } = isReversed ? withoutAnyVat(totals) : totals
      return `${id} ${withoutNoOre(exactSum(delivery[mode], currency, isReversed ? 'ex' : mode))}`
    })
    const given = shown.offers.map(({ id, price }) => `${id} ${withoutNoOre(price[mode])}`)
    tally.check(`${where}: deliveries ${mode}`, offers, given, () => describe(cart))
  }
}

function checkLine(
  { tally, cart, where, isReversed }: Screen,
  { part, each, total }: PaidLine,
  shown: ShownCheckout['lines'][number] | undefined,
): void {
  const { currency } = cart.market
  const at = (): string => `${part.sku} of ${describe(cart)}`
  for (const mode of modes) {
    const [unit, sum] = isReversed ? [each.ex, total.ex] : [each[mode], total[mode]]
    const own = isReversed ? 'ex' : mode
    tally.check(
      `${where}: unit price ${mode}`,
      orFree(unit, exactSum(unit, currency, own)),
      orFree(unit, shown?.each[mode]),
      at,
    )
    tally.check(
      `${where}: line ${mode}`,
      orFree(sum, exactSum(sum, currency, own)),
      orFree(sum, shown?.total[mode]),
      at,
    )
  }
}

/** An amount of 0 may be displayed as free, and then has no decimals. */
const orFree = (amount: bigint, text = 'nothing'): string => (amount === 0n ? withoutNoOre(text) : text)

/** Each row of a table of totals; rows of 0 may be left out. */
export function checkTotals({ tally, cart, where, isReversed }: Screen, totals: Totals, shown: ShownTotals): void {
  const { currency } = cart.market
  const at = (): string => describe(cart)
  for (const mode of modes) {
    const own = isReversed ? 'ex' : mode
    const check = (
      row: 'items' | 'fixed' | 'delivery',
      { [mode]: amount }: Amount,
      given: ShownAmount | undefined,
    ): void => {
      if (amount === 0n && (given === undefined || withoutNoOre(given[mode]) === '0')) return
      tally.check(`${where}: ${row} ${mode}`, exactSum(amount, currency, own), given?.[mode], at)
    }
    check('items', totals.items, shown.items)
    check('fixed', totals.fixed, shown.fixed)
    check('delivery', totals.delivery, shown.delivery)
  }
  if (!isReversed) tally.check(`${where}: VAT`, twoDecimals(totals.vat), padded(shown.vat?.ex ?? '0'), at)
  tally.check(`${where}: total`, exactSum(totals.total, currency, isReversed ? 'ex' : 'inc'), shown.total?.inc, at)
}

/** VAT has two decimals, or none when it is 0 or whole. */
const padded = (text: string): string => (text.includes('.') ? text : `${text}.00`)

import { exactSum, withoutNoOre, twoDecimals } from '../amounts-oracle/displayed.ts'
import type { Minor } from '../amounts-oracle/exact.ts'
import type { ShopFacts } from '../amounts-oracle/shop-facts.ts'
import { checkTotals } from './check-checkout.ts'
import { describe } from './check-sync.ts'
import type { SampleOrder } from './order-trip.ts'
import type { ShownMail, ShownOrder } from './read-order.ts'
import type { Tally } from './tally.ts'

type Judge = { tally: Tally; facts: ShopFacts; order: SampleOrder }

const describeOrder = ({ cart, isReversed }: SampleOrder): string =>
  `${isReversed ? 'reverse charge, ' : ''}${describe(cart)}`

/** The amount that a document shows as a sum: without VAT under reverse charge. */
function sums({ cart, isReversed }: SampleOrder): (amount: { inc: Minor; ex: Minor }) => string {
  return ({ inc, ex }) => exactSum(isReversed ? ex : inc, cart.market.currency, isReversed ? 'ex' : 'inc')
}

/** The confirmation page and the order's own page. */
export function checkOrderPage({ tally, facts, order }: Judge, where: string, shown: ShownOrder): void {
  const { cart, expected, totals, isReversed } = order
  const at = (): string => describeOrder(order)
  const sum = sums(order)
  const wanted = expected.lines.map(({ part, quantity, total }) => `${part.sku} x ${quantity}: ${free(sum(total))}`)
  tally.check(
    `${where}: lines`,
    wanted,
    shown.lines.map(({ sku, quantity, total }) => `${sku} x ${quantity}: ${free(total.inc)}`),
    at,
  )
  const single = { ...totals, items: same(totals.items), fixed: same(totals.fixed), delivery: same(totals.delivery) }
  const hasBoth = shown.totals.vat !== undefined
  if (hasBoth) checkTotals({ tally, facts, cart, where, isReversed }, totals, shown.totals)
  else {
    tally.check(`${where}: total`, sum({ inc: totals.total, ex: totals.total }), shown.totals.total?.inc, at)
    tally.check(`${where}: discount`, free(sum(single.fixed)), free(shown.totals.fixed?.inc ?? '0'), at)
    tally.check(`${where}: delivery`, free(sum(single.delivery)), free(shown.totals.delivery?.inc ?? '0'), at)
  }
  if (!isReversed && totals.vat > 0n)
    tally.check(`${where}: VAT`, withoutNoOre(twoDecimals(totals.vat)), withoutNoOre(shown.vatWithin ?? '0'), at)
}

const same = (amount: { inc: Minor; ex: Minor }): { inc: Minor; ex: Minor } => amount

/** An amount of 0 may be displayed as free, and then has no decimals. */
const free = (text: string): string => (withoutNoOre(text) === '0' ? '0' : text)

export function checkMail({ tally, order }: Judge, shown: ShownMail): void {
  const { expected, totals, isReversed } = order
  const at = (): string => describeOrder(order)
  const sum = sums(order)
  const wanted = expected.lines.map(
    ({ part, quantity, each, total }) => `${quantity} x ${part.sku} ${free(sum(each))} ${free(sum(total))}`,
  )
  // The unit price is only shown for several units.
  const given = shown.lines.map(
    ({ sku, quantity, each, total }) => `${quantity} x ${sku} ${free(each === '' ? total : each)} ${free(total)}`,
  )
  tally.check('mail: lines', wanted, given, at)
  tally.check('mail: total', sum({ inc: totals.total, ex: totals.total }), shown.total, at)
  tally.check('mail: discount', free(sum(totals.fixed)), free(shown.fixed.replace('nothing', '0')), at)
  tally.check('mail: delivery', free(sum(totals.delivery)), free(shown.delivery), at)
  if (!isReversed && totals.vat > 0n)
    tally.check('mail: VAT', withoutNoOre(twoDecimals(totals.vat)), withoutNoOre(shown.vat), at)
}

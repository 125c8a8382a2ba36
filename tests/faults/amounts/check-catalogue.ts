import { parseDocument } from 'htmlparser2'
import { shownPrice, twoDecimals, withoutNoOre } from '../amounts-oracle/displayed.ts'
import { withoutVat } from '../amounts-oracle/exact.ts'
import type { Part, ShopFacts } from '../amounts-oracle/shop-facts.ts'
import { ordinaryTiers, tierAt, tiersOf, vatRate, type Market } from '../amounts-oracle/unit-prices.ts'
import { major, steps, type SyncedTier } from './check-sync.ts'
import type { Language } from './random-cart.ts'
import { amountIn, byClass, textOf, type AnyNode } from './shown-money.ts'
import type { Tally } from './tally.ts'

export type Suggested = { sku: string; vat: number; prices: { n: SyncedTier[]; c?: SyncedTier[] } }
type Where = { tally: Tally; facts: ShopFacts; market: Market }

/** The prices of a part in the search suggestions. */
export function checkSuggestion({ tally, facts, market }: Where, part: Part, found: Suggested | undefined): void {
  const at = (): string => `${part.sku}: ${market.currency} ${market.country}`
  const tiers = tiersOf(facts, part, market)
  const wanted = tiers.map(({ from, price }) => ({ q: from, p: major(price) }))
  const ordinary = ordinaryTiers(facts, part, market).map(({ from, price }) => ({ q: from, p: major(price) }))
  tally.check('products: normal tiers', steps(ordinary), steps(found?.prices.n ?? []), at)
  const hasCampaign = tiers.some(({ isCampaign }) => isCampaign)
  tally.check('products: campaign tiers', hasCampaign ? steps(wanted) : [], steps(found?.prices.c ?? []), at)
  tally.check('products: VAT', Number(vatRate(facts, market.country, part.vatClass)) / 100, found?.vat, at)
  for (const { p, o, d } of found?.prices.c ?? []) {
    // "Discount shown as a rounded percent" (section 9).
    if (o !== undefined) tally.check('products: percent', Math.round((100 * (o * 100 - p * 100)) / (o * 100)), d, at)
  }
}

export type Card = { sku: string; inc: string; ex: string }

/** The cards of a list, in order; cards without a price have none. */
export function readCards(html: string, language: Language): Card[] {
  const list = byId(parseDocument(html).children, 'grid')
  return byClass(list, 'product-card').map((card) => {
    const [sku, amount] = [byClass([card], 'number')[0], byClass([card], 'amount')[0]]
    return { sku: sku ? textOf(sku) : '', ...amountIn(amount, language) }
  })
}

function byId(nodes: AnyNode[], id: string): AnyNode[] {
  return byClass(nodes, 'listing').filter((node) => node.attribs['id'] === id)
}

/** Checks the cards, and that a list sorted by price is in order in the displayed currency. */
export function checkCards(where: Where, cards: readonly Card[], direction: 'up' | 'down', list: string): void {
  const { tally, facts, market } = where
  const priced = cards.filter(({ inc }) => inc !== 'nothing' && inc !== '0')
  for (const { sku, inc, ex } of priced) {
    const part = facts.parts.get(sku)
    if (part === undefined || part.isParent) continue
    const price = tierAt(tiersOf(facts, part, market), 1)?.price ?? 0n
    const rate = vatRate(facts, market.country, part.vatClass)
    const at = (): string => `${sku} in ${list}, ${market.currency} ${market.country}: ${twoDecimals(price)}`
    tally.check('lists: price with VAT', withoutNoOre(shownPrice(price, market.currency, 'inc')), withoutNoOre(inc), at)
    tally.check('lists: price without VAT', twoDecimals(withoutVat(price, rate)), ex, at)
  }
  const prices = priced.map(({ inc }) => Number(inc))
  const isBefore = (left: number, right: number): boolean => (direction === 'up' ? left <= right : left >= right)
  const wrong = prices.findIndex((price, at) => at > 0 && !isBefore(prices[at - 1] ?? 0, price))
  tally.check(
    'lists: sorted by price',
    -1,
    wrong,
    () => `${list}, ${market.currency}: ${prices.slice(wrong - 1, wrong + 1).join(', ')}`,
  )
}

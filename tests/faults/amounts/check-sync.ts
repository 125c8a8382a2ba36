import { amountsOf, type Amounts } from '../amounts-oracle/amounts.ts'
import type { Minor } from '../amounts-oracle/exact.ts'
import type { ShopFacts } from '../amounts-oracle/shop-facts.ts'
import type { RandomCart } from './random-cart.ts'
import type { Tally } from './tally.ts'

export type SyncedTier = { q: number; p: number; o?: number; d?: number }
export type SyncedLine = {
  sku: string
  quantity: number
  price: number
  ordinary_price: number
  pricing: SyncedTier[]
  vat: number
  campaign: boolean
  added_by_coupon?: string | null
  adjusted_quantity?: number | null
}
/** Major units with two decimals, as the calls send them. */
export const major = (amount: Minor): number => Number(amount) / 100

/** Compares the answer of sync-cart with the oracle. */
export function checkSync(tally: Tally, facts: ShopFacts, cart: RandomCart, answer: readonly SyncedLine[]): Amounts {
  const expected = amountsOf(facts, cart)
  const where = (): string => describe(cart)
  const shown = answer.filter(({ added_by_coupon: by, quantity }) => !by && quantity > 0)
  const lines = expected.lines.filter(({ tiers }) => tiers.length > 0)
  if (
    !tally.check(
      'sync-cart: lines and quantities',
      lines.map(({ part, quantity }) => `${part.sku} x ${quantity}`),
      shown.map(({ sku, quantity }) => `${sku} x ${quantity}`),
      where,
    )
  )
    return expected
  for (const [at, line] of lines.entries()) {
    const given = shown[at]
    const here = (): string => `${line.part.sku} of ${where()}`
    tally.check('sync-cart: price', major(line.unit), given?.price, here)
    tally.check('sync-cart: ordinary price', major(line.ordinary), given?.ordinary_price, here)
    tally.check('sync-cart: VAT', Number(line.vat) / 100, given?.vat, here)
    tally.check('sync-cart: campaign', line.isCampaign, given?.campaign, here)
    tally.check(
      'sync-cart: tiers',
      steps(line.tiers.map(({ from, price }) => ({ q: from, p: major(price) }))),
      steps(given?.pricing ?? []),
      here,
    )
  }
  const gifts = expected.lines.filter(({ tiers }) => tiers.length === 0)
  tally.check(
    'sync-cart: parts that coupons add',
    gifts.map(({ part }) => part.sku),
    answer.filter(({ added_by_coupon: by }) => by).map(({ sku }) => sku),
    where,
  )
  return expected
}

/** Where the price changes, ignoring tiers of the same price. */
export function steps(tiers: readonly SyncedTier[]): string[] {
  return tiers.filter(({ p }, at) => p !== tiers[at - 1]?.p).map(({ q, p }) => `${q}: ${p}`)
}

/** Enough information to reproduce a difference. */
export function describe({ market, customer, lines, codes, language }: RandomCart): string {
  const parts = lines.map(({ sku, quantity, bundleOf, accessoryOf }) =>
    [
      `${sku} x ${quantity}`,
      ...(bundleOf ? [`(bundle of ${bundleOf})`] : []),
      ...(accessoryOf ? [`(with ${accessoryOf})`] : []),
    ].join(' '),
  )
  return [
    `${language} ${market.currency} ${market.country}`,
    ...(customer === null ? [] : [customer]),
    parts.join(', '),
    ...(codes.length > 0 ? [codes.join(' ')] : []),
  ].join(' | ')
}

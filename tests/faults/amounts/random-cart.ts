import { randomUUID } from 'node:crypto'
import type { AskedLine, Asked } from '../amounts-oracle/cart-lines.ts'
import type { Part, ShopFacts } from '../amounts-oracle/shop-facts.ts'
import { isSold, tiersOf } from '../amounts-oracle/unit-prices.ts'
import type { Random } from './random.ts'

export type Language = 'en' | 'sv'
type SentItem = { uuid: string; sku: string; quantity: number }
export type RandomCart = Asked & { language: Language; items: readonly SentItem[] }
type Source = { random: Random; facts: ShopFacts; at: Date; customer: string | null }

export const currencies = { SEK: 1, NOK: 2, DKK: 3, EUR: 4, GBP: 5, USD: 6 } as const
const euros = [
  'SE',
  'DE',
  'FI',
  'DK',
  'FR',
  'HU',
  'LU',
  'EE',
  'AT',
  'PL',
  'IE',
  'IT',
  'SK',
  'RO',
  'NL',
  'ES',
  'GR',
  'BE',
]
const others = ['NO', 'GB', 'US', 'CH', 'CA', 'JP', 'IS', 'AU', 'TR', 'GG', 'AE']

/** A cart as the browser would send it, and the oracle's input for it. */
export function randomCart({ random, facts, at, customer }: Source): RandomCart {
  const market = {
    currency: random.pick(Object.keys(currencies)),
    at,
    country:
      customer !== null || random.chance(0.35) ? 'SE' : random.chance(0.75) ? random.pick(euros) : random.pick(others),
  }
  const parts = soldParts(facts, market)
  const plain = random
    .some(parts, random.between(1, random.chance(0.1) ? 25 : 6))
    .map((part): AskedLine => ({ sku: part.sku, quantity: quantityOf(facts, part, { market, random }) }))
  const lines = random.chance(0.25) ? [...plain, ...boundLines(facts, plain, { random, parts })] : plain
  const codes = random.chance(0.6)
    ? random.some(
        [...facts.codes.keys()].filter((code) => !code.includes(':')),
        random.between(1, 4),
      )
    : []
  return {
    market,
    customer,
    lines,
    codes: customer !== null && random.chance(0.3) ? [...codes, 'CUSTOMERDISCOUNT'] : codes,
    language: random.pick(['en', 'sv']),
    items: sent(facts, lines),
  }
}

const soldIn = new WeakMap<ShopFacts, Map<string, Part[]>>()

/** What can be ordered in a country and currency; cached. */
function soldParts(facts: ShopFacts, market: Asked['market']): Part[] {
  const known = soldIn.get(facts) ?? new Map<string, Part[]>()
  soldIn.set(facts, known)
  const key = [market.currency, market.country].join(' ')
  const parts =
    known.get(key) ?? [...facts.parts.values()].filter((part) => part.available > 0 && isSold(facts, part, market))
  known.set(key, parts)
  return parts
}

type Asking = { market: Asked['market']; random: Random }

/** Mostly around the limits of tiers, and up to the maximum quantity. */
function quantityOf(facts: ShopFacts, part: Part, { market, random }: Asking): number {
  if (random.chance(0.3)) return random.between(1, 3)
  if (random.chance(0.1)) return random.pick([4999, 5000, random.between(1, 5000)])
  const { from } = random.pick(tiersOf(facts, part, market))
  return Math.max(1, Math.min(5000, from + random.between(-1, 1)))
}

/** A bundle's part or an accessory of something in the cart. */
function boundLines(
  facts: ShopFacts,
  plain: readonly AskedLine[],
  { random, parts }: { random: Random; parts: readonly Part[] },
): AskedLine[] {
  const sold = new Set(parts.map(({ sku }) => sku))
  const has = (base: string, part: string): boolean => sold.has(part) && plain.some(({ sku }) => sku === base)
  const bundles = facts.bundles
    .filter(({ base, part }) => has(base, part))
    .map(({ base, part }): AskedLine => ({ sku: part, quantity: random.between(1, 6), bundleOf: base }))
  const accessories = facts.accessories
    .filter(({ base, part }) => has(base, part))
    .map(({ base, part }): AskedLine => ({ sku: part, quantity: random.between(1, 12), accessoryOf: base }))
  return [
    ...(bundles.length > 0 ? [random.pick(bundles)] : []),
    ...(accessories.length > 0 ? [random.pick(accessories)] : []),
  ]
}

function sent(facts: ShopFacts, lines: readonly AskedLine[]): SentItem[] {
  const idOf = (sku: string | undefined): string | undefined => facts.parts.get(sku ?? '')?.id
  return lines.map(({ sku, quantity, bundleOf, accessoryOf }) => ({
    uuid: randomUUID(),
    sku,
    quantity,
    ...(bundleOf === undefined ? {} : { upselling_bundle_id: idOf(bundleOf), unique_bundle_id: randomUUID() }),
    ...(accessoryOf === undefined ? {} : { cross_selling_product_id: idOf(accessoryOf) }),
  }))
}

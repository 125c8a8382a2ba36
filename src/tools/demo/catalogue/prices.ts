import type { ProductRecord } from '../../../server/catalog/maintenance/product-record.ts'
import { families } from '../parts/families.ts'
import type { Part } from '../parts/part.ts'
import { drawsFor } from '../random.ts'

const kronorPerEuro = 11.3
const steps = [
  [5, 0.95],
  [10, 0.91],
  [50, 0.85],
] as const

type StoredPrice = ProductRecord['prices'][number]

/** Price lists of a part in öre and, for some parts, in cents; about a third of the parts have quantity prices. */
export function pricesOf(part: Part, kronor: number | null, key: string = part.key): StoredPrice[] {
  if (kronor === null) return []
  const draws = drawsFor(`prices ${part.key}`)
  const tiered = families[part.family].tiers && part.groupSize === 1 && draws.chance(0.85)
  const ownEuro = part.type !== 4 && drawsFor(`euro ${key}`).chance(0.15)
  return [
    ...tiersOf('SEK', kronor * 100, 100, tiered),
    ...(ownEuro ? tiersOf('EUR', Math.round(kronor / kronorPerEuro) * 100 - 10, 10, tiered) : []),
  ]
}

/** Tiers rounded to `unit` minor units; tiers that would not be cheaper than the previous one are left out. */
function tiersOf(currency: 'SEK' | 'EUR', amount: number, unit: number, tiered: boolean): StoredPrice[] {
  const base: StoredPrice = { currency, min_quantity: 1, amount }
  if (!tiered) return [base]
  const lower = steps.map(([min_quantity, factor]): StoredPrice => ({
    currency,
    min_quantity,
    amount: Math.round((amount * factor) / unit) * unit,
  }))
  return [base, ...lower].filter((tier, at, all) => at === 0 || tier.amount < (all[at - 1]?.amount ?? Infinity))
}

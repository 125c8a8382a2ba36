import type { Currency } from '../../../domain/money/currencies.ts'
import { toMinor } from '../../../domain/money/money.ts'
import { homeRate } from '../../../domain/money/vat.ts'
import type { PriceRange } from '../columns/select-products.ts'
import type { Pricing } from '../rates.ts'
import type { PriceChoice } from './list-choices.ts'

/** From this price on, currencies without decimals are shown in whole units (i18n/money.ts). */
const roundedFrom = 1_000

/**
 * Returns the sort prices (minor units of the currency, with home VAT) whose shown price is in the chosen range, so
 * that a card's price decides and not the öre behind it.
 */
export function priceLimits(
  choice: PriceChoice,
  { displayDecimals }: Currency,
  pricing: Pricing,
  vatClass: string,
): PriceRange {
  const { vatRate, homeVatRate = homeRate } = pricing.target(vatClass)
  const toHome = (shown: number) => (shown * (10_000 + homeVatRate)) / (10_000 + vatRate)
  const whole = (minor: number) => displayDecimals === 0 && minor % 100 === 0 && minor >= roundedFrom
  const limit = (major: number | null, side: -1 | 1) => {
    if (major === null) return side * Number.POSITIVE_INFINITY
    const minor = toMinor(major)
    if (choice.isExVat) return toHome(((minor + side * 0.5) * (10_000 + pricing.rate(vatClass))) / 10_000)
    return toHome(minor + side * (whole(minor) ? 50 : 0.5))
  }
  // A price halfway is rounded up: it belongs to the range above it.
  return { from: limit(choice.from, -1), to: justBelow(limit(choice.to, 1)) }
}

function justBelow(limit: number): number {
  return Number.isFinite(limit) ? limit - 1e-6 : limit
}

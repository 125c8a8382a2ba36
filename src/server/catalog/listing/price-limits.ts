import type { Currency } from '../../../domain/money/currencies.ts'
import { toMinor } from '../../../domain/money/money.ts'
import type { PriceRange } from '../selection/select-products.ts'
import type { PriceChoice } from './list-choices.ts'
import type { ShopperPrices } from './shopper-prices.ts'

/** From this price on, currencies without decimals are shown in whole units (i18n/money.ts). */
const roundedFrom = 1_000

type Limits = { min: number; max: number }

/**
 * Returns for each VAT class the prices with home VAT whose shown price is in the chosen range: the price is rounded to
 * minor units first, as on the card, and the VAT or the decimals are taken off after that.
 */
export function priceLimits(
  choice: PriceChoice,
  currency: Currency,
  { pricing, vatClasses, vatRatios }: Pick<ShopperPrices, 'pricing' | 'vatClasses' | 'vatRatios'>,
): PriceRange[] {
  return vatClasses.map((vatClass, at) => {
    const { min, max } = choice.isExVat
      ? limitsExVat(choice, pricing.rate(vatClass))
      : limitsWithVat(choice, currency.displayDecimals === 0)
    const ratio = vatRatios[at] ?? 1
    // Half a minor unit is rounded up: it belongs to the price above.
    return { from: (min - 0.5) / ratio, to: justBelow((max + 0.5) / ratio) }
  })
}

/** The prices in whole minor units that are shown within the range. */
function limitsWithVat({ from, to }: PriceChoice, isRounded: boolean): Limits {
  const isWhole = (minor: number) => isRounded && minor % 100 === 0 && minor >= roundedFrom
  const [min, max] = [toMinor(from ?? 0), toMinor(to ?? 0)]
  return {
    min: from === null ? -Infinity : isWhole(min) ? Math.max(roundedFrom, min - 50) : min,
    max: to === null ? Infinity : isWhole(max) ? max + 49 : max,
  }
}

/** The prices with VAT in whole minor units whose price without VAT is within the range. */
function limitsExVat({ from, to }: PriceChoice, vatRate: number): Limits {
  const firstAbove = (halves: number) => Math.ceil((halves * (10_000 + vatRate)) / 20_000)
  return {
    min: from === null ? -Infinity : firstAbove(2 * toMinor(from) - 1),
    max: to === null ? Infinity : firstAbove(2 * toMinor(to) + 1) - 1,
  }
}

function justBelow(limit: number): number {
  return Number.isFinite(limit) ? limit - 1e-6 : limit
}

import { vatPercent } from '../../domain/money/vat.ts'
import { homeRules, type Home } from '../../domain/places/home.ts'
import type { Profile } from '../../server/catalog/import/profile/profile.ts'

/** Says what a profile takes for granted about goods because their feed does not say it, in a shop of this home. */
export function assumptionsOf({ name, price, stock, weight }: Profile, home: Home): string[] {
  const lines: string[] = []
  if (price) {
    const vat =
      price.vat === 'inc'
        ? 'VAT included'
        : `VAT of ${price.vatRate ?? vatPercent(homeRules(home).vatInPrices)} % added`
    lines.push(`Prices are taken for ${price.currency}, ${vat}.`)
  }
  if (typeof stock === 'number' && stock > 0)
    lines.push(`Each product gets ${stock} units in stock: the profile ${name} reads none from the feed.`)
  if (typeof weight === 'number' && weight > 0) lines.push(`Each product is taken to weigh ${weight} g.`)
  return lines
}

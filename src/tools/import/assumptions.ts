import { vatPercent } from '../../domain/money/vat.ts'
import { homeRules, type Home } from '../../domain/places/home.ts'
import { fileReason, type FileReason } from '../../domain/products/file-reasons.ts'
import type { Profile } from '../../server/catalog/import/profile/profile.ts'

/** Says what a profile takes for granted about goods because their feed does not say it, in a shop of this home. */
export function assumptionsOf({ name, price, stock, weight }: Profile, home: Home): FileReason[] {
  const notes: FileReason[] = []
  if (price) {
    const { currency, vat, vatRate } = price
    const percent = vatRate ?? vatPercent(homeRules(home).vatInPrices)
    notes.push(fileReason(vat === 'inc' ? 'note_prices_inc' : 'note_prices_ex', { currency, percent }))
  }
  if (typeof stock === 'number' && stock > 0) notes.push(fileReason('note_stock', { count: stock, profile: name }))
  if (typeof weight === 'number' && weight > 0) notes.push(fileReason('note_weight', { grams: weight }))
  return notes
}

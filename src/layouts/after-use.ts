import { watchCorrectedFields } from '../browser/corrected-fields.ts'
import { fetchIslands } from '../browser/fetch-islands.ts'
import { watchCategoryTree } from '../features/category/watch-tree.ts'
import { watchFinders } from '../features/device-finder/watch-finders.ts'
import { watchCompareLinks } from '../features/listing/compare/watch-compare.ts'
import { swapListing } from '../features/listing/swap-listing.ts'
import { keepPostalCode } from '../features/product/postal-code.ts'

/** What only somebody who uses the page needs; its code is not even fetched before. */
export function afterUse(): void {
  void fetchIslands()
  watchCorrectedFields()
  watchCategoryTree()
  watchFinders()
  swapListing()
  watchCompareLinks()
  keepPostalCode()
}

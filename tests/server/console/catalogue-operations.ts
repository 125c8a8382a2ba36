import { goodsReaders, goodsWriters } from './goods-roles.ts'
import type { OperationRow } from './operations.ts'

/** The rows of `operations` about the catalogue's own screens. */
export const catalogueOperations: Readonly<Record<string, OperationRow>> = {
  categories: { roles: goodsReaders },
  'categories.place': { roles: goodsWriters },
  'category-new': { roles: goodsWriters },
  'category-new.make': { roles: goodsWriters },
  category: { roles: goodsReaders },
  'category.texts': { roles: goodsWriters },
  'category.links': { roles: goodsWriters },
  'category.cards': { roles: goodsWriters },
  'category.move': { roles: goodsWriters },
  'category.merge': { roles: goodsWriters },
  'category.remove': { roles: goodsWriters },
  'search-words': { roles: goodsReaders },
  'search-synonym': { roles: goodsReaders },
  'search-synonym.try': { roles: goodsWriters },
  'search-synonym.save': { roles: goodsWriters },
  'search-synonym.remove': { roles: goodsWriters },
  'search-trigger': { roles: goodsReaders },
  'search-trigger.try': { roles: goodsWriters },
  'search-trigger.save': { roles: goodsWriters },
  'search-trigger.remove': { roles: goodsWriters },
  'search-misses': { roles: goodsReaders },
  'search-misses.export': { roles: goodsReaders, asksFactor: true },
  'search-misses.save_view': { roles: goodsReaders },
  'search-misses.remove_view': { roles: goodsReaders },
  'search-misses.dismiss': { roles: goodsWriters },
  'search-misses.restore': { roles: goodsWriters },
}

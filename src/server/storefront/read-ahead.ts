import { countAhead } from '../catalog/selection/count-ahead.ts'
import type { Shop } from '../catalog/shop.ts'
import { keptTermsOf } from '../search/kept/kept-terms.ts'

/**
 * Reads what lists and searches keep in memory before somebody asks: a million products take some 15 s. Resolves when
 * lists are ready, and never fails, because the first list reads again what could not be read.
 */
export async function readAhead(shop: Shop): Promise<void> {
  try {
    // Another thread reads for searches; on SQLite it waits, so that the first list is ready sooner.
    if (shop.kind === 'postgres') await keptTermsOf(shop).current()
    const columns = await shop.catalogIndex.columns()
    await Promise.all([keptTermsOf(shop).current(), countAhead(columns)])
  } catch (error) {
    shop.log.warn({ err: error }, 'what lists keep in memory was not read ahead')
  }
}

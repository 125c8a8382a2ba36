import type { Shop } from '../../platform/shop.ts'
import { insertInvalidations, turnedProducts } from '../change-queries.ts'
import { hasRateTurned, recountCurrencySortPrices } from '../listing/sort-price-queries.ts'
import { manyPrices, purgePrices } from './finish-catalog.ts'
import { refreshSortPrices } from './finish-queries.ts'

/**
 * Creates a job that updates the order by price when a campaign begins or ends, or an exchange rate changes. The first
 * run catches up on changes made while no process ran; if there are none, cached pages are kept. Of the others only
 * those are purged that show a product of the campaign.
 */
export function followCampaigns(shop: Shop): () => Promise<void> {
  let last = ''
  return async () => {
    const at = shop.now().toISOString()
    const turned = await turnedProducts(shop.db, { after: last, until: at }, manyPrices + 1)
    if (turned) {
      await shop.db.transaction().execute(async (trx) => {
        const hasMoved = await refreshSortPrices(trx, at)
        if (last !== '') await purgePrices(trx, shop.kind, turned, at)
        else if (hasMoved) await insertInvalidations(trx, ['catalog'], at)
      })
    }
    if (await hasRateTurned(shop.db, at)) {
      await shop.db.transaction().execute(async (trx) => {
        await recountCurrencySortPrices(trx, at)
        await insertInvalidations(trx, ['catalog'], at)
      })
    }
    last = at
  }
}

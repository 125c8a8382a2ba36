import type { Shop } from '../../platform/shop.ts'
import { refreshSortPrices } from './finish-queries.ts'
import { hasCampaignTurned, insertInvalidations } from '../change-queries.ts'
import { hasRateTurned, recountCurrencySortPrices } from '../listing/sort-price-queries.ts'

/**
 * Makes a job that gives listings their new order by price when a campaign begins or ends, or a rate of
 * exchange changes. The first run brings up to date what turned while no process ran; where that is nothing, the pages
 * that this and other processes keep stay.
 */
export function followCampaigns(shop: Shop): () => Promise<void> {
  let last = ''
  return async () => {
    const at = shop.now().toISOString()
    if (await hasCampaignTurned(shop.db, last, at)) {
      await shop.db.transaction().execute(async (trx) => {
        const hasMoved = await refreshSortPrices(trx, at)
        if (hasMoved || last !== '') await insertInvalidations(trx, ['catalog'], at)
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

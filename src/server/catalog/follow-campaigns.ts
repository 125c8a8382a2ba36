import type { Shop } from '../shop.ts'
import { refreshSortPrices } from './finish-queries.ts'
import { hasCampaignTurned, insertInvalidations } from './change-queries.ts'

/** Makes a job that gives listings their new order by price when a campaign begins or ends. */
export function followCampaigns(shop: Shop): () => Promise<void> {
  let last = '' // The first run brings up to date what turned while no process ran.
  return async () => {
    const at = shop.now().toISOString()
    if (await hasCampaignTurned(shop.db, last, at)) {
      await shop.db.transaction().execute(async (trx) => {
        await refreshSortPrices(trx, at)
        await insertInvalidations(trx, ['catalog'], at)
      })
    }
    last = at
  }
}

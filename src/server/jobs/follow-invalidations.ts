import type { Shop } from '../ordering/shop.ts'
import { sentenceOf, settingsTag } from '../platform/settings/shop-settings.ts'
import { forgetInvalidations, lastInvalidation, newInvalidations } from './queries.ts'

const keptMs = 24 * 3600 * 1000
/** No transaction of the shop runs longer, so all rows before an older row are visible. */
const longestTransactionMs = 10 * 60 * 1000

/**
 * Creates a job that purges cached pages by the tags that other processes (imports, commands, other nodes) have
 * written; it tells whether there were any. On PostgreSQL rows may become visible out of order, so it reads the recent
 * ones again and skips those it has processed.
 */
export async function followInvalidations(shop: Shop): Promise<() => Promise<boolean>> {
  let settled = await lastInvalidation(shop.db, before(shop, longestTransactionMs))
  const seen = new Set((await newInvalidations(shop.db, settled)).map((row) => row.seq))
  await refreshSettings(shop)
  return async () => {
    const rows = await newInvalidations(shop.db, settled)
    const fresh = rows.filter((row) => !seen.has(row.seq))
    // Before any page is dropped, so that none is rendered with the old settings afterwards.
    if (fresh.some(({ tag }) => tag === settingsTag)) await refreshSettings(shop)
    for (const { seq } of fresh) seen.add(seq)
    for (const { seq, created_at: at } of rows) {
      if (at >= before(shop, longestTransactionMs)) break
      settled = seq
      seen.delete(seq)
    }
    if (fresh.length === 0) return false
    shop.invalidate(fresh.map((row) => row.tag))
    await forgetInvalidations(shop.db, before(shop, keptMs))
    return true
  }
}

/** When the new settings do not count, the shop goes on with the old ones. */
async function refreshSettings({ settings, log }: Shop): Promise<void> {
  const faults = await settings.refresh()
  if (faults.length > 0) log.error({ settings: sentenceOf(faults) }, 'the new settings are wrong; the old ones stay')
}

function before({ now }: Shop, milliseconds: number): string {
  return new Date(now().getTime() - milliseconds).toISOString()
}

import { setImmediate as othersTurn } from 'node:timers/promises'
import { dayMs } from '../../domain/durations.ts'
import type { Shop } from '../ordering/shop.ts'
import { sentenceOf, settingsTag } from '../platform/settings/shop-settings.ts'
import { deleteOldInvalidations, invalidationsAtOnce, lastInvalidation, newInvalidations } from './queries.ts'

const retentionMs = dayMs
/** No transaction of the shop runs longer, so all rows before an older row are visible. */
const maxTransactionMs = 10 * 60 * 1000

/**
 * Creates a job that purges cached pages by the tags that other processes (imports, commands, other nodes) have
 * written; it tells whether there were any. On PostgreSQL rows may become visible out of order, so it reads the recent
 * ones again and skips those it has processed; on SQLite transactions are written one after the other.
 */
export async function followInvalidations(shop: Shop): Promise<() => Promise<boolean>> {
  let settled = await lastInvalidation(shop.db, timeBefore(shop, maxTransactionMs))
  const seen = new Set<number>()
  for await (const rows of rowsAfter(shop, settled)) for (const { seq } of rows) seen.add(seq)
  await refreshSettings(shop)
  const follow = async (rows: readonly Invalidation[]): Promise<boolean> => {
    const fresh = rows.filter((row) => !seen.has(row.seq))
    // Before any page is dropped, so that none is rendered with the old settings afterwards.
    if (fresh.some(({ tag }) => tag === settingsTag)) await refreshSettings(shop)
    for (const { seq } of fresh) seen.add(seq)
    if (fresh.length > 0) shop.invalidate(fresh.map((row) => row.tag))
    return fresh.length > 0
  }
  return async () => {
    let [isFollowed, isSettling] = [false, true]
    for await (const rows of rowsAfter(shop, settled)) {
      isFollowed = (await follow(rows)) || isFollowed
      for (const { seq, created_at: at } of rows) {
        isSettling &&= shop.kind === 'sqlite' || at < timeBefore(shop, maxTransactionMs)
        if (!isSettling) break
        settled = seq
        seen.delete(seq)
      }
    }
    if (isFollowed) await deleteOldInvalidations(shop.db, timeBefore(shop, retentionMs))
    return isFollowed
  }
}

type Invalidation = Awaited<ReturnType<typeof newInvalidations>>[number]

/** Reads all rows after a number, some at a time, between which requests have their turns. */
async function* rowsAfter({ db }: Shop, number: number): AsyncGenerator<Invalidation[]> {
  for (let after = number; ;) {
    const rows = await newInvalidations(db, after)
    if (rows.length > 0) yield rows
    if (rows.length < invalidationsAtOnce) return
    after = rows.at(-1)?.seq ?? after
    await othersTurn()
  }
}

/** When the new settings do not count, the shop goes on with the old ones. */
async function refreshSettings({ settings, log }: Shop): Promise<void> {
  const faults = await settings.refresh()
  if (faults.length > 0) log.error({ settings: sentenceOf(faults) }, 'the new settings are wrong; the old ones stay')
}

function timeBefore({ now }: Shop, milliseconds: number): string {
  return new Date(now().getTime() - milliseconds).toISOString()
}

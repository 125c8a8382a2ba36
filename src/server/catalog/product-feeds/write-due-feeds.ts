import type { Shop } from '../../platform/shop.ts'
import { deleteOtherFeedFiles, hasFeedFile } from './feed-files.ts'
import type { FeedShop } from './feed-pages.ts'
import { addFeedRows, deleteOtherFeedRows, feedRows } from './feed-queries.ts'
import { feedStates, isFeedDue } from './feed-states.ts'
import { writeFeed } from './write-feed.ts'

/**
 * Writes the feeds that are due, one after the other, each in one of all processes, and deletes what is left of those
 * that are not in the settings any more.
 */
export async function writeDueFeeds(shop: FeedShop & Pick<Shop, 'log'>, stop: AbortSignal): Promise<void> {
  const { db, env, log, now, settings } = shop
  const known = await feedRows(db)
  const states = feedStates(settings.all, known)
  await addFeedRows(
    db,
    states.flatMap(({ row, isNew }) => (isNew ? [row] : [])),
  )
  const names = states.map(({ row }) => row.name)
  const others = [...known.keys()].filter((name) => !names.includes(name))
  if (others.length > 0) await deleteOtherFeedRows(db, names, now())
  for (const state of states) {
    if (stop.aborted) return
    if (!isFeedDue(state, await hasFeedFile(env, state.feed), now())) continue
    const outcome = await writeFeed(shop, state, stop)
    if (!outcome) continue
    const line = { feed: state.row.name, ...outcome }
    if (outcome.result === 'failed') log.warn(line, 'a product feed could not be written')
    else log.info(line, 'a product feed was written')
  }
  await deleteOtherFeedFiles(env, settings.all.productFeeds)
}

import { countAhead } from '../catalog/selection/count-ahead.ts'
import type { Shop } from '../catalog/shop.ts'
import { onOneConnection } from '../platform/db/on-one-connection.ts'
import { postingCacheOf } from '../search/posting-lists/posting-cache.ts'

/** A million products take longer: other pages are served meanwhile, and a list waits for what is left. */
const maxStartMs = 10_000

type Ahead = {
  /**
   * Reads, once; resolves when lists are ready, or after ten seconds, and never fails: the first list reads what could
   * not be read.
   */
  begin(): Promise<void>
  /** Whether the first list or search would wait; after ten seconds no longer. */
  isStarting(): boolean
}

/** Reads what lists and searches keep in memory before somebody asks: a million products take some 15 s. */
export function readingAhead(shop: Shop): Ahead {
  let isStarting = true
  let begun: Promise<void> | undefined
  const read = async (): Promise<void> => {
    const { promise: isLate, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, maxStartMs).unref()
    await Promise.race([readAhead(shop), isLate])
    isStarting = false
  }
  return {
    begin: () => (begun ??= read()),
    isStarting: () => isStarting,
  }
}

async function readAhead(shop: Shop): Promise<void> {
  try {
    // Another thread reads for searches; on SQLite it waits, so that the first list is ready sooner.
    if (shop.kind === 'postgres') await beginLists(shop)
    const columns = await shop.catalogIndex.columns()
    await Promise.all([beginLists(shop), countAhead(columns)])
  } catch (error) {
    shop.log.warn({ err: error }, 'what lists keep in memory was not read ahead')
  }
}

async function beginLists(shop: Shop): Promise<void> {
  await onOneConnection(shop.db, (one) => postingCacheOf(shop).current(one))
}

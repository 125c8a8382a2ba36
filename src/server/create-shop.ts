import { openShopDatabase } from './backup/open-shop-database.ts'
import { AgreedLists } from './catalog/agreed-prices/agreed-lists.ts'
import { tagsOfPages } from './catalog/change-queries.ts'
import { CatalogIndex } from './catalog/columns/catalog-index.ts'
import { SavedColumns } from './catalog/columns/saved-columns.ts'
import { FileTaker } from './catalog/import/files/file-taker.ts'
import { CommonPasswords } from './identity/login/common-passwords.ts'
import { PasswordHasher } from './identity/login/password-hasher.ts'
import { createOrderEvents } from './order-subscribers.ts'
import { embeddedPoints } from './ordering/delivery/embedded-points.ts'
import { WorkbookReader } from './ordering/excel-order/workbook-reader.ts'
import type { ShopDatabase } from './platform/db/connect.ts'
import type { Env } from './platform/env.ts'
import { createRateLimits } from './platform/http/limits/rate-limit.ts'
import { JobStates } from './platform/job-states.ts'
import { createLog } from './platform/log.ts'
import { ShopSettings } from './platform/settings/shop-settings.ts'
import { TtlCache } from './platform/ttl-cache.ts'
import { embeddedTurnMs, Turns } from './platform/turns.ts'
import type { Colleagues } from './platform/workers/colleagues.ts'
import { AcceptedCodes } from './pricing/discounts/accepted-codes.ts'
import { postingCacheOf } from './search/posting-lists/posting-cache.ts'
import type { Shop } from './shop.ts'

/**
 * `isWatched`: shoppers wait for this process, so it gives up a database that does not answer. `colleagues`: the other
 * workers. `open`: the database of `env`, already open and of the newest schema.
 */
type Overrides = Partial<Pick<Shop, 'now' | 'log' | 'invalidate' | 'servicePoints' | 'passwords'>> & {
  isWatched?: boolean
  open?: ShopDatabase
  colleagues?: Pick<Colleagues, 'counts' | 'jobsElsewhere'> | undefined
}

/** Opens the database, migrates it to the newest schema and creates the services. */
export async function createShop(env: Env, overrides: Overrides = {}): Promise<Shop> {
  const log = overrides.log ?? createLog(env)
  const open = overrides.open ?? (await openMigrated(env, log, overrides.isWatched ?? false))
  const now = overrides.now ?? (() => new Date())
  const memory = new TtlCache(now)
  const purge = (tags: readonly string[]) => {
    memory.clear()
    overrides.invalidate?.(tags)
  }
  const saved = new SavedColumns({ folder: env.SHOP_DATA, now, log })
  const catalogIndex = new CatalogIndex(open, () => purge(['catalog']), { saved, log })
  return {
    env,
    settings: await openSettings(open.db),
    log,
    db: open.db,
    listDb: open.listDb,
    searchDb: open.searchDb,
    reportDb: open.reportDb,
    aheadDb: open.aheadDb,
    kind: open.kind,
    limits: createRateLimits({ db: open.db, now }, env, overrides.colleagues?.counts),
    acceptedCodes: new AcceptedCodes(open.db, now),
    passwords: overrides.passwords ?? new PasswordHasher(),
    commonPasswords: new CommonPasswords(),
    workbooks: new WorkbookReader(),
    files: new FileTaker(env.SHOP_DATA),
    memory,
    jobs: new JobStates(overrides.colleagues?.jobsElsewhere),
    catalogIndex,
    agreedLists: new AgreedLists(open),
    turns: new Turns(open.kind === 'sqlite' ? embeddedTurnMs : 0),
    servicePoints: overrides.servicePoints ?? embeddedPoints,
    orderEvents: createOrderEvents(),
    now,
    invalidate: (tags) => {
      catalogIndex.note(tags)
      purge(tagsOfPages(tags))
    },
    close: async () => {
      await postingCacheOf(open).end()
      await open.db.destroy()
    },
  }
}

async function openMigrated(env: Env, log: Shop['log'], isWatched: boolean): Promise<ShopDatabase> {
  const { backup, ...open } = await openShopDatabase(env, { isWatched })
  if (backup !== undefined) log.info({ file: backup }, 'a backup was made before the migration')
  return open
}

/** Closes the database where its settings do not count. */
async function openSettings(db: Shop['db']): Promise<ShopSettings> {
  try {
    return await ShopSettings.open(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
}

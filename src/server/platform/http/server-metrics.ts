import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Aggregator, collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client'
import type { DatabaseFault } from '../db/check-database.ts'
import type { Database } from '../db/tables.ts'
import { oldestDue } from '../outbox/queries.ts'
import type { TtlCache } from '../ttl-cache.ts'
import type { PageCache } from './pages/page-cache.ts'
import { addShopState, addProcessMetrics } from './shop-metrics.ts'

type Watched = {
  cache: Pick<PageCache, 'stats'>
  memory: Pick<TtlCache, 'stats'>
  db: Database
  now: () => Date
  /** The folder whose disk is watched. */
  dataFolder: string
  /** When the newest backup was made; undefined without one. */
  lastBackup: () => Promise<Date | undefined>
  /** Whether the last try to make a backup, or to copy one to the store, failed. */
  isBackupFailing: () => Promise<boolean>
  /** Why the shop cannot sell, as /readyz says. */
  fault: () => Promise<DatabaseFault | undefined>
  /** Whether another worker of the node tells what they have in common: the shop, its database and the disk. */
  isOneOfMany?: boolean
}

const faults: readonly DatabaseFault[] = ['no database', 'database damaged', 'database read-only', 'disk full']

/**
 * Adds what an operator watches besides requests: caches, queues, jobs, the database, backups, the disk, the process
 * and its event loop. A figure that cannot be read is NaN, so that the others are still told.
 */
export function addServerMetrics(registry: Registry, watched: Watched): void {
  const { cache, memory } = watched
  counter(registry, 'page_cache_hits_total', 'Pages answered from memory.', () => cache.stats.hits)
  counter(registry, 'page_cache_renderings_total', 'Public pages rendered.', () => cache.stats.rendered)
  gauge(registry, 'page_cache_bytes', 'Memory of stored pages.', () => cache.stats.bytes)
  gauge(registry, 'page_cache_pages', 'Stored pages.', () => cache.stats.pages)
  counter(registry, 'memory_cache_hits_total', 'Values of many pages found in memory.', () => memory.stats.hits)
  counter(registry, 'memory_cache_misses_total', 'Values of many pages read anew.', () => memory.stats.misses)
  if (!watched.isOneOfMany) addNode(registry, watched)
  addProcessMetrics(registry)
  gauge(registry, 'shop_workers', 'Processes that serve.', () => 1)
  gauge(registry, 'process_uptime_seconds', 'Time since the start.', () => process.uptime(), 'min')
  const delay = monitorEventLoopDelay()
  delay.enable()
  gauge(
    registry,
    'event_loop_delay_p99_seconds',
    'How late timers run, since the last look.',
    () => {
      const seconds = delay.percentile(99) / 1e9
      delay.reset()
      return seconds
    },
    'max',
  )
  collectDefaultMetrics({ register: registry })
}

function addNode(registry: Registry, watched: Watched): void {
  const { db, now } = watched
  gauge(registry, 'outbox_oldest_due_seconds', 'How long the oldest effect that is due has waited.', async () => {
    const oldest = await oldestDue(db, now())
    return oldest === undefined ? 0 : (now().getTime() - oldest) / 1000
  })
  addState(registry, watched)
  addShopState(registry, watched)
}

/** Adds what is wrong with the node, the free space of its disk, and the age of the last backup. */
function addState(registry: Registry, { dataFolder, fault, now, ...backups }: Watched): void {
  const state: Gauge<'fault'> = new Gauge({
    name: 'shop_fault',
    help: 'What keeps the node from selling: 1 for the fault that /readyz tells, 0 for the others.',
    labelNames: ['fault'],
    registers: [registry],
    collect: async () => {
      const found = await fault()
      for (const each of faults) state.set({ fault: each }, each === found ? 1 : 0)
    },
  })
  gauge(registry, 'disk_free_bytes', 'Free space on the disk of SHOP_DATA.', async () => {
    const { bavail, bsize } = await statfs(dataFolder)
    return bavail * bsize
  })
  gauge(registry, 'disk_size_bytes', 'Size of the disk of SHOP_DATA.', async () => {
    const { blocks, bsize } = await statfs(dataFolder)
    return blocks * bsize
  })
  gauge(registry, 'backup_age_seconds', 'Time since the newest backup of this node’s BACKUP_FOLDER.', async () => {
    const made = await backups.lastBackup()
    return made === undefined ? Number.NaN : (now().getTime() - made.getTime()) / 1000
  })
  gauge(registry, 'backup_failing', '1 while the last backup could not be made or copied to the store.', async () =>
    Number(await backups.isBackupFailing()),
  )
}

function counter(registry: Registry, name: string, help: string, value: () => number): void {
  const made = new Counter({
    name,
    help,
    registers: [registry],
    collect: () => {
      made.reset()
      made.inc(value())
    },
  })
}

/** `aggregator`: how the values of several workers become one. */
function gauge(
  registry: Registry,
  name: string,
  help: string,
  value: () => number | Promise<number>,
  aggregator: Aggregator = 'sum',
): void {
  const made = new Gauge({
    name,
    help,
    aggregator,
    registers: [registry],
    collect: async (): Promise<void> => {
      made.set(await Promise.try(value).catch(() => Number.NaN))
    },
  })
}

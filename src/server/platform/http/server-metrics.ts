import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../db/tables.ts'
import { oldestDue } from '../outbox/queries.ts'
import type { PageCache } from './pages/page-cache.ts'

type Watched = { cache: Pick<PageCache, 'stats'>; db: Database; now: () => Date }

/** Adds what an operator watches besides requests: the page cache, the outbox, the process and its event loop. */
export function addServerMetrics(registry: Registry, { cache, db, now }: Watched): void {
  counter(registry, 'page_cache_hits_total', 'Pages answered from memory.', () => cache.stats.hits)
  counter(registry, 'page_cache_renderings_total', 'Public pages rendered.', () => cache.stats.rendered)
  gauge(registry, 'page_cache_bytes', 'Memory of stored pages.', () => cache.stats.bytes)
  gauge(registry, 'page_cache_pages', 'Stored pages.', () => cache.stats.pages)
  gauge(registry, 'outbox_oldest_due_seconds', 'How long the oldest effect that is due has waited.', async () => {
    const oldest = await oldestDue(db, now()).catch(() => Number.NaN)
    return oldest === undefined ? 0 : (now().getTime() - oldest) / 1000
  })
  gauge(registry, 'process_uptime_seconds', 'Time since the start.', () => process.uptime())
  const delay = monitorEventLoopDelay()
  delay.enable()
  gauge(registry, 'event_loop_delay_p99_seconds', 'How late timers run, since the last look.', () => {
    const seconds = delay.percentile(99) / 1e9
    delay.reset()
    return seconds
  })
  collectDefaultMetrics({ register: registry })
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

function gauge(registry: Registry, name: string, help: string, value: () => number | Promise<number>): void {
  const made = new Gauge({
    name,
    help,
    registers: [registry],
    collect: async (): Promise<void> => {
      made.set(await value())
    },
  })
}

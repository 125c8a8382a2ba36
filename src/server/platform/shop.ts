import type { Logger } from 'pino'
import type { DatabaseKind } from './db/connect.ts'
import type { Database } from './db/tables.ts'
import type { Env } from './env.ts'
import type { RateLimits } from './http/limits/rate-limit.ts'
import type { TtlCache } from './ttl-cache.ts'
import type { Turns } from './turns.ts'

/** What every module is handed: services of the platform, made once in create-shop.ts. */
export type Shop = {
  env: Env
  log: Logger
  db: Database
  /** Read what costs more the more products there are (platform/db/connect.ts). */
  listDb: Database
  searchDb: Database
  kind: DatabaseKind
  now: () => Date
  limits: RateLimits
  memory: TtlCache
  /** Waited for before a long piece of work, so that what is answered from memory goes first. */
  turns: Turns
  /** Purges cached pages that carry one of these tags, in this process; other processes read `invalidations`. */
  invalidate: (tags: readonly string[]) => void
  close: () => Promise<void>
}

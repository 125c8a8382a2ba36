import type { Logger } from 'pino'
import type { DatabaseKind } from './db/connect.ts'
import type { Database } from './db/tables.ts'
import type { Env } from './env.ts'
import type { RateLimits } from './http/limits/rate-limit.ts'
import type { JobStates } from './job-states.ts'
import type { MailServer } from './outbox/mail-server.ts'
import type { ShopSettings } from './settings/shop-settings.ts'
import type { TtlCache } from './ttl-cache.ts'
import type { Turns } from './turns.ts'

/** The platform's services for every module, created once in create-shop.ts. */
export type Shop = {
  env: Env
  /** What the operator has set, kept in memory. */
  settings: ShopSettings
  log: Logger
  db: Database
  /** For queries whose cost grows with the number of products (platform/db/connect.ts). */
  listDb: Database
  searchDb: Database
  reportDb: Database
  aheadDb?: Database | undefined
  kind: DatabaseKind
  now: () => Date
  limits: RateLimits
  memory: TtlCache
  /** Set while the outbox sends mails together. */
  mailServer?: MailServer
  /** How the background jobs of this process last went. */
  jobs: JobStates
  /** Awaited before a long piece of work, so that answers from memory go first. */
  turns: Turns
  /** Purges cached pages that carry one of these tags, in this process; other processes read `invalidations`. */
  invalidate: (tags: readonly string[]) => void
  close: () => Promise<void>
}

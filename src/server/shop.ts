import type { Logger } from 'pino'
import { CommonPasswords } from './identity/login/common-passwords.ts'
import { PasswordHasher } from './identity/login/password-hasher.ts'
import type { DatabaseKind } from './platform/db/connect.ts'
import { openDatabase } from './platform/db/open-database.ts'
import type { Database } from './platform/db/tables.ts'
import { embeddedPoints } from './ordering/delivery/embedded-points.ts'
import type { ServicePoints } from './ordering/delivery/service-points.ts'
import { AcceptedCodes } from './pricing/discounts/accepted-codes.ts'
import type { Env } from './platform/env.ts'
import { WorkbookReader } from './ordering/excel-order/workbook-reader.ts'
import { createRateLimits, type RateLimits } from './platform/http/limits/rate-limit.ts'
import { createLog } from './platform/log.ts'
import { TtlCache } from './platform/ttl-cache.ts'
import { EMBEDDED_TURN_MS, Turns } from './platform/turns.ts'

/** The shop's services, made once by whoever starts the process and handed on explicitly. */
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
  acceptedCodes: AcceptedCodes
  passwords: PasswordHasher
  commonPasswords: CommonPasswords
  workbooks: WorkbookReader
  memory: TtlCache
  /** Waited for before a long piece of work, so that what is answered from memory goes first. */
  turns: Turns
  servicePoints: ServicePoints
  /** Purges cached pages that carry one of these tags, in this process; other processes read `invalidations`. */
  invalidate: (tags: readonly string[]) => void
  close: () => Promise<void>
}

/** `isWatched`: shoppers wait for this process, so that it must not wait long for a database that is silent. */
type Overrides = Partial<Pick<Shop, 'now' | 'log' | 'invalidate' | 'servicePoints'>> & { isWatched?: boolean }

/** Opens the database, brings it to the newest schema and puts the services together. */
export async function createShop(env: Env, overrides: Overrides = {}): Promise<Shop> {
  const open = await openDatabase(env, { isWatched: overrides.isWatched ?? false })
  const now = overrides.now ?? (() => new Date())
  const memory = new TtlCache(now)
  return {
    env,
    log: overrides.log ?? createLog(env),
    db: open.db,
    listDb: open.listDb,
    searchDb: open.searchDb,
    kind: open.kind,
    limits: createRateLimits({ db: open.db, now }, env),
    acceptedCodes: new AcceptedCodes(now),
    passwords: new PasswordHasher(),
    commonPasswords: new CommonPasswords(),
    workbooks: new WorkbookReader(),
    memory,
    turns: new Turns(open.kind === 'sqlite' ? EMBEDDED_TURN_MS : 0),
    servicePoints: overrides.servicePoints ?? embeddedPoints,
    now,
    invalidate: (tags) => {
      memory.forget()
      overrides.invalidate?.(tags)
    },
    close: () => open.db.destroy(),
  }
}

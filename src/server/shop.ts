import type { Logger } from 'pino'
import { CommonPasswords } from './accounts/common-passwords.ts'
import { PasswordHasher } from './accounts/password-hasher.ts'
import type { DatabaseKind } from './db/connect.ts'
import { openDatabase } from './db/open-database.ts'
import type { Database } from './db/tables.ts'
import { embeddedPoints } from './delivery/embedded-points.ts'
import type { ServicePoints } from './delivery/service-points.ts'
import { AcceptedCodes } from './discounts/accepted-codes.ts'
import type { Env } from './env.ts'
import { WorkbookReader } from './excel-order/workbook-reader.ts'
import { createRateLimits, type RateLimits } from './http/rate-limit.ts'
import { createLog } from './log.ts'
import { Memory } from './memory.ts'
import { EMBEDDED_TURN_MS, Turns } from './turns.ts'

/** The shop's services, made once by whoever starts the process and handed on explicitly. */
export type Shop = {
  env: Env
  log: Logger
  db: Database
  /** Read what costs more the more products there are (db/connect.ts). */
  listDb: Database
  searchDb: Database
  kind: DatabaseKind
  now: () => Date
  limits: RateLimits
  acceptedCodes: AcceptedCodes
  passwords: PasswordHasher
  commonPasswords: CommonPasswords
  workbooks: WorkbookReader
  memory: Memory
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
  const memory = new Memory(now)
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

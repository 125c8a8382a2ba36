import type { Logger } from 'pino'
import type { CommonPasswords } from './identity/login/common-passwords.ts'
import type { PasswordHasher } from './identity/login/password-hasher.ts'
import type { DatabaseKind } from './platform/db/connect.ts'
import type { Database } from './platform/db/tables.ts'
import type { ServicePoints } from './ordering/delivery/service-points.ts'
import type { OrderEvents } from './ordering/orders/order-events.ts'
import type { AcceptedCodes } from './pricing/discounts/accepted-codes.ts'
import type { Env } from './platform/env.ts'
import type { WorkbookReader } from './ordering/excel-order/workbook-reader.ts'
import type { RateLimits } from './platform/http/limits/rate-limit.ts'
import type { TtlCache } from './platform/ttl-cache.ts'
import type { Turns } from './platform/turns.ts'

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
  orderEvents: OrderEvents
  /** Purges cached pages that carry one of these tags, in this process; other processes read `invalidations`. */
  invalidate: (tags: readonly string[]) => void
  close: () => Promise<void>
}

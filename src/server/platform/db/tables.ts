import type { Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { AccountTables } from './tables/account-tables.ts'
import type { CatalogTables } from './tables/catalog-tables.ts'
import type { ContentVersionTables } from './tables/content-version-tables.ts'
import type { FollowUpTables } from './tables/follow-up-tables.ts'
import type { FulfilmentTables } from './tables/fulfilment-tables.ts'
import type { GuideTables } from './tables/guide-tables.ts'
import type { ImportTables } from './tables/import-tables.ts'
import type { IntegrationTables } from './tables/integration-tables.ts'
import type { InvoiceTables } from './tables/invoice-tables.ts'
import type { ListTables } from './tables/list-tables.ts'
import type { OrderTables } from './tables/order-tables.ts'
import type { PackingTables } from './tables/packing-tables.ts'
import type { PayoutTables } from './tables/payout-tables.ts'
import type { PriceRuleTables } from './tables/price-tables.ts'
import type { ProductFeedTables } from './tables/product-feed-tables.ts'
import type { SearchTables } from './tables/search-tables.ts'
import type { StaffTables } from './tables/staff-tables.ts'

/**
 * Every table of the shop. Column names match the API; flags are 0 or 1; money is whole minor units including VAT at
 * the home rate; times are UTC ISO text; lists and objects that are never searched are JSON text.
 */
export type Tables = CatalogTables &
  OrderTables &
  FulfilmentTables &
  AccountTables &
  FollowUpTables &
  ListTables &
  SearchTables &
  GuideTables &
  ImportTables &
  StaffTables &
  PackingTables &
  IntegrationTables &
  InvoiceTables &
  PayoutTables &
  ContentVersionTables &
  PriceRuleTables &
  ProductFeedTables &
  SystemTables

type SystemTables = {
  /** Page-cache tags that changed; every process reads the rows it has not processed. */
  invalidations: { seq: Generated<number>; tag: string; created_at: string }
  /** Values that the program keeps for itself, such as secrets that it has made. */
  settings: { key: string; value: string }
  /** What the operator sets, one row per group of `domain/settings`. */
  shop_settings: { name: string; value: string; changed_at: string }
  /** Every change of a setting, append-only; `revision` counts them. */
  settings_history: {
    revision: number
    changed_at: string
    changed_by: string
    name: string
    before: string
    after: string
  }
  /** Effects outside the database, written in the transaction that causes them; `dedupe_key` prevents duplicates. */
  outbox: {
    id: string
    kind: string
    dedupe_key: string
    payload: string
    run_at: string
    attempts: number
    last_error: string | null
    done_at: string | null
    created_at: string
  }
  /** Points used of rate limits, by hashed key, until the window ends. */
  rate_limits: { key: string; points: number; resets_at: string }
  redirects: { path: string; target: string; status: number }
}

export type Database = Kysely<Tables>
export type DatabaseTransaction = Transaction<Tables>
/** A database or a transaction; the parameter type of read queries. */
export type Queryable = Database
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>

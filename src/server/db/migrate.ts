import { Migrator, type Migration } from 'kysely/migration'
import * as catalog from './migrations/0001-catalog.ts'
import * as orders from './migrations/0002-orders.ts'
import * as search from './migrations/0003-search.ts'
import * as amounts from './migrations/0004-amounts.ts'
import * as content from './migrations/0005-content.ts'
import * as accounts from './migrations/0006-accounts.ts'
import * as payments from './migrations/0007-payments.ts'
import * as fulfilment from './migrations/0008-orders.ts'
import * as later from './migrations/0009-later.ts'
import * as organizations from './migrations/0010-organizations.ts'
import * as delivery from './migrations/0011-delivery.ts'
import * as vatNumbers from './migrations/0012-vat-numbers.ts'
import * as savedCarts from './migrations/0013-saved-carts.ts'
import * as devices from './migrations/0014-devices.ts'
import * as reservations from './migrations/0015-reservations.ts'
import * as orderNumbers from './migrations/0016-order-numbers.ts'
import * as repeatedPayments from './migrations/0017-repeated-payments.ts'
import * as identity from './migrations/0022-identity.ts'
import type { OpenDatabase } from './connect.ts'

/** Brings the database to the newest schema; on PostgreSQL an advisory lock lets one process do it. */
export async function migrate({ db, kind }: OpenDatabase): Promise<string[]> {
  const migrations: Record<string, Migration> = {
    '0001-catalog': { up: (on) => catalog.up(on, kind) },
    '0002-orders': { up: (on) => orders.up(on, kind) },
    '0003-search': { up: (on) => search.up(on, kind) },
    '0004-amounts': { up: (on) => amounts.up(on) },
    '0005-content': { up: (on) => content.up(on) },
    '0006-accounts': { up: (on) => accounts.up(on, kind) },
    '0007-payments': { up: (on) => payments.up(on) },
    '0008-orders': { up: (on) => fulfilment.up(on) },
    '0009-later': { up: (on) => later.up(on, kind) },
    '0010-organizations': { up: (on) => organizations.up(on) },
    '0011-delivery': { up: (on) => delivery.up(on, kind) },
    '0012-vat-numbers': { up: (on) => vatNumbers.up(on, kind) },
    '0013-saved-carts': { up: (on) => savedCarts.up(on) },
    '0014-devices': { up: (on) => devices.up(on, kind) },
    '0015-reservations': { up: (on) => reservations.up(on) },
    '0016-order-numbers': { up: (on) => orderNumbers.up(on, kind) },
    '0017-repeated-payments': { up: (on) => repeatedPayments.up(on) },
    '0022-identity': { up: (on) => identity.up(on, kind) },
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(String(error))
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE as migrationTable, Migrator, type Migration } from 'kysely/migration'
import { BootError } from '../boot-error.ts'
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
import * as freeProducts from './migrations/0018-free-products.ts'
import * as sortPrices from './migrations/0019-sort-prices.ts'
import * as identity from './migrations/0022-identity.ts'
import * as retention from './migrations/0023-retention.ts'
import * as orderChecks from './migrations/0025-order-checks.ts'
import * as partialReturns from './migrations/0026-partial-returns.ts'
import * as synonyms from './migrations/0027-synonyms.ts'
import * as listsInMemory from './migrations/0028-lists-in-memory.ts'
import * as categoryFacts from './migrations/0029-category-facts.ts'
import * as searchMisses from './migrations/0030-search-misses.ts'
import * as deliveryAreas from './migrations/0031-delivery-areas.ts'
import * as deliverySettings from './migrations/0039-delivery-settings.ts'
import * as partRequests from './migrations/0032-part-requests.ts'
import * as invoiceAddresses from './migrations/0033-invoice-addresses.ts'
import * as partLists from './migrations/0034-part-lists.ts'
import * as guides from './migrations/0035-guides.ts'
import * as pictureTexts from './migrations/0036-picture-texts.ts'
import * as settings from './migrations/0037-settings.ts'
import * as fitAttributes from './migrations/0038-fit-attributes.ts'
import * as imports from './migrations/0042-imports.ts'
import * as feedSources from './migrations/0043-feed-sources.ts'
import * as pendingSearchTerms from './migrations/0044-pending-search-terms.ts'
import * as supplierOffers from './migrations/0046-supplier-offers.ts'
import * as staff from './migrations/0049-staff.ts'
import * as consoleLists from './migrations/0050-console-lists.ts'
import * as packing from './migrations/0051-packing.ts'
import * as paymentsInLists from './migrations/0052-payments-in-lists.ts'
import * as integrations from './migrations/0054-integrations.ts'
import type { DatabaseKind, OpenDatabase } from './connect.ts'
import type { Database } from './tables.ts'

function migrationsFor(kind: DatabaseKind): Record<string, Migration> {
  return {
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
    '0018-free-products': { up: (on) => freeProducts.up(on) },
    '0019-sort-prices': { up: (on) => sortPrices.up(on, kind) },
    '0022-identity': { up: (on) => identity.up(on, kind) },
    '0023-retention': { up: (on) => retention.up(on) },
    '0025-order-checks': { up: (on) => orderChecks.up(on) },
    '0026-partial-returns': { up: (on) => partialReturns.up(on) },
    '0027-synonyms': { up: (on) => synonyms.up(on, kind) },
    '0028-lists-in-memory': { up: (on) => listsInMemory.up(on, kind) },
    '0029-category-facts': { up: (on) => categoryFacts.up(on, kind) },
    '0030-search-misses': { up: (on) => searchMisses.up(on, kind) },
    '0031-delivery-areas': { up: (on) => deliveryAreas.up(on, kind) },
    '0032-part-requests': { up: (on) => partRequests.up(on, kind) },
    '0033-invoice-addresses': { up: (on) => invoiceAddresses.up(on) },
    '0034-part-lists': { up: (on) => partLists.up(on, kind) },
    '0035-guides': { up: (on) => guides.up(on, kind) },
    '0036-picture-texts': { up: (on) => pictureTexts.up(on) },
    '0037-settings': { up: (on) => settings.up(on, kind) },
    '0038-fit-attributes': { up: (on) => fitAttributes.up(on, kind) },
    '0039-delivery-settings': { up: (on) => deliverySettings.up(on) },
    '0042-imports': { up: (on) => imports.up(on, kind) },
    '0043-feed-sources': { up: (on) => feedSources.up(on) },
    '0044-pending-search-terms': { up: (on) => pendingSearchTerms.up(on, kind) },
    '0046-supplier-offers': { up: (on) => supplierOffers.up(on, kind) },
    '0049-staff': { up: (on) => staff.up(on, kind) },
    '0050-console-lists': { up: (on) => consoleLists.up(on, kind) },
    '0051-packing': { up: (on) => packing.up(on, kind) },
    '0052-payments-in-lists': { up: (on) => paymentsInLists.up(on) },
    '0054-integrations': { up: (on) => integrations.up(on) },
  }
}

/** Names of migrations: applied to the database, missing in it, and unknown to this program. */
export type SchemaState = { applied: readonly string[]; missing: readonly string[]; unknown: readonly string[] }

/** Compares the database with this program; writes nothing. */
export async function schemaState({ db, kind }: OpenDatabase): Promise<SchemaState> {
  const known = Object.keys(migrationsFor(kind))
  const applied = (await hasMigrationTable(db, kind))
    ? (await sql<{ name: string }>`select name from ${sql.table(migrationTable)} order by name`.execute(db)).rows.map(
        ({ name }) => name,
      )
    : []
  return {
    applied,
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

async function hasMigrationTable(db: Database, kind: DatabaseKind): Promise<boolean> {
  const found =
    kind === 'sqlite'
      ? sql<{ found: unknown }>`select name as found from sqlite_master where name = ${migrationTable}`
      : sql<{ found: unknown }>`select to_regclass(${migrationTable}) as found`
  return Boolean((await found.execute(db)).rows[0]?.found)
}

/**
 * Migrates the database to the newest schema; on PostgreSQL an advisory lock admits one process. Throws BootError when
 * the schema is newer than this program.
 */
export async function migrate(open: OpenDatabase): Promise<string[]> {
  const { db, kind } = open
  const { unknown } = await schemaState(open)
  if (unknown.length > 0) throw new BootError(newerSchema(unknown))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(kind) } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(String(error))
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** Returns the message for an operator who starts a program that is older than its database. */
export function newerSchema(unknown: readonly string[]): string {
  return (
    `A newer version of the shop has changed the database (${unknown.join(', ')}), which this version does not know: ` +
    'start the newer version again, or restore the backup from before the upgrade.'
  )
}

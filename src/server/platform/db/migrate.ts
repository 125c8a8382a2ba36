import { type Kysely, sql } from 'kysely'
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
import * as partRequests from './migrations/0032-part-requests.ts'
import * as invoiceAddresses from './migrations/0033-invoice-addresses.ts'
import * as partLists from './migrations/0034-part-lists.ts'
import * as guides from './migrations/0035-guides.ts'
import * as pictureTexts from './migrations/0036-picture-texts.ts'
import * as settings from './migrations/0037-settings.ts'
import * as fitAttributes from './migrations/0038-fit-attributes.ts'
import * as deliverySettings from './migrations/0039-delivery-settings.ts'
import * as imports from './migrations/0042-imports.ts'
import * as feedSources from './migrations/0043-feed-sources.ts'
import * as pendingSearchTerms from './migrations/0044-pending-search-terms.ts'
import * as supplierOffers from './migrations/0046-supplier-offers.ts'
import * as staff from './migrations/0049-staff.ts'
import * as consoleLists from './migrations/0050-console-lists.ts'
import * as packing from './migrations/0051-packing.ts'
import * as paymentsInLists from './migrations/0052-payments-in-lists.ts'
import * as integrations from './migrations/0054-integrations.ts'
import * as orderEdits from './migrations/0055-order-edits.ts'
import * as nameWords from './migrations/0056-name-words.ts'
import * as giftCardsAndSubscriptions from './migrations/0057-gift-cards-and-subscriptions.ts'
import * as webhooks from './migrations/0058-webhooks.ts'
import * as runBack from './migrations/0059-run-back.ts'
import * as invoices from './migrations/0060-invoices.ts'
import * as documents from './migrations/0061-documents.ts'
import * as dayInConsole from './migrations/0062-a-day-in-the-console.ts'
import * as invoiceReminders from './migrations/0065-invoice-reminders.ts'
import * as textsOfSources from './migrations/0066-texts-of-sources.ts'
import * as unusedFiles from './migrations/0068-unused-files.ts'
import * as invoicesByOrder from './migrations/0069-invoices-by-order.ts'
import * as exchanges from './migrations/0070-exchanges.ts'
import * as customerVisits from './migrations/0071-customer-visits.ts'
import * as payouts from './migrations/0072-payouts.ts'
import * as payoutsInLists from './migrations/0074-payouts-in-lists.ts'
import * as staffNotes from './migrations/0080-staff-notes.ts'
import * as productsInLists from './migrations/0092-products-in-lists.ts'
import * as coupons from './migrations/0113-coupons.ts'
import * as contentVersions from './migrations/0116-content-versions.ts'
import * as importRuns from './migrations/0119-import-runs.ts'
import * as wantedSources from './migrations/0120-wanted-sources.ts'
import * as campaignRules from './migrations/0121-campaign-rules.ts'
import * as priceChanges from './migrations/0122-price-changes.ts'
import * as pictureLibrary from './migrations/0124-picture-library.ts'
import * as catalogue from './migrations/0127-catalogue.ts'
import * as runNote from './migrations/0132-run-note.ts'
import * as priceLists from './migrations/0133-price-lists.ts'
import * as pricesInPortions from './migrations/0134-prices-in-portions.ts'
import * as mailTexts from './migrations/0138-mail-texts.ts'
import * as pictureCrops from './migrations/0139-picture-crops.ts'
import * as productViews from './migrations/0140-product-views.ts'
import * as reasonsOfFiles from './migrations/0142-reasons-of-files.ts'
import * as orderAdditions from './migrations/0144-order-additions.ts'
import * as allowances from './migrations/0145-allowances.ts'
import * as disputeOutcomes from './migrations/0146-dispute-outcomes.ts'
import * as editedAttributes from './migrations/0147-edited-attributes.ts'
import * as reasonsOfRows from './migrations/0148-reasons-of-rows.ts'
import * as hostKeysOfSources from './migrations/0151-host-keys-of-sources.ts'
import * as searchChanges from './migrations/0153-search-changes.ts'
import * as profileTexts from './migrations/0154-profile-texts.ts'
import * as removedPriceLists from './migrations/0155-removed-price-lists.ts'
import * as roomForUpdates from './migrations/0156-room-for-updates.ts'
import * as orderLabels from './migrations/0158-order-labels.ts'
import * as productsByUpdate from './migrations/0159-products-by-update.ts'
import * as searchLists from './migrations/0161-search-lists.ts'
import * as productsInPlace from './migrations/0162-products-in-place.ts'
import * as synonymsOfParts from './migrations/0163-synonyms-of-computer-parts.ts'
import * as assumedWeights from './migrations/0164-assumed-weights.ts'
import * as deductionsByRate from './migrations/0165-deductions-by-rate.ts'
import * as subscriptionsOfReturns from './migrations/0166-subscriptions-of-returns.ts'
import * as refundsSetOff from './migrations/0167-refunds-set-off.ts'
import * as sentForms from './migrations/0169-sent-forms.ts'
import * as synonymsOfMakers from './migrations/0171-synonyms-of-makers.ts'
import * as moreSynonymsOfParts from './migrations/0172-more-synonyms-of-computer-parts.ts'
import * as cardReturns from './migrations/0173-card-returns.ts'
import * as providerDisputes from './migrations/0174-provider-disputes.ts'
import * as whoSeesPrices from './migrations/0178-who-sees-prices.ts'
import * as synonymsOfPhones from './migrations/0181-synonyms-of-phones-and-layouts.ts'
import * as synonymsOfErrands from './migrations/0184-synonyms-of-errands.ts'
import * as invitationsByMail from './migrations/0185-invitations-by-mail.ts'
import type { DatabaseKind, OpenDatabase } from './connect.ts'
import type { Database } from './tables.ts'

/** Every migration by its name, in their order. */
const changes: Readonly<Record<string, (on: Kysely<unknown>, kind: DatabaseKind) => Promise<void>>> = {
  '0001-catalog': catalog.up,
  '0002-orders': orders.up,
  '0003-search': search.up,
  '0004-amounts': amounts.up,
  '0005-content': content.up,
  '0006-accounts': accounts.up,
  '0007-payments': payments.up,
  '0008-orders': fulfilment.up,
  '0009-later': later.up,
  '0010-organizations': organizations.up,
  '0011-delivery': delivery.up,
  '0012-vat-numbers': vatNumbers.up,
  '0013-saved-carts': savedCarts.up,
  '0014-devices': devices.up,
  '0015-reservations': reservations.up,
  '0016-order-numbers': orderNumbers.up,
  '0017-repeated-payments': repeatedPayments.up,
  '0018-free-products': freeProducts.up,
  '0019-sort-prices': sortPrices.up,
  '0022-identity': identity.up,
  '0023-retention': retention.up,
  '0025-order-checks': orderChecks.up,
  '0026-partial-returns': partialReturns.up,
  '0027-synonyms': synonyms.up,
  '0028-lists-in-memory': listsInMemory.up,
  '0029-category-facts': categoryFacts.up,
  '0030-search-misses': searchMisses.up,
  '0031-delivery-areas': deliveryAreas.up,
  '0032-part-requests': partRequests.up,
  '0033-invoice-addresses': invoiceAddresses.up,
  '0034-part-lists': partLists.up,
  '0035-guides': guides.up,
  '0036-picture-texts': pictureTexts.up,
  '0037-settings': settings.up,
  '0038-fit-attributes': fitAttributes.up,
  '0039-delivery-settings': deliverySettings.up,
  '0042-imports': imports.up,
  '0043-feed-sources': feedSources.up,
  '0044-pending-search-terms': pendingSearchTerms.up,
  '0046-supplier-offers': supplierOffers.up,
  '0049-staff': staff.up,
  '0050-console-lists': consoleLists.up,
  '0051-packing': packing.up,
  '0052-payments-in-lists': paymentsInLists.up,
  '0054-integrations': integrations.up,
  '0055-order-edits': orderEdits.up,
  '0056-name-words': nameWords.up,
  '0057-gift-cards-and-subscriptions': giftCardsAndSubscriptions.up,
  '0058-webhooks': webhooks.up,
  '0059-run-back': runBack.up,
  '0060-invoices': invoices.up,
  '0061-documents': documents.up,
  '0062-a-day-in-the-console': dayInConsole.up,
  '0065-invoice-reminders': invoiceReminders.up,
  '0066-texts-of-sources': textsOfSources.up,
  '0068-unused-files': unusedFiles.up,
  '0069-invoices-by-order': invoicesByOrder.up,
  '0070-exchanges': exchanges.up,
  '0071-customer-visits': customerVisits.up,
  '0072-payouts': payouts.up,
  '0074-payouts-in-lists': payoutsInLists.up,
  '0080-staff-notes': staffNotes.up,
  '0092-products-in-lists': productsInLists.up,
  '0113-coupons': coupons.up,
  '0116-content-versions': contentVersions.up,
  '0119-import-runs': importRuns.up,
  '0120-wanted-sources': wantedSources.up,
  '0121-campaign-rules': campaignRules.up,
  '0122-price-changes': priceChanges.up,
  '0124-picture-library': pictureLibrary.up,
  '0127-catalogue': catalogue.up,
  '0132-run-note': runNote.up,
  '0133-price-lists': priceLists.up,
  '0134-prices-in-portions': pricesInPortions.up,
  '0138-mail-texts': mailTexts.up,
  '0139-picture-crops': pictureCrops.up,
  '0140-product-views': productViews.up,
  '0142-reasons-of-files': reasonsOfFiles.up,
  '0144-order-additions': orderAdditions.up,
  '0145-allowances': allowances.up,
  '0146-dispute-outcomes': disputeOutcomes.up,
  '0147-edited-attributes': editedAttributes.up,
  '0148-reasons-of-rows': reasonsOfRows.up,
  '0151-host-keys-of-sources': hostKeysOfSources.up,
  '0153-search-changes': searchChanges.up,
  '0154-profile-texts': profileTexts.up,
  '0155-removed-price-lists': removedPriceLists.up,
  '0156-room-for-updates': roomForUpdates.up,
  '0158-order-labels': orderLabels.up,
  '0159-products-by-update': productsByUpdate.up,
  '0161-search-lists': searchLists.up,
  '0162-products-in-place': productsInPlace.up,
  '0163-synonyms-of-computer-parts': synonymsOfParts.up,
  '0164-assumed-weights': assumedWeights.up,
  '0165-deductions-by-rate': deductionsByRate.up,
  '0166-subscriptions-of-returns': subscriptionsOfReturns.up,
  '0167-refunds-set-off': refundsSetOff.up,
  '0169-sent-forms': sentForms.up,
  '0171-synonyms-of-makers': synonymsOfMakers.up,
  '0172-more-synonyms-of-computer-parts': moreSynonymsOfParts.up,
  '0173-card-returns': cardReturns.up,
  '0174-provider-disputes': providerDisputes.up,
  '0178-who-sees-prices': whoSeesPrices.up,
  '0181-synonyms-of-phones-and-layouts': synonymsOfPhones.up,
  '0184-synonyms-of-errands': synonymsOfErrands.up,
  '0185-invitations-by-mail': invitationsByMail.up,
}

function migrationsFor(kind: DatabaseKind): Record<string, Migration> {
  return Object.fromEntries(Object.entries(changes).map(([name, up]) => [name, { up: (on) => up(on, kind) }]))
}

/** Returns the name of the newest migration that this program knows. */
export function newestSchema(): string {
  return Object.keys(changes).toSorted().at(-1) ?? ''
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
 * `only`: the migrations of an older schema. `tableSchema`: the schema of PostgreSQL in which the names of the applied
 * ones are kept, where that is not the usual one.
 */
type MigrateOptions = { only?: readonly string[]; tableSchema?: string }

/**
 * Migrates the database to the newest schema; on PostgreSQL an advisory lock admits one process. Throws BootError when
 * the schema is newer than this program.
 */
export async function migrate(open: OpenDatabase, { only, tableSchema }: MigrateOptions = {}): Promise<string[]> {
  const { db, kind } = open
  const { missing, unknown } = await schemaState(open)
  if (unknown.length > 0) throw new BootError(newerSchema(unknown))
  if (tableSchema === undefined && missing.length === 0) return []
  const wanted = Object.entries(migrationsFor(kind)).filter(([name]) => only?.includes(name) ?? true)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(wanted) },
    // Branches take numbers ahead, so a database that follows main may have a later one before an earlier one.
    allowUnorderedMigrations: true,
    ...(tableSchema !== undefined && { migrationTableSchema: tableSchema }),
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(String(error))
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** Lists the migrations of a schema that this program does not know. */
export function unknownMigrations(schema: readonly string[]): string[] {
  return schema.filter((name) => !Object.hasOwn(changes, name))
}

/** Lists the migrations that a schema lacks. */
export function missingMigrations(schema: readonly string[]): string[] {
  return Object.keys(changes).filter((name) => !schema.includes(name))
}

/** Returns the message for an operator who starts a program that is older than its database. */
export function newerSchema(unknown: readonly string[]): string {
  return (
    `A newer version of the shop has changed the database (${unknown.join(', ')}), which this version does not know: ` +
    'start the newer version again, or restore the backup from before the upgrade.'
  )
}

import type { Kysely } from 'kysely'
import * as catalog from './0001-catalog.ts'
import * as orders from './0002-orders.ts'
import * as search from './0003-search.ts'
import * as amounts from './0004-amounts.ts'
import * as content from './0005-content.ts'
import * as accounts from './0006-accounts.ts'
import * as payments from './0007-payments.ts'
import * as fulfilment from './0008-orders.ts'
import * as later from './0009-later.ts'
import * as organizations from './0010-organizations.ts'
import * as delivery from './0011-delivery.ts'
import * as vatNumbers from './0012-vat-numbers.ts'
import * as savedCarts from './0013-saved-carts.ts'
import * as devices from './0014-devices.ts'
import * as reservations from './0015-reservations.ts'
import * as orderNumbers from './0016-order-numbers.ts'
import * as repeatedPayments from './0017-repeated-payments.ts'
import * as freeProducts from './0018-free-products.ts'
import * as sortPrices from './0019-sort-prices.ts'
import * as identity from './0022-identity.ts'
import * as retention from './0023-retention.ts'
import * as orderChecks from './0025-order-checks.ts'
import * as partialReturns from './0026-partial-returns.ts'
import * as synonyms from './0027-synonyms.ts'
import * as listsInMemory from './0028-lists-in-memory.ts'
import * as categoryFacts from './0029-category-facts.ts'
import * as searchMisses from './0030-search-misses.ts'
import * as deliveryAreas from './0031-delivery-areas.ts'
import * as partRequests from './0032-part-requests.ts'
import * as invoiceAddresses from './0033-invoice-addresses.ts'
import * as partLists from './0034-part-lists.ts'
import * as guides from './0035-guides.ts'
import * as pictureTexts from './0036-picture-texts.ts'
import * as settings from './0037-settings.ts'
import * as fitAttributes from './0038-fit-attributes.ts'
import * as deliverySettings from './0039-delivery-settings.ts'
import * as imports from './0042-imports.ts'
import * as feedSources from './0043-feed-sources.ts'
import * as pendingSearchTerms from './0044-pending-search-terms.ts'
import * as supplierOffers from './0046-supplier-offers.ts'
import * as staff from './0049-staff.ts'
import * as consoleLists from './0050-console-lists.ts'
import * as packing from './0051-packing.ts'
import * as paymentsInLists from './0052-payments-in-lists.ts'
import * as integrations from './0054-integrations.ts'
import * as orderEdits from './0055-order-edits.ts'
import * as nameWords from './0056-name-words.ts'
import * as giftCardsAndSubscriptions from './0057-gift-cards-and-subscriptions.ts'
import * as webhooks from './0058-webhooks.ts'
import * as runBack from './0059-run-back.ts'
import * as invoices from './0060-invoices.ts'
import * as documents from './0061-documents.ts'
import * as dayInConsole from './0062-a-day-in-the-console.ts'
import * as invoiceReminders from './0065-invoice-reminders.ts'
import * as textsOfSources from './0066-texts-of-sources.ts'
import * as unusedFiles from './0068-unused-files.ts'
import * as invoicesByOrder from './0069-invoices-by-order.ts'
import * as exchanges from './0070-exchanges.ts'
import * as customerVisits from './0071-customer-visits.ts'
import * as payouts from './0072-payouts.ts'
import * as payoutsInLists from './0074-payouts-in-lists.ts'
import * as staffNotes from './0080-staff-notes.ts'
import * as productsInLists from './0092-products-in-lists.ts'
import * as coupons from './0113-coupons.ts'
import * as contentVersions from './0116-content-versions.ts'
import * as importRuns from './0119-import-runs.ts'
import * as wantedSources from './0120-wanted-sources.ts'
import * as campaignRules from './0121-campaign-rules.ts'
import * as priceChanges from './0122-price-changes.ts'
import * as pictureLibrary from './0124-picture-library.ts'
import * as catalogue from './0127-catalogue.ts'
import * as runNote from './0132-run-note.ts'
import * as priceLists from './0133-price-lists.ts'
import * as pricesInPortions from './0134-prices-in-portions.ts'
import * as mailTexts from './0138-mail-texts.ts'
import * as pictureCrops from './0139-picture-crops.ts'
import * as productViews from './0140-product-views.ts'
import * as reasonsOfFiles from './0142-reasons-of-files.ts'
import * as orderAdditions from './0144-order-additions.ts'
import * as allowances from './0145-allowances.ts'
import * as disputeOutcomes from './0146-dispute-outcomes.ts'
import * as editedAttributes from './0147-edited-attributes.ts'
import * as reasonsOfRows from './0148-reasons-of-rows.ts'
import * as hostKeysOfSources from './0151-host-keys-of-sources.ts'
import * as searchChanges from './0153-search-changes.ts'
import * as profileTexts from './0154-profile-texts.ts'
import * as removedPriceLists from './0155-removed-price-lists.ts'
import * as roomForUpdates from './0156-room-for-updates.ts'
import * as orderLabels from './0158-order-labels.ts'
import * as productsByUpdate from './0159-products-by-update.ts'
import * as searchLists from './0161-search-lists.ts'
import * as productsInPlace from './0162-products-in-place.ts'
import * as synonymsOfParts from './0163-synonyms-of-computer-parts.ts'
import * as assumedWeights from './0164-assumed-weights.ts'
import * as deductionsByRate from './0165-deductions-by-rate.ts'
import * as subscriptionsOfReturns from './0166-subscriptions-of-returns.ts'
import * as refundsSetOff from './0167-refunds-set-off.ts'
import * as sentForms from './0169-sent-forms.ts'
import * as synonymsOfMakers from './0171-synonyms-of-makers.ts'
import * as moreSynonymsOfParts from './0172-more-synonyms-of-computer-parts.ts'
import * as cardReturns from './0173-card-returns.ts'
import * as providerDisputes from './0174-provider-disputes.ts'
import * as whoSeesPrices from './0178-who-sees-prices.ts'
import * as synonymsOfPhones from './0181-synonyms-of-phones-and-layouts.ts'
import * as synonymsOfErrands from './0184-synonyms-of-errands.ts'
import * as invitationsByMail from './0185-invitations-by-mail.ts'
import * as soldGiftCards from './0188-sold-gift-cards.ts'
import * as mailboxesOfOrders from './0191-mailboxes-of-orders.ts'
import * as shelves from './0194-shelves.ts'
import * as synonymsOfDrives from './0195-synonyms-of-drives.ts'
import * as buyersOfOrders from './0196-buyers-of-orders.ts'
import * as refundsByBank from './0201-refunds-by-bank.ts'
import * as returnsNotRefunded from './0202-returns-not-refunded.ts'
import * as synonymsOfSpokenWords from './0203-synonyms-of-spoken-words.ts'
import * as exchangedPayouts from './0204-exchanged-payouts.ts'
import * as reasonsBesideTheLog from './0205-reasons-beside-the-log.ts'
import * as synonymsOfBuilds from './0208-synonyms-of-builds.ts'
import * as productsOfSources from './0216-products-of-sources.ts'
import * as mailLinksBySubject from './0218-mail-links-by-subject.ts'
import * as endedPrices from './0219-ended-prices.ts'
import * as productFeeds from './0220-product-feeds.ts'
import * as keptAnswers from './0222-kept-answers.ts'
import * as synonymsOfConditions from './0225-synonyms-of-conditions.ts'
import * as synonymsOfConnectors from './0226-synonyms-of-connectors.ts'
import * as shortages from './0229-shortages.ts'
import * as synonymsOfScart from './0231-synonyms-of-scart.ts'
import * as swedishNamesOfFindings from './0234-swedish-names-of-findings.ts'
import * as payoutChecks from './0235-payout-checks.ts'
import * as correctedAddresses from './0238-corrected-addresses.ts'
import * as productsByVatClass from './0239-products-by-vat-class.ts'
import * as subscriptionChanges from './0240-subscription-changes.ts'
import * as answeredLines from './0242-answered-lines.ts'
import * as scannedPieces from './0243-scanned-pieces.ts'
import * as ordersToPack from './0245-orders-to-pack.ts'
import * as givenCardsInBooks from './0248-given-cards-in-books.ts'
import * as giftCardDebts from './0249-gift-card-debts.ts'
import * as cardsOfRefunds from './0252-cards-of-refunds.ts'

type Change = (on: Kysely<unknown>, kind: 'sqlite' | 'postgres') => Promise<void>

/** Every migration by its name, in their order. */
export const everyMigration: Readonly<Record<string, Change>> = {
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
  '0188-sold-gift-cards': soldGiftCards.up,
  '0191-mailboxes-of-orders': mailboxesOfOrders.up,
  '0194-shelves': shelves.up,
  '0195-synonyms-of-drives': synonymsOfDrives.up,
  '0196-buyers-of-orders': buyersOfOrders.up,
  '0201-refunds-by-bank': refundsByBank.up,
  '0202-returns-not-refunded': returnsNotRefunded.up,
  '0203-synonyms-of-spoken-words': synonymsOfSpokenWords.up,
  '0204-exchanged-payouts': exchangedPayouts.up,
  '0205-reasons-beside-the-log': reasonsBesideTheLog.up,
  '0208-synonyms-of-builds': synonymsOfBuilds.up,
  '0216-products-of-sources': productsOfSources.up,
  '0218-mail-links-by-subject': mailLinksBySubject.up,
  '0219-ended-prices': endedPrices.up,
  '0220-product-feeds': productFeeds.up,
  '0222-kept-answers': keptAnswers.up,
  '0225-synonyms-of-conditions': synonymsOfConditions.up,
  '0226-synonyms-of-connectors': synonymsOfConnectors.up,
  '0229-shortages': shortages.up,
  '0231-synonyms-of-scart': synonymsOfScart.up,
  '0234-swedish-names-of-findings': swedishNamesOfFindings.up,
  '0235-payout-checks': payoutChecks.up,
  '0238-corrected-addresses': correctedAddresses.up,
  '0239-products-by-vat-class': productsByVatClass.up,
  '0240-subscription-changes': subscriptionChanges.up,
  '0242-answered-lines': answeredLines.up,
  '0243-scanned-pieces': scannedPieces.up,
  '0245-orders-to-pack': ordersToPack.up,
  '0248-given-cards-in-books': givenCardsInBooks.up,
  '0249-gift-card-debts': giftCardDebts.up,
  '0252-cards-of-refunds': cardsOfRefunds.up,
}

import type { RevisionForm, RevisionView } from '../../../contracts/customer-pages/subscription-page.ts'
import { canBe, type SubscriberAccess } from '../../../domain/orders/subscriptions.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { fieldRules } from '../../../domain/settings/checkout.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import type { Shop } from '../shop.ts'
import type { SubscriptionRow } from '../subscriptions/queries.ts'
import { reviseSubscription } from '../subscriptions/revise-subscription.ts'
import { storedForm } from './renewal-order.ts'
import { proposalOf, storedRevision, type Proposal } from './revision.ts'
import { subscriptionView } from './subscription-views.ts'

type Shown = Pick<RevisionView, 'typed' | 'faults' | 'left' | 'offer'>

/** The form for the quantity and the address of a subscription as it is; undefined for one that has ended. */
export async function revisionOf(
  shop: Shop,
  row: SubscriptionRow,
  language: Language,
): Promise<RevisionView | undefined> {
  if (!canBe('revise', row.status)) return undefined
  return viewOf(shop, row, language, { typed: storedRevision(row), faults: {}, left: 0, offer: null })
}

export type PostedRevision = { posted: RevisionForm; access: SubscriberAccess; language: Language }

/**
 * A posted form for quantity and address: shows what the next order will cost, and changes the subscription when that
 * was seen and is confirmed. `done` when it has changed; undefined for one that has ended.
 */
export async function postRevision(
  shop: Shop,
  row: SubscriptionRow,
  { posted, access, language }: PostedRevision,
): Promise<RevisionView | 'done' | undefined> {
  if (!canBe('revise', row.status)) return undefined
  if (!(await isWithin(shop.limits.subscriptionChanges, row.id)))
    return viewOf(shop, row, language, { ...asTyped(row, posted), refusal: 'too_often' })
  const proposal = await proposalOf(shop, row, posted)
  if (posted.action !== 'revise') return viewOf(shop, row, language, proposal)
  const isSeen = proposal.offer !== null && proposal.offer.seen === posted.seen
  if (isSeen && (await reviseSubscription(shop, { before: row, after: proposal.revised, access }))) return 'done'
  return viewOf(shop, row, language, { ...proposal, refusal: proposal.offer && 'changed' })
}

function asTyped(row: SubscriptionRow, posted: RevisionForm): Shown {
  const { id: _id, action: _action, seen: _seen, ...typed } = posted
  return { typed: { ...storedRevision(row), ...typed }, faults: {}, left: 0, offer: null }
}

async function viewOf(
  shop: Shop,
  row: SubscriptionRow,
  language: Language,
  { typed, faults, left, offer, refusal = null }: (Shown | Proposal) & { refusal?: RevisionView['refusal'] },
): Promise<RevisionView> {
  const { customer_kind: kind } = storedForm(row)
  return {
    subscription: await subscriptionView(shop, row, language),
    typed,
    faults,
    left,
    offer,
    refusal,
    isOrganization: kind === 'organization',
    isPhoneOptional: fieldRules(shop.settings.all.checkout, kind).phone !== 'required',
  }
}

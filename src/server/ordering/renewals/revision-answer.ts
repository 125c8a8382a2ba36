import {
  revisionForm,
  type RevisionForm,
  type RevisionRefusal,
  type RevisionShown,
  type RevisionView,
} from '../../../contracts/customer-pages/subscription-page.ts'
import { addDaysToMoment, canBe, type SubscriberAccess } from '../../../domain/orders/subscriptions.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { fieldRules } from '../../../domain/settings/checkout.ts'
import { changedValuesJson } from '../../platform/db/json-columns.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import type { Shop } from '../shop.ts'
import { subscriptionById, type SubscriptionRow } from '../subscriptions/queries.ts'
import { isAlike, reviseSubscription } from '../subscriptions/revise-subscription.ts'
import { deleteDraft, draftOf, putDraft } from '../subscriptions/revision-queries.ts'
import { storedForm } from './renewal-order.ts'
import { proposalOf, storedRevision, type Proposal } from './revision.ts'
import { subscriptionView } from './subscription-views.ts'

type Shown = Pick<RevisionView, 'typed' | 'faults' | 'left' | 'offer' | 'refusal'>

type Opened = { access: SubscriberAccess; language: Language; isReviewed: boolean; refusal: RevisionRefusal | null }

/**
 * The form for the quantity and the address of a subscription: as it is or, `isReviewed`, as it was typed last, with
 * what the next order costs then. Undefined for one that has ended.
 */
export async function revisionOf(
  shop: Shop,
  row: SubscriptionRow,
  { access, language, isReviewed, refusal }: Opened,
): Promise<RevisionView | undefined> {
  if (!canBe('revise', row.status)) return undefined
  const typed = isReviewed ? await typedLast(shop, row, access) : undefined
  const stored = { ...asStored(row), refusal }
  if (!typed) return viewOf(shop, row, language, stored)
  if (refusal === 'too_often' || !(await isWithin(shop.limits.subscriptionChanges, row.id)))
    return viewOf(shop, row, language, { ...stored, typed: typedRevision(typed), refusal: 'too_often' })
  const proposal = await proposalOf(shop, row, typed)
  return viewOf(shop, row, language, { ...proposal, refusal: proposal.offer && refusal })
}

/** The form as the subscription is. */
export function asStored(row: SubscriptionRow): Omit<Shown, 'refusal'> {
  return { typed: storedRevision(row), faults: {}, left: 0, offer: null }
}

async function typedLast(
  { db, now }: Shop,
  { id }: SubscriptionRow,
  access: SubscriberAccess,
): Promise<RevisionForm | undefined> {
  const draft = await draftOf(db, { id, access, since: addDaysToMoment(now().toISOString(), -1) })
  return draft && revisionForm.parse(changedValuesJson.read(draft.typed))
}

/**
 * A posted form for quantity and address: keeps what was typed, and changes the subscription when its cost was seen
 * and is confirmed. Returns `done` when it has changed, `review` when it is to be shown, or why it did not change.
 */
export async function postRevision(
  shop: Shop,
  row: SubscriptionRow,
  { posted, access }: { posted: RevisionForm; access: SubscriberAccess },
): Promise<'done' | 'review' | 'ended' | RevisionRefusal> {
  if (!canBe('revise', row.status)) return 'ended'
  await putDraft(shop.db, {
    subscription_id: row.id,
    access,
    typed: changedValuesJson.write(typedRevision(posted)),
    typed_at: shop.now().toISOString(),
  })
  if (posted.action !== 'revise') return 'review'
  if (!(await isWithin(shop.limits.subscriptionChanges, row.id))) return 'too_often'
  const { offer, revised } = await proposalOf(shop, row, posted)
  if (!offer) return 'review'
  if (await isRevised(shop, revised)) return 'done'
  if (offer.seen !== posted.seen) return 'changed'
  if (!(await isWithin(shop.limits.subscriptionMails, row.id))) return 'too_often'
  const isDone = await reviseSubscription(shop, { before: row, after: revised, access })
  return isDone || (await isRevised(shop, revised)) ? 'done' : 'changed'
}

/** A button that was pressed twice sends its form twice: the second finds the subscription as it is wanted. */
async function isRevised({ db }: Shop, revised: SubscriptionRow): Promise<boolean> {
  const row = await subscriptionById(db, revised.id)
  if (!row || row.status === 'cancelled' || !isAlike(row, revised)) return false
  await deleteDraft(db, row.id)
  return true
}

/** What was typed, without what the form says besides. */
export function typedRevision({
  id: _id,
  action: _action,
  seen: _seen,
  ...typed
}: RevisionForm): RevisionView['typed'] {
  return typed
}

async function viewOf(
  shop: Shop,
  row: SubscriptionRow,
  language: Language,
  shown: (Shown | Proposal) & Pick<Shown, 'refusal'>,
): Promise<RevisionView> {
  return { subscription: await subscriptionView(shop, row, language), ...revisionShown(shop, row, shown) }
}

/** What the form shows of a subscription as it is, or of what was typed. */
export function revisionShown(
  { settings }: Pick<Shop, 'settings'>,
  row: SubscriptionRow,
  { typed, faults, left, offer, refusal }: (Shown | Proposal) & Pick<Shown, 'refusal'>,
): RevisionShown {
  const { customer_kind: kind } = storedForm(row)
  return {
    typed,
    faults,
    left,
    offer,
    refusal,
    isOrganization: kind === 'organization',
    isPhoneOptional: fieldRules(settings.all.checkout, kind).phone !== 'required',
  }
}

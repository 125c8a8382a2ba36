import type * as z from 'zod/mini'
import {
  staffRevisionForm,
  type StaffRevision,
  type SubscriptionDetails,
} from '../../../contracts/console/subscriptions.ts'
import type { RevisionRefusal } from '../../../contracts/customer-pages/subscription-page.ts'
import { canBe } from '../../../domain/orders/subscriptions.ts'
import { asStored, revisionShown, typedRevision } from '../../ordering/renewals/revision-answer.ts'
import { proposalOf } from '../../ordering/renewals/revision.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { SubscriptionRow } from '../../ordering/subscriptions/queries.ts'
import { isAlike, reviseSubscription } from '../../ordering/subscriptions/revise-subscription.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction } from '../frame/console-screen.ts'
import { onSubscription, requestedSubscription } from './on-subscription.ts'
import { subscriptionContent } from './subscription-content.ts'

type Posted = z.output<typeof staffRevisionForm>
type Shown = Omit<StaffRevision, 'currency' | 'countries'>

/** Quantity and address, by the rules and with the mail that the subscriber has as well. */
export const revisionActions = {
  review: consoleAction({ permission: 'subscriptions.change', form: staffRevisionForm, run: review }),
  revise: consoleAction({ permission: 'subscriptions.change', stepUp: true, form: staffRevisionForm, run: revise }),
}

/** Shows what the next order costs with what was typed. */
async function review(context: ConsoleContext, posted: Posted) {
  const { shop } = context
  const row = await revisable(context)
  if (!(await isWithin(shop.limits.subscriptionChanges, row.id)))
    return question(context, row, refused(shop, row, posted))
  return question(context, row, revisionShown(shop, row, { ...(await proposalOf(shop, row, posted)), refusal: null }))
}

/** Changes the subscription if what it costs was seen, and is the same now. */
async function revise(context: ConsoleContext, posted: Posted) {
  const { shop } = context
  const row = await revisable(context)
  const again = async (refusal: RevisionRefusal | null) =>
    question(context, row, revisionShown(shop, row, { ...(await proposalOf(shop, row, posted)), refusal }))
  if (!(await isWithin(shop.limits.subscriptionChanges, row.id)))
    return question(context, row, refused(shop, row, posted))
  const { offer, revised } = await proposalOf(shop, row, posted)
  if (!offer) return again(null)
  if (isAlike(row, revised)) return undefined
  if (offer.seen !== posted.seen) return again('changed')
  if (!(await isWithin(shop.limits.subscriptionMails, row.id)))
    return question(context, row, refused(shop, row, posted))
  const { version } = posted
  const revises = { quantity: row.quantity !== revised.quantity }
  await onSubscription(context, { operation: 'subscriptions.revise', version, revises }, (own) =>
    reviseSubscription(own, { before: row, after: revised, access: 'staff' }),
  )
  return undefined
}

async function revisable(context: ConsoleContext): Promise<SubscriptionRow> {
  const row = await requestedSubscription(context)
  if (!row) throw new ConsoleError('unknown')
  if (!canBe('revise', row.status)) throw new ConsoleError('not_possible')
  return row
}

function refused(shop: Shop, row: SubscriptionRow, posted: Posted): Shown {
  const { version: _version, ...typed } = posted
  return revisionShown(shop, row, { ...asStored(row), typed: typedRevision(typed), refusal: 'too_often' })
}

async function question(context: ConsoleContext, { currency }: SubscriptionRow, shown: Shown) {
  const content = await subscriptionContent(context)
  if (!content) throw new ConsoleError('unknown')
  const { countries } = context.shop.settings.all.sales
  const revision = { ...shown, currency, countries }
  return { content: { ...content, revision } satisfies SubscriptionDetails, isQuestion: true }
}

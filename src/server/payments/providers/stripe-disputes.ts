import type { ProviderDisputeStatus } from '../../platform/db/tables/payout-tables.ts'
import type { Shop } from '../../platform/shop.ts'
import type { DisputeMove, DisputeNotice } from '../provider.ts'
import { asking } from './stripe-client.ts'
import { stripeDispute, type DisputeToRead } from './stripe-notices.ts'
import { attemptOf } from './stripe-refunds.ts'

/** A status that is not known blocks nothing by itself; the money that moved counts all the same. */
const statuses: Readonly<Record<string, ProviderDisputeStatus>> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
}
/** As in the payout report (ordering/payouts/read-payouts.ts). */
const moveKinds: Readonly<Record<string, DisputeMove['kind']>> = { dispute: 'dispute', dispute_reversal: 'dispute_won' }

/** Fetches a dispute as it is now; null when it is not of a payment of this shop. */
export async function fetchDispute(shop: Shop, { eventId, id }: DisputeToRead): Promise<DisputeNotice | null> {
  const dispute = stripeDispute.parse(await asking(shop, (client) => client.disputes.retrieve(id)))
  const { payment_intent: payment, amount, status, balance_transactions: moves } = dispute
  const attemptId = payment ? await attemptOf(shop, payment) : undefined
  if (!payment || attemptId === undefined) return null
  return {
    eventId,
    attemptId,
    outcome: 'disputed',
    reference: dispute.id,
    payment,
    amount,
    currency: dispute.currency.toUpperCase(),
    status: statuses[status] ?? 'inquiry',
    moves: moves.flatMap(({ id: move, amount: gross, currency, reporting_category: category }) => {
      const kind = moveKinds[category]
      return kind ? [{ id: move, kind, gross, currency: currency.toUpperCase() }] : []
    }),
  }
}

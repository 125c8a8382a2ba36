import type { Shop } from '../../ordering/shop.ts'
import { lockSubscription, subscriptionById, type SubscriptionRow } from '../../ordering/subscriptions/queries.ts'
import { lockRenewalCarts } from '../../ordering/subscriptions/revision-queries.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { newestRenewals } from './subscription-list-queries.ts'

/** Due dates that are shown, and that a change is compared by. */
export const shownRenewals = 50

/** The subscription of the address; undefined where there is none. */
export async function requestedSubscription({ shop, request }: ConsoleContext): Promise<SubscriptionRow | undefined> {
  return subscriptionById(shop.db, (request.params['id'] ?? '').slice(0, 60))
}

/** Changes with everything that staff see of a subscription. */
export async function subscriptionVersion(db: Queryable, row: SubscriptionRow): Promise<string> {
  const { id, status, next_at: next, interval_days: days, quantity, country, form } = row
  const renewals = (await newestRenewals(db, id, shownRenewals)).map((each) => [each.due_at, each.status, each.tries])
  return hashSecret(JSON.stringify([status, next, days, quantity, country, form, renewals])).slice(0, 20)
}

type Action = {
  operation: string
  version: string
  /** Of quantity and address: locks as orders do, and keeps the address out of the log, which outlives its person. */
  revises?: { quantity: boolean }
}

/**
 * Does something with the subscription of the address, unless it changed since the person saw it. Throws if the work
 * is not possible: it returns false or undefined.
 */
export async function onSubscription(
  context: ConsoleContext,
  { operation, version, revises }: Action,
  work: (shop: Shop, id: string) => Promise<unknown>,
): Promise<void> {
  const row = await requestedSubscription(context)
  if (!row) throw new ConsoleError('unknown')
  const { id, sku } = row
  const action = {
    operation,
    subject: { kind: 'subscription', id, label: sku },
    guard: async (trx: DatabaseTransaction) => {
      // An order locks its cart first.
      if (revises) await lockRenewalCarts(trx, id)
      const current = await lockSubscription(trx, id, context.shop.now().toISOString())
      if (!current) throw new ConsoleError('unknown')
      if ((await subscriptionVersion(trx, current)) !== version)
        throw await recordChanged(trx, { kind: 'subscription', id })
    },
    ...(revises?.quantity === false ? {} : { fields: (trx: DatabaseTransaction) => loggedSubscription(trx, id) }),
  }
  await audited(context.shop, context.session.actor, action, async (shop) => {
    if (!(await work(shop, id))) throw new ConsoleError('not_possible')
  })
}

async function loggedSubscription(trx: DatabaseTransaction, id: string): Promise<Record<string, unknown>> {
  const row = await subscriptionById(trx, id)
  const renewals = await newestRenewals(trx, id, shownRenewals)
  return {
    status: row?.status,
    quantity: row?.quantity,
    interval_days: row?.interval_days,
    next_at: row?.next_at,
    renewals: renewals.map((each) => `${each.due_at} ${each.status} ${each.tries}`),
  }
}

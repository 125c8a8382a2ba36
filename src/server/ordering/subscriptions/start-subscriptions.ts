import type { CheckoutForm } from '../../../domain/checkout-form.ts'
import { plusDays } from '../../../domain/subscriptions.ts'
import { cartRow } from '../checkout/queries.ts'
import type { DatabaseTransaction, Row } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { OrderRow } from '../orders/queries.ts'
import { insertSubscription } from './queries.ts'
import { tellSubscriber } from './subscription-mail.ts'

export type SubscribedOrder = Pick<
  OrderRow,
  'id' | 'checkout_id' | 'customer_id' | 'email' | 'language' | 'currency' | 'country' | 'payment_method'
>
export type SubscribedLine = Pick<
  Row<'order_lines'>,
  'position' | 'product_id' | 'sku' | 'name' | 'quantity' | 'details'
>

/** Writes a subscription for every line of a confirmed order that comes again, and tells its subscriber. */
export async function startSubscriptions(
  trx: DatabaseTransaction,
  order: SubscribedOrder,
  lines: readonly SubscribedLine[],
  now: Date,
): Promise<void> {
  const repeated = lines.filter((line) => intervalOf(line) > 0)
  if (repeated.length === 0) return
  const cart = await cartRow(trx, order.checkout_id)
  const kept = JSON.parse(cart?.form ?? '{}') as Partial<CheckoutForm>
  for (const line of repeated) {
    const row = subscriptionRow(order, line, { ...kept, payment_method: order.payment_method }, now)
    if (await insertSubscription(trx, row))
      await tellSubscriber(trx, { id: row.id, news: 'started', due: row.next_at }, now)
  }
}

function subscriptionRow(order: SubscribedOrder, line: SubscribedLine, form: Partial<CheckoutForm>, now: Date) {
  const { id: order_id, customer_id, email, language, currency, country } = order
  const { position, product_id, sku, name, quantity } = line
  const [at, days] = [now.toISOString(), intervalOf(line)]
  return {
    id: newId(now.getTime()),
    order_id,
    position,
    customer_id,
    email,
    language,
    currency,
    country,
    product_id,
    sku,
    name,
    quantity,
    interval_days: days,
    next_at: plusDays(at, days),
    status: 'active' as const,
    reminded_for: null,
    form: JSON.stringify(form),
    created_at: at,
    updated_at: at,
  }
}

/** The days between two of a line; 0 for one that comes once. */
export function intervalOf({ details }: Pick<SubscribedLine, 'details'>): number {
  const { subscription_interval: interval } = JSON.parse(details) as { subscription_interval?: { id: string } | null }
  const days = Number(interval?.id ?? 0)
  return Number.isSafeInteger(days) && days > 0 ? days : 0
}

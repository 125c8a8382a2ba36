import { formJson, lineDetailsJson } from '../../platform/db/json-columns.ts'
import { plusDays } from '../../../domain/orders/subscriptions.ts'
import { cartRow } from '../cart/cart-row-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { mayFulfil, type EventLine, type EventOrder, type OrderEvent } from '../orders/order-events.ts'
import { insertSubscription } from './queries.ts'
import { mailSubscriber } from './subscription-mail.ts'

/** Creates a subscription for every order line with an interval and mails the subscriber. */
export async function startSubscriptions(trx: DatabaseTransaction, event: OrderEvent): Promise<void> {
  if (!mayFulfil(event)) return
  const repeated = (await event.lines()).filter((line) => intervalOf(line) > 0)
  if (repeated.length === 0) return
  const { order, at: now } = event
  const cart = await cartRow(trx, order.checkout_id)
  const kept = formJson.read(cart?.form ?? '{}')
  for (const line of repeated) {
    const row = subscriptionRow(order, line, { ...kept, payment_method: order.payment_method }, now)
    if (await insertSubscription(trx, row))
      await mailSubscriber(trx, { id: row.id, news: 'started', due: row.next_at }, now)
  }
}

function subscriptionRow(order: EventOrder, line: EventLine, form: Record<string, string>, now: Date) {
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
    form: formJson.write(form),
    created_at: at,
    updated_at: at,
  }
}

/** Returns the subscription interval of a line in days; 0 if it is not a subscription. */
export function intervalOf({ details }: Pick<EventLine, 'details'>): number {
  const { subscription_interval: interval } = lineDetailsJson.read(details)
  const days = Number(interval?.id ?? 0)
  return Number.isSafeInteger(days) && days > 0 ? days : 0
}

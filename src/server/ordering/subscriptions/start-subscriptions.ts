import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { addDaysToMoment } from '../../../domain/orders/subscriptions.ts'
import { addressJson, deliveryJson, formJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { mayFulfil, type EventLine, type EventOrder, type OrderEvent } from '../orders/order-events.ts'
import { intervalOf } from '../orders/order-page.ts'
import { orderById, type OrderRow } from '../orders/queries.ts'
import { insertSubscription } from './queries.ts'
import { mailSubscriber } from './subscription-mail.ts'

/** Creates a subscription for every order line with an interval and mails the subscriber. */
export async function startSubscriptions(trx: DatabaseTransaction, event: OrderEvent): Promise<void> {
  if (!mayFulfil(event)) return
  const repeated = (await event.lines()).filter((line) => intervalOf(line) > 0)
  if (repeated.length === 0) return
  const { at: now } = event
  const order = await orderById(trx, event.order.id)
  if (!order) return
  const form = formOf(order)
  for (const line of repeated) {
    const row = subscriptionRow(order, line, form, now)
    if (await insertSubscription(trx, row))
      await mailSubscriber(trx, { id: row.id, news: 'started', due: row.next_at }, now)
  }
}

/**
 * Builds the checkout form of an order from what was ordered. What the cart remembers may be of another tab, or of a
 * later order that was not placed.
 */
function formOf(order: OrderRow): Omit<CheckoutForm, 'message' | 'terms'> {
  const { organization, postalCode, ...address } = addressJson.read(order.address)
  return {
    ...address,
    organization_name: organization,
    postal_code: postalCode,
    email: order.email,
    phone: order.phone,
    customer_kind: order.customer_kind,
    organization_number: order.organization_number ?? '',
    vat_number: order.vat_number ?? '',
    order_reference: order.order_reference,
    cost_centre: order.cost_centre,
    peppol_id: order.peppol_id,
    invoice_address: order.invoice_address,
    delivery_method: order.delivery_method,
    service_point: deliveryJson.read(order.delivery).place?.id ?? '',
    payment_method: order.payment_method,
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
    next_at: addDaysToMoment(at, days),
    status: 'active' as const,
    reminded_for: null,
    form: formJson.write(form),
    created_at: at,
    updated_at: at,
  }
}

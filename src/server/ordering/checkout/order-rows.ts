import { vatOf, type Totals } from '../../../domain/cart/cart-amounts.ts'
import type { DeliveryPlace, ExpectedArrival, OrderDelivery } from '../../../domain/cart/delivery-points.ts'
import { canChange, type DiscountTerms } from '../../../domain/cart/discount-terms.ts'
import { toMinor, type Minor } from '../../../domain/money/money.ts'
import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import type { OrderHold } from '../../../domain/orders/order-holds.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { productType } from '../../../domain/products/products.ts'
import { reservationMinutes } from '../../../domain/products/stock.ts'
import { newAttempt } from '../../payments/queries.ts'
import {
  addressJson,
  codesJson,
  deliveryJson,
  lineDetailsJson,
  termsJson,
  type OrderAddress,
} from '../../platform/db/json-columns.ts'
import type { NewRow } from '../../platform/db/tables.ts'
import { mailboxOf } from '../../platform/http/mailbox.ts'
import { newId, orderNumber } from '../../platform/ids.ts'
import type { CartRow } from '../cart/cart-row-queries.ts'
import type { OrderParts } from '../orders/insert-order-queries.ts'
import type { OrderedBy } from './order-request.ts'
import type { CheckoutLine, PricedCheckout } from './price-checkout.ts'

type Placing = {
  orderId: string
  form: CheckoutForm
  context: ShoppingContext
  now: Date
  organizationId?: string | null
}

type Placed = {
  seq: number
  cart: CartRow
  priced: PricedCheckout
  place?: DeliveryPlace | null
  arrives?: ExpectedArrival | undefined
  network: string
  hold: OrderHold | null
}

/** Builds the order row with its final totals (minor units including VAT). */
export function orderRow({
  orderId,
  seq,
  cart,
  priced,
  form,
  context,
  now,
  organizationId = null,
  place = null,
  arrives,
  network,
  hold,
}: Placing & Placed): NewRow<'orders'> & { customer_id: string | null; hold: OrderHold | null } {
  const at = now.toISOString()
  return {
    id: orderId,
    seq,
    number: orderNumber(seq),
    checkout_id: cart.checkout_id,
    language: context.language,
    currency: context.currency.code,
    country: form.country,
    status: 'pending_payment',
    customer_id: cart.customer_id,
    organization_id: organizationId,
    ...buyerColumns(form, priced),
    address: addressJson.write(addressOf(form)),
    delivery_method: priced.delivery?.id ?? '',
    delivery: deliveryJson.write(orderDelivery(priced, place, hold === null ? arrives : undefined)),
    payment_method: form.payment_method,
    ...totalColumns(priced),
    coupons: codesJson.write(priced.redeemed),
    campaign_data: cart.campaign_data,
    network,
    hold,
    placed_at: at,
    updated_at: at,
  }
}

function buyerColumns(form: CheckoutForm, { vat, reverseCharge }: PricedCheckout) {
  const isOrganization = form.customer_kind === 'organization'
  return {
    email: form.email,
    mailbox: mailboxOf(form.email),
    phone: form.phone,
    message: form.message,
    customer_kind: form.customer_kind,
    organization_number: isOrganization ? form.organization_number : null,
    vat_number: vat.number,
    consultation_number: reverseCharge && vat.state === 'confirmed' ? vat.consultation : null,
    reverse_charge: reverseCharge ? (1 as const) : (0 as const),
    order_reference: isOrganization ? form.order_reference : '',
    cost_centre: isOrganization ? form.cost_centre : '',
    peppol_id: isOrganization ? form.peppol_id : '',
    invoice_address: isOrganization ? form.invoice_address : '',
  }
}

function totalColumns({ totals, giftCards }: PricedCheckout) {
  return {
    items_total: totals.items.inc,
    discount_total: totals.discount.inc,
    discount_vat: vatOf(totals.discount),
    delivery_total: totals.delivery.inc,
    delivery_vat: vatOf(totals.delivery),
    vat_total: vatOf(totals.total),
    total: totals.total.inc,
    gift_card_total: giftCards.total,
  }
}

function orderDelivery(
  { delivery, deliveryRate: rate }: PricedCheckout,
  place: DeliveryPlace | null,
  arrives: ExpectedArrival | undefined,
): OrderDelivery {
  return { kind: delivery?.kind ?? 'home', name: delivery?.name ?? '', place, rate, arrives }
}

function addressOf(form: CheckoutForm): OrderAddress {
  return {
    name: form.name,
    organization: form.customer_kind === 'organization' ? form.organization_name : '',
    line1: form.line1,
    line2: form.line2,
    postalCode: form.postal_code,
    city: form.city,
    country: form.country,
  }
}

export type SetItem = { set_id: string; product_id: string; quantity: number }

/**
 * Builds the stock reservations of an order, with sets split into their items. Sorted by product id, so that concurrent
 * orders do not deadlock.
 */
export function reservationsOf(
  orderId: string,
  lines: readonly CheckoutLine[],
  setItems: readonly SetItem[],
  now: Date,
): NewRow<'stock_reservations'>[] {
  const wanted = new Map<string, number>()
  const want = (productId: string, quantity: number) => wanted.set(productId, (wanted.get(productId) ?? 0) + quantity)
  for (const line of lines) {
    if (line.type === productType.giftCard) continue
    const items =
      line.type === productType.set
        ? setItems.filter((item) => item.set_id === line.product_id)
        : [{ product_id: line.product_id, quantity: 1 }]
    for (const item of items) want(item.product_id, item.quantity * line.quantity)
  }
  const expires = new Date(now.getTime() + reservationMinutes * 60_000).toISOString()
  return [...wanted]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([productId, quantity]) => ({
      id: newId(now.getTime()),
      order_id: orderId,
      product_id: productId,
      quantity,
      status: 'held',
      expires_at: expires,
    }))
}

type Parts = Placing & {
  attemptId: string
  lines: readonly CheckoutLine[]
  setItems?: readonly SetItem[]
  reservations: NewRow<'stock_reservations'>[]
  totals: Totals
  due?: Minor
  terms: DiscountTerms
  by?: Pick<OrderedBy, 'actor' | 'note'> | undefined
}

export function orderParts({
  orderId,
  attemptId,
  lines,
  setItems = [],
  reservations,
  totals,
  due = totals.total.inc,
  terms,
  form,
  context,
  now,
  by = { actor: 'shopper', note: '' },
}: Parts): OrderParts {
  const at = now.toISOString()
  const attempt = newAttempt(
    {
      id: attemptId,
      orderId,
      provider: form.payment_method,
      amount: due,
      currency: context.currency.code,
      language: context.language,
    },
    at,
  )
  const event: NewRow<'order_events'> = {
    id: newId(now.getTime()),
    order_id: orderId,
    at,
    actor: by.actor,
    from_status: null,
    to_status: 'pending_payment',
    note: by.note,
  }
  return {
    lines: lines.map((line, at) => orderLine(orderId, line, at + 1, setItems)),
    events: [event],
    reservations,
    attempt,
    terms: canChange(terms) ? { order_id: orderId, terms: termsJson.write(terms) } : undefined,
  }
}

function orderLine(
  orderId: string,
  line: CheckoutLine,
  position: number,
  setItems: readonly SetItem[],
): NewRow<'order_lines'> {
  const { percent, unit, total, share } = line.amounts
  return {
    id: newId(),
    order_id: orderId,
    position,
    product_id: line.product_id,
    sku: line.sku,
    name: line.name,
    type: line.type,
    quantity: line.quantity,
    unit_price: unit.inc,
    ordinary_price: toMinor(line.ordinary_price),
    discount_percent: percent,
    vat_rate: line.vat_rate,
    line_total: total.inc,
    vat_total: vatOf(total),
    discount_share: share.inc,
    discount_share_vat: vatOf(share),
    set_id: null,
    details: lineDetailsJson.write({
      subscription_interval: line.subscription_interval,
      slug: line.slug,
      thumb: line.thumb,
      pieces: onShelf(line, setItems),
    }),
  }
}

/**
 * Returns the stock items of one unit, if they differ from the product itself: none for a gift card, the current items
 * for a set.
 */
function onShelf({ type, product_id: id }: CheckoutLine, setItems: readonly SetItem[]) {
  if (type === productType.giftCard) return []
  if (type !== productType.set) return undefined
  return setItems.filter((item) => item.set_id === id).map(({ product_id, quantity }) => ({ product_id, quantity }))
}

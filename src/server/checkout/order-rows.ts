import type { Totals } from '../../contracts/checkout-page.ts'
import type { CheckoutForm } from '../../domain/checkout-form.ts'
import { toMinor } from '../../domain/money.ts'
import { productType } from '../../domain/products.ts'
import { reservationMinutes } from '../../domain/stock.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { vatPart } from '../../domain/vat.ts'
import type { NewRow } from '../db/tables.ts'
import { newId } from '../ids.ts'
import type { CheckoutLine, PricedCheckout } from './price-checkout.ts'
import type { CartRow } from './queries.ts'

type Placing = { orderId: string; form: CheckoutForm; context: ShoppingContext; now: Date }

/** Order numbers count up from 100001, so that they are short to read out and say nothing else. */
export function orderNumber(seq: number): string {
  return String(100_000 + seq)
}

/** The order with its totals frozen (minor units including VAT). */
export function orderRow(
  { orderId, cart, priced, form, context, now }: Placing & { cart: CartRow; priced: PricedCheckout },
): Omit<NewRow<'orders'>, 'seq' | 'number'> {
  const { totals, delivery } = priced
  const at = now.toISOString()
  return {
    id: orderId, checkout_id: cart.checkout_id, language: context.language, currency: context.currency.code, country: form.country,
    status: 'pending_payment', customer_id: cart.customer_id, organization_id: null, guest_token_hash: null,
    email: form.email, phone: form.phone, customer_kind: form.customer_kind,
    organization_number: form.customer_kind === 'organization' ? form.organization_number : null,
    address: JSON.stringify(addressOf(form)), delivery_method: delivery.id, payment_method: form.payment_method,
    items_total: totals.items, discount_total: totals.discount, delivery_total: totals.delivery, vat_total: totals.vat,
    total: totals.total, coupons: JSON.stringify(appliedCodes(priced)),
    campaign_data: cart.campaign_data, placed_at: at, updated_at: at,
  }
}

/** The coupons that the order uses, sorted, so that two orders never wait for each other. */
export function appliedCodes({ coupons }: Pick<PricedCheckout, 'coupons'>): string[] {
  return coupons.filter((coupon) => coupon.applied).map((coupon) => coupon.code).sort()
}

export type OrderAddress = { name: string; organization: string; line1: string; line2: string; postalCode: string; city: string; country: string }

function addressOf(form: CheckoutForm): OrderAddress {
  return {
    name: form.name, organization: form.customer_kind === 'organization' ? form.organization_name : '', line1: form.line1,
    line2: form.line2, postalCode: form.postal_code, city: form.city, country: form.country,
  }
}

/** Pieces to reserve, sets taken apart, in the order of product ids so that two orders never wait for each other. */
export function reservationsOf(
  orderId: string, lines: readonly CheckoutLine[], pieces: readonly { set_id: string; product_id: string; quantity: number }[], now: Date,
): NewRow<'stock_reservations'>[] {
  const wanted = new Map<string, number>()
  const want = (productId: string, quantity: number) => wanted.set(productId, (wanted.get(productId) ?? 0) + quantity)
  for (const line of lines) {
    if (line.type === productType.giftCard) continue
    const inSet = line.type === productType.set ? pieces.filter((piece) => piece.set_id === line.product_id) : [{ product_id: line.product_id, quantity: 1 }]
    for (const piece of inSet) want(piece.product_id, piece.quantity * line.quantity)
  }
  const expires = new Date(now.getTime() + reservationMinutes * 60_000).toISOString()
  return [...wanted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([productId, quantity]) => ({
    id: newId(now.getTime()), order_id: orderId, product_id: productId, quantity, status: 'held', expires_at: expires,
  }))
}

type Parts = Placing & { attemptId: string; lines: readonly CheckoutLine[]; reservations: NewRow<'stock_reservations'>[]; totals: Totals }

export function orderParts({ orderId, attemptId, lines, reservations, totals, form, context, now }: Parts) {
  const at = now.toISOString()
  const attempt: NewRow<'payment_attempts'> = {
    id: attemptId, order_id: orderId, provider: form.payment_method, amount: totals.total, currency: context.currency.code,
    status: 'started', provider_reference: null, reason: null, created_at: at, updated_at: at,
  }
  const event: NewRow<'order_events'> = {
    id: newId(now.getTime()), order_id: orderId, at, actor: 'shopper', from_status: null, to_status: 'pending_payment', note: '',
  }
  return { lines: lines.map((line, at) => orderLine(orderId, line, at + 1)), event, reservations, attempt }
}

function orderLine(orderId: string, line: CheckoutLine, position: number): NewRow<'order_lines'> {
  return {
    id: newId(), order_id: orderId, position, product_id: line.product_id, sku: line.sku, name: line.name, type: line.type,
    quantity: line.quantity, unit_price: line.unit, ordinary_price: toMinor(line.ordinary_price),
    discount_percent: line.discountPercent, vat_rate: line.vat_rate, line_total: line.total,
    vat_total: vatPart(line.total, line.vat_rate), set_id: null,
    details: JSON.stringify({ subscription_interval: line.subscription_interval, slug: line.slug, thumb: line.thumb }),
  }
}

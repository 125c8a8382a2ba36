import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import { hourMs, dayMs } from '../../../domain/durations.ts'
import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import type { ReturnReason } from '../../../domain/orders/returns.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { startContext } from '../../../domain/places/shopping-context.ts'
import { insertCart, type CartRow } from '../../../server/ordering/cart/cart-row-queries.ts'
import { orderParts, orderRow } from '../../../server/ordering/checkout/order-rows.ts'
import { priceCheckout } from '../../../server/ordering/checkout/price-checkout.ts'
import { issueCharge } from '../../../server/ordering/documents/issue-document.ts'
import {
  countUnits,
  insertShipment,
  setDelivered,
  type LineUnits,
} from '../../../server/ordering/orders/fulfilment-queries.ts'
import { insertOrder } from '../../../server/ordering/orders/insert-order-queries.ts'
import { OrderEvents, type EventOrder } from '../../../server/ordering/orders/order-events.ts'
import { lockOrder, transition, type NewStatus } from '../../../server/ordering/orders/transition.ts'
import { registerReturn } from '../../../server/ordering/returns/request-return.ts'
import { recordPayment } from '../../../server/payments/queries.ts'
import { cartLinesJson, formJson } from '../../../server/platform/db/json-columns.ts'
import { nextCount } from '../../../server/platform/db/next-count.ts'
import type { DatabaseTransaction } from '../../../server/platform/db/tables.ts'
import { newId, newSecret } from '../../../server/platform/ids.ts'
import { ShopSettings } from '../../../server/platform/settings/shop-settings.ts'
import { demoLocale } from '../content/demo-settings.ts'
import { organizationId, privateCustomerId } from './accounts.ts'

type Buyer = Pick<
  CheckoutForm,
  | 'email'
  | 'phone'
  | 'customer_kind'
  | 'organization_name'
  | 'organization_number'
  | 'name'
  | 'line1'
  | 'postal_code'
  | 'city'
>

/** A past order: the buyer, how many days ago, and the statuses it has reached with the days between. */
export type PastOrder = {
  language: Language
  daysAgo: number
  payment: 'sandbox' | 'invoice'
  customerId: string | null
  organizationId: string | null
  buyer: Buyer
  reached: readonly (readonly [status: NewStatus, days: number])[]
  /** Why one unit of the first line is to go back, and how many days after the order that was asked for. */
  returned?: { reason: ReturnReason; message: string; days: number }
}

/** Orders of two accounts and of a guest. */
export const firstOrders: readonly PastOrder[] = [
  {
    language: 'sv',
    daysAgo: 24,
    payment: 'sandbox',
    customerId: privateCustomerId,
    organizationId: null,
    reached: [
      ['confirmed', 0],
      ['processing', 0.2],
      ['shipped', 0.4],
      ['delivered', 2],
    ],
    buyer: {
      email: 'karin@example.com',
      phone: '+46 70 174 06 05',
      customer_kind: 'private',
      organization_name: '',
      organization_number: '',
      name: 'Karin Ekström',
      line1: 'Lindholmsallén 14',
      postal_code: '417 53',
      city: 'Göteborg',
    },
  },
  {
    language: 'en',
    daysAgo: 9,
    payment: 'invoice',
    customerId: 'demo-buyer',
    organizationId,
    reached: [
      ['confirmed', 0],
      ['processing', 0.8],
      ['shipped', 1],
    ],
    buyer: {
      email: 'buyer@verkstad.example',
      phone: '+46 31 390 06 13',
      customer_kind: 'organization',
      organization_name: 'Hisingens Datorverkstad AB',
      organization_number: '559999-4612',
      name: 'Aoife Brennan',
      line1: 'Exportgatan 38',
      postal_code: '422 46',
      city: 'Hisings Backa',
    },
  },
  {
    language: 'sv',
    daysAgo: 2,
    payment: 'sandbox',
    customerId: null,
    organizationId: null,
    reached: [['confirmed', 0]],
    buyer: {
      email: 'gast@example.com',
      phone: '+46 70 174 06 22',
      customer_kind: 'private',
      organization_name: '',
      organization_number: '',
      name: 'Elis Nyman',
      line1: 'Storgatan 5',
      postal_code: '903 26',
      city: 'Umeå',
    },
  },
]

/** Writes an order priced by the shop's own rules as of its date, with its payment and all its statuses. */
export async function writePastOrder(
  trx: DatabaseTransaction,
  order: PastOrder,
  items: readonly SentLine[],
  now: Date,
): Promise<void> {
  const placed = new Date(now.getTime() - order.daysAgo * dayMs)
  const context = startContext(demoLocale(order.language))
  const form = formOf(order, context.country)
  const priced = await priceCheckout(
    { db: trx, settings: await ShopSettings.open(trx) },
    context,
    { items, coupons: [], customerId: order.customerId },
    placed,
  )
  const cart = cartOf(order, items, form, placed)
  await insertCart(trx, cart)
  const [orderId, attemptId] = [newId(placed.getTime()), newId(placed.getTime())]
  const row = orderRow({
    orderId,
    seq: await nextCount(trx, 'orders'),
    cart,
    priced,
    form,
    context,
    network: '',
    hold: null,
    now: placed,
  })
  const parts = orderParts({
    orderId,
    attemptId,
    lines: priced.lines,
    reservations: [],
    totals: priced.totals,
    terms: priced.terms,
    form,
    context,
    now: placed,
  })
  const placedRow = { ...row, organization_id: order.organizationId }
  await insertOrder(trx, { order: placedRow, parts })
  const captured = order.payment === 'invoice' ? 0 : priced.totals.total.inc
  await recordPayment(trx, attemptId, { authorized: priced.totals.total.inc, captured }, placed.toISOString())
  await walk(trx, { row: placedRow, units: parts.lines, order, placed })
}

function formOf({ buyer, payment }: PastOrder, country: CheckoutForm['country']): CheckoutForm {
  return {
    ...buyer,
    vat_number: '',
    order_reference: '',
    cost_centre: '',
    peppol_id: '',
    invoice_address: '',
    message: '',
    line2: '',
    country,
    delivery_method: '',
    service_point: '',
    payment_method: payment,
    terms: 'yes',
  }
}

/** Ships the whole order in one parcel. */
async function send(
  trx: DatabaseTransaction,
  orderId: string,
  units: readonly LineUnits[],
  { id, at }: { id: string; at: string },
): Promise<void> {
  const trackingNumber = `PN${id.slice(-9).toUpperCase()}SE`
  const shipment = {
    id,
    order_id: orderId,
    key: trackingNumber,
    carrier: 'PostNord',
    tracking_number: trackingNumber,
    actor: 'warehouse',
    shipped_at: at,
    delivered_at: null,
  }
  await insertShipment(
    trx,
    shipment,
    units.map(({ position, quantity }) => ({ position, quantity })),
  )
  for (const { position, quantity } of units) await countUnits(trx, orderId, position, { shipped: quantity })
}

type Walk = { row: EventOrder; units: readonly LineUnits[]; order: PastOrder; placed: Date }

/** Moves the order through its statuses, each change with its date and actor. */
async function walk(
  trx: DatabaseTransaction,
  { row, units, order: { reached, payment, returned }, placed }: Walk,
): Promise<void> {
  const parcel = newId(placed.getTime())
  const events = new OrderEvents([])
  let order = row
  for (const [to, days] of reached) {
    const at = new Date(placed.getTime() + days * dayMs + hourMs / 30).toISOString()
    const actor = to === 'confirmed' ? `payment:${payment}` : 'warehouse'
    order = await transition(trx, order, to, { actor, now: new Date(at), events })
    if (to === 'shipped') {
      await send(trx, row.id, units, { id: parcel, at })
      await issueCharge(trx, await lockOrder(trx, row.id, new Date(at)), new Date(at))
    }
    if (to === 'delivered') await setDelivered(trx, [parcel], at)
  }
  if (returned === undefined) return
  const now = new Date(placed.getTime() + returned.days * dayMs)
  const back = [{ position: units[0]?.position ?? 1, quantity: 1, reason: returned.reason }]
  const registration = { kind: 'return', units: back, name: '', message: returned.message } as const
  const held = await lockOrder(trx, row.id, now)
  await registerReturn(trx, held, registration, { actor: 'customer', now, note: '', events })
}

function cartOf(order: PastOrder, items: readonly SentLine[], form: CheckoutForm, placed: Date): CartRow {
  const { currency, country } = startContext(demoLocale(order.language))
  const at = placed.toISOString()
  return {
    checkout_id: newSecret(),
    language: order.language,
    currency: currency.code,
    country,
    lines: cartLinesJson.write(items),
    coupons: '[]',
    form: formJson.write(form),
    campaign_data: '{}',
    internal: 0,
    customer_id: order.customerId,
    quote_id: null,
    typed_by: '',
    gift_cards: '[]',
    created_at: at,
    updated_at: at,
  }
}

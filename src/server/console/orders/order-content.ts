import type { OrderLine, OrderPage } from '../../../contracts/console/orders.ts'
import { giftCardState } from '../../../domain/cart/gift-cards.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { wasConfirmed } from '../../../domain/orders/order-status.ts'
import { riskHints } from '../../../domain/orders/risk-hints.ts'
import { deliveryRows } from '../../../i18n/delivery-texts.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { notesAbout } from '../../identity/customers/staff-note-queries.ts'
import { may, type StaffSession } from '../../identity/staff/staff-session.ts'
import { documentsOf } from '../../ordering/documents/document-queries.ts'
import { reasonOfHold } from '../../ordering/fulfilment/hold-order.ts'
import { cardsThatPaid, endingsOf } from '../../ordering/gift-cards/queries.ts'
import { mailsOfOrder } from '../../ordering/order-mails/order-mails.ts'
import { shipmentLinesOf, shipmentsOf, type OrderLineRow } from '../../ordering/orders/fulfilment-queries.ts'
import { labelsOf, newestLabels } from '../../ordering/orders/labels/label-queries.ts'
import { toRefund, toShip } from '../../ordering/orders/line-units.ts'
import { orderDelivery } from '../../ordering/orders/order-page.ts'
import { orderByNumber, orderEventRows, orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import { refundsOf } from '../../ordering/orders/refund-queries.ts'
import { returnsOf } from '../../ordering/orders/return-queries.ts'
import { orderPayments } from '../../ordering/payment/order-payments.ts'
import { creditLeft } from '../../ordering/refunds/left-by-rate.ts'
import { unpaidReturns } from '../../ordering/refunds/settle-returns.ts'
import { leftOf, takenOf } from '../../payments/dispute-queries.ts'
import type { AttemptRow } from '../../payments/queries.ts'
import { addressJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { noteLine } from '../customers/note-line.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { historyOf } from '../staff/audit-history.ts'
import { nextToPack } from './next-to-pack.ts'
import { lastEventOf, adjacentOrders, otherOrders, skusOfProducts } from './order-queries.ts'
import { riskFactsOf } from './risk-queries.ts'

type Returned = Awaited<ReturnType<typeof unpaidReturns>>

/** Everything known about the order of the address; undefined where there is none. */
export async function orderContent(context: ConsoleContext): Promise<OrderPage | undefined> {
  const { shop, session, request } = context
  const { db } = shop
  const order = await orderByNumber(db, (request.params['number'] ?? '').slice(0, 40))
  if (!order) return undefined
  const lines = await orderLineRows(db, order.id)
  const { attempts } = await orderPayments(db, order.id)
  const taken = await takenOf(db, order.id)
  const history = (await orderEventRows(db, order.id)).toReversed()
  const products = may(session, 'products.view') ? await skusOfProducts(db, lines) : new Map<string, string>()
  const back = await unpaidReturns(db, order.id)
  const left = may(session, 'orders.refund') ? await creditLeft(db, order, lines) : 0
  return {
    ...head(order, context.request.locals.t),
    beside: await adjacentOrders(db, order.seq),
    nextToPack: request.url.searchParams.get('done') === 'ship' ? await nextToPack(context, order.id) : null,
    version: await lastEventOf(db, order.id),
    key: newId(),
    lines: lines.map((line) => orderLine(line, products, back)),
    sums: sumsOf(order),
    payments: attempts.map((each) => paymentLine(each, taken)),
    giftCards: await giftCardLines(context, order),
    refunds: await refundLines(db, order),
    parcels: await parcelsOf(db, order.id, lines),
    returns: (await returnsOf(db, order.id)).map((each) => ({
      number: each.number,
      status: each.status,
      at: each.requested_at,
      message: each.message,
    })),
    mails: await mailsOfOrder(db, order),
    documents: (await documentsOf(db, order.id)).map(({ number, kind, issued_at: at }) => ({ number, kind, at })),
    history: history.map(({ at, actor, to_status: status, note }) => ({ at, actor, status, note })),
    holdReason: order.hold === 'by_hand' ? reasonOfHold(history.map(({ note }) => note)) : '',
    others: (await otherOrders(db, order)).map(({ placed_at: placedAt, ...each }) => ({ ...each, placedAt })),
    audit: await historyOf(context, { kind: 'order', id: order.id }),
    customerNotes: may(session, 'customers.view') ? await notesOfBuyer(db, order) : [],
    labels: (await labelsOf(db, [order.id])).get(order.id) ?? [],
    knownLabels: may(session, 'orders.change') ? await newestLabels(db, 50) : [],
    risks: riskHints(await riskFactsOf(db, order)),
    creditLeft: left,
    payBack: null,
    may: { ...allowed(session, order, lines), credit: left > 0 },
  }
}

function paymentLine(attempt: AttemptRow, taken: ReadonlyMap<string, Minor>): OrderPage['payments'][number] {
  const { provider, status, authorized, captured, refunded } = attempt
  return { provider, status, authorized, captured, refunded, left: leftOf(attempt, taken) }
}

async function giftCardLines({ shop, session }: ConsoleContext, { id }: OrderRow): Promise<OrderPage['giftCards']> {
  const used = await cardsThatPaid(shop.db, id)
  if (used.length === 0) return []
  const endings = await endingsOf(
    shop.db,
    used.map((card) => card.id),
  )
  const at = shop.now().toISOString()
  return used.map((card) => ({
    id: may(session, 'gift_cards.view') ? card.id : null,
    ending: endings.find((each) => each.gift_card_id === card.id)?.ending ?? '',
    state: giftCardState(card, at),
    paid: card.paid,
    returned: card.returned,
  }))
}

async function refundLines(db: Queryable, { id }: OrderRow) {
  return (await refundsOf(db, id)).map(({ at, number, amount, set_off: setOff, reason, actor }) => ({
    at,
    number,
    amount,
    setOff: setOff ?? 0,
    reason,
    actor,
  }))
}

/** What staff have written about the buyer's account and organization. */
async function notesOfBuyer(db: Queryable, order: OrderRow) {
  const { customer_id: customer, organization_id: organization } = order
  const own = customer === null ? [] : await notesAbout(db, { kind: 'customer', id: customer })
  const theirs = organization === null ? [] : await notesAbout(db, { kind: 'organization', id: organization })
  return [...own, ...theirs].slice(0, 5).map(noteLine)
}

function sumsOf(order: OrderRow): OrderPage['sums'] {
  return {
    items: order.items_total,
    discount: order.discount_total,
    delivery: order.delivery_total,
    vat: order.vat_total,
    giftCards: order.gift_card_total,
    total: order.total,
  }
}

function head(order: OrderRow, t: Translate) {
  const address = addressJson.read(order.address)
  return {
    number: order.number,
    status: order.status,
    hold: order.hold,
    placedAt: order.placed_at,
    language: order.language,
    currency: order.currency,
    country: order.country,
    email: order.email,
    phone: order.phone,
    customerId: order.customer_id,
    organization:
      order.customer_kind === 'organization'
        ? { name: address.organization, number: order.organization_number ?? '', reference: order.order_reference }
        : null,
    vatNumber: order.vat_number,
    isReverseCharged: order.reverse_charge === 1,
    address: [
      address.organization,
      address.name,
      address.line1,
      address.line2,
      `${address.postalCode} ${address.city}`.trim(),
    ].filter((line) => line !== ''),
    invoiceAddress: order.invoice_address,
    delivery: deliveryRows(orderDelivery(order), t),
    paymentMethod: order.payment_method,
    message: order.message,
  }
}

function orderLine(line: OrderLineRow, products: ReadonlyMap<string, string>, back: Returned): OrderLine {
  const cameBack = back
    .filter(({ position }) => position === line.position)
    .reduce((sum, { received, refunded }) => sum + received - refunded, 0)
  return {
    position: line.position,
    sku: line.sku,
    productSku: products.get(line.product_id) ?? null,
    name: line.name,
    quantity: line.quantity,
    unitPrice: line.unit_price,
    total: line.line_total - line.discount_share,
    vatPercent: line.vat_rate / 100,
    shipped: line.shipped,
    refunded: line.refunded,
    cancelled: line.cancelled,
    toShip: toShip(line),
    toRefund: toRefund(line),
    cameBack: Math.min(cameBack, toRefund(line)),
  }
}

async function parcelsOf(
  db: Queryable,
  orderId: string,
  lines: readonly OrderLineRow[],
): Promise<OrderPage['parcels']> {
  const sent = await shipmentLinesOf(db, orderId)
  const skuOf = (position: number) => lines.find((line) => line.position === position)?.sku ?? String(position)
  return (await shipmentsOf(db, orderId)).map((each) => ({
    at: each.shipped_at,
    carrier: each.carrier,
    tracking: each.tracking_number,
    deliveredAt: each.delivered_at,
    units: sent
      .filter(({ shipment_id: id }) => id === each.id)
      .map(({ position, quantity }) => `${quantity} x ${skuOf(position)}`),
  }))
}

/** What the state of the order and the person's role allow; the operations decide again. */
function allowed(
  session: StaffSession,
  order: OrderRow,
  lines: readonly OrderLineRow[],
): Omit<OrderPage['may'], 'credit'> {
  const change = may(session, 'orders.change')
  const refund = may(session, 'orders.refund')
  const possible = possibleOn(order, lines)
  return {
    change,
    process: change && possible.process,
    ship: may(session, 'packing.change') && possible.ship,
    deliver: change && possible.deliver,
    cancel: refund && possible.cancel,
    refund: refund && possible.refund,
    release: change && possible.release,
    hold: change && possible.hold,
    edit: change && possible.edit,
  }
}

function possibleOn({ status, hold }: OrderRow, lines: readonly OrderLineRow[]) {
  const isOpen = status === 'confirmed' || status === 'processing'
  const isFree = isOpen && hold === null
  return {
    process: isFree && status === 'confirmed',
    ship: isFree && lines.some((line) => toShip(line) > 0),
    deliver: status === 'shipped',
    cancel: isOpen && lines.every((line) => line.shipped === 0),
    refund: wasConfirmed(status) && status !== 'cancelled' && lines.some((line) => toRefund(line) > 0),
    release: isOpen && hold !== null,
    hold: isFree,
    edit: isOpen && hold !== 'known_organization',
  }
}

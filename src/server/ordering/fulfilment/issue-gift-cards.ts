import { giftCardExpiry } from '../../../domain/cart/gift-cards.ts'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import { productType } from '../../../domain/products/products.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { cardsOfOrder, insertGiftCard, type GiftCardRow } from '../gift-cards/queries.ts'
import type { OrderLineRow, LineUnits } from '../orders/fulfilment-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { lockOrder } from '../orders/transition.ts'
import type { Shop } from '../shop.ts'
import { deliverOrder } from './deliver-order.ts'
import { shipOrder } from './ship-order.ts'

/** The shipment key of the mail that gift cards are sent in. */
const parcel = 'gift-cards'
const owing: ReadonlySet<OrderStatus> = new Set(['confirmed', 'processing', 'shipped', 'delivered'])

/**
 * Outbox `gift_card.issue`: creates the gift cards of an order, records them as a shipment of their own and mails the
 * codes. Every step can be repeated: each unit has one card, and a repeated mail only adds a second valid code for it.
 */
export async function issueGiftCards(shop: Shop, orderId: string, mailCodes: MailCodes): Promise<void> {
  const now = shop.now()
  const order = await shop.db.transaction().execute((trx) => makeCards(trx, orderId, now))
  const cards = (await cardsOfOrder(shop.db, orderId)).filter(({ status }) => status === 'live')
  if (cards.length === 0) return
  await send(shop, orderId, unitCounts(cards))
  await mailCodes(shop, order, cards)
}

/** Mails the buyer a code for each card. */
export type MailCodes = (shop: Shop, order: OrderRow, cards: readonly GiftCardRow[]) => Promise<void>

async function makeCards(trx: DatabaseTransaction, orderId: string, now: Date): Promise<OrderRow> {
  const order = await lockOrder(trx, orderId, now)
  if (!owing.has(order.status)) return order
  const made = { now, expires: giftCardExpiry(now, await homeNow(trx)) }
  for (const line of await orderLineRows(trx, orderId)) {
    const units = line.type === productType.giftCard ? line.quantity - line.cancelled : 0
    for (let piece = 1; piece <= units; piece += 1) await insertGiftCard(trx, cardRow(order, line, piece, made))
  }
  return order
}

/** Builds a gift card row. Its value is the ordinary price, without any discount on it. */
function cardRow(order: OrderRow, line: OrderLineRow, piece: number, { now, expires }: { now: Date; expires: string }) {
  const amount = line.ordinary_price
  return {
    id: newId(now.getTime()),
    currency: order.currency,
    amount,
    balance: amount,
    status: 'live' as const,
    order_id: order.id,
    position: line.position,
    piece,
    email: order.email,
    language: order.language,
    actor: 'shop',
    expires_at: expires,
    created_at: now.toISOString(),
  }
}

function unitCounts(cards: readonly { position: number | null }[]): LineUnits[] {
  const byPosition = Map.groupBy(cards, ({ position }) => position ?? 0)
  return [...byPosition].map(([position, own]) => ({ position, quantity: own.length }))
}

/**
 * Ships and delivers the cards. Logs a warning if the order was cancelled meanwhile. An order of gift cards alone
 * becomes `delivered`.
 */
async function send(shop: Shop, orderId: string, units: LineUnits[]): Promise<void> {
  try {
    const { shipment } = await shipOrder(shop, {
      orderId,
      actor: 'shop',
      carrier: '',
      trackingNumber: '',
      units: units,
      key: parcel,
      isSilent: true,
    })
    await deliverOrder(shop, { orderId, actor: 'shop', parcel: shipment.id })
  } catch (error) {
    if (!(error instanceof OrderError)) throw error
    shop.log.warn({ err: error, order: orderId }, 'gift cards were not counted as sent')
  }
}

import { invalidateStock } from '../../catalog/maintenance/invalidate-stock.ts'
import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { redeemCoupon } from '../../pricing/discounts/queries.ts'
import type { CartRow } from '../cart/cart-row-queries.ts'
import { redeemGiftCards } from '../gift-cards/redeem.ts'
import { reserveStock, setItemRows } from '../orders/stock-queries.ts'
import { markQuoteOrdered } from '../quotes/queries.ts'
import { storeTaxedLines } from '../quotes/taxed-lines.ts'
import { CheckoutChanged } from './order-request.ts'
import { reservationsOf, type SetItem } from './order-rows.ts'
import type { CheckoutLine, PricedCheckout } from './price-checkout.ts'

export type Goods = {
  orderId: string
  lines: CheckoutLine[]
  /** The items of all sets. */
  setItems: SetItem[]
  reservations: NewRow<'stock_reservations'>[]
}

/** Lists what an order takes from stock, with sets split into their items. */
export async function goodsOf(trx: DatabaseTransaction, priced: PricedCheckout, now: Date): Promise<Goods> {
  const orderId = newId(now.getTime())
  const lines = priced.lines.filter((line) => line.quantity > 0)
  const sets = lines.filter((line) => line.type === 3).map((line) => line.product_id)
  const setItems = sets.length > 0 ? await setItemRows(trx, sets) : []
  return { orderId, lines, setItems, reservations: reservationsOf(orderId, lines, setItems, now) }
}

type Reserving = { goods: Goods; cart: CartRow; priced: PricedCheckout; email: string; now: Date }

/**
 * Reserves what is limited: stock, coupon uses, gift card money and the quote. Throws CheckoutChanged if one of them is
 * gone.
 */
export async function reserveGoods(
  trx: DatabaseTransaction,
  { goods: { orderId, reservations }, cart, priced, email, now }: Reserving,
): Promise<void> {
  const left = await reserveStock(trx, reservations)
  const gone = reservations.find(({ product_id: id }) => !left.some((row) => row.product_id === id))
  if (gone) throw new CheckoutChanged([{ kind: 'gone', name: nameOf(priced, gone.product_id) }])
  const taken = reservations.map(({ product_id, quantity }) => ({ product_id, quantity: -quantity }))
  await invalidateStock(trx, taken, now, left)
  const person = { customerId: cart.customer_id, email }
  for (const code of priced.redeemed) {
    if (!(await redeemCoupon(trx, { code, orderId, person, at: now.toISOString() })))
      throw new CheckoutChanged([{ kind: 'discount' }])
  }
  if (!(await redeemGiftCards(trx, orderId, priced.giftCards.parts, now)))
    throw new CheckoutChanged([{ kind: 'gift_card' }])
  if (cart.quote_id === null) return
  await storeTaxedLines(trx, cart.quote_id, now)
  await markQuoteOrdered(trx, cart.quote_id, orderId, now.toISOString())
}

/** Returns the name of a product's line, or of the first set for a set's item. */
export function nameOf({ lines }: PricedCheckout, productId: string): string {
  return lines.find((line) => line.product_id === productId)?.name ?? lines.find((line) => line.type === 3)?.name ?? ''
}

import fc from 'fast-check'
import type { CurrencyCode } from '../../../../src/domain/money/currencies.ts'
import { productType } from '../../../../src/domain/products/products.ts'
import { updateCart } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { orderById, orderLineRows } from '../../../../src/server/ordering/orders/queries.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import { codesJson } from '../../../../src/server/platform/db/json-columns.ts'
import { newId } from '../../../../src/server/platform/ids.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { aForm, buy, checkoutWith, swedish } from '../checkout/buyer.ts'
import { parcel } from '../edits/charges.ts'
import { edit, payDifference } from '../edits/editor.ts'
import { aCard } from '../gift-cards/holder.ts'
import { outcomeOf, pay } from '../orders/parcels.ts'

/** VAT differs between these countries, and Norway is outside the EU; a postal code of each is needed. */
export const places = [
  { country: 'SE', currency: 'SEK', postalCode: '111 22' },
  { country: 'FI', currency: 'EUR', postalCode: '00100' },
  { country: 'NO', currency: 'NOK', postalCode: '0150' },
  { country: 'DE', currency: 'EUR', postalCode: '10115' },
  { country: 'DK', currency: 'DKK', postalCode: '1050' },
  { country: 'FR', currency: 'EUR', postalCode: '75001' },
] as const satisfies { country: string; currency: CurrencyCode; postalCode: string }[]

export type AnyOrder = {
  place: (typeof places)[number]
  goods: [sku: string, quantity: number][]
  coupons: string[]
  /** What the gift cards that it is paid with have cost. */
  cards: number[]
  method: 'sandbox' | 'invoice' | 'stripe'
  progress: 'paid' | 'partly sent' | 'delivered' | 'added to' | 'returned'
}

export const anyOrder: fc.Arbitrary<AnyOrder> = fc.record({
  place: fc.constantFrom(...places),
  goods: fc.subarray<[string, number]>(
    [
      ['FAN', 3],
      ['MANUAL', 5],
      ['RAM', 3],
      ['ODD-PRICE', 7],
      ['GIFT', 1],
    ],
    { minLength: 1 },
  ),
  coupons: fc.subarray(['TEN', 'FIXED50', 'MIN1000']),
  cards: fc.array(fc.constantFrom(3_000, 40_001, 500_000), { maxLength: 2 }),
  method: fc.constantFrom('sandbox', 'invoice'),
  progress: fc.constantFrom('paid', 'partly sent', 'delivered', 'added to', 'added to', 'returned', 'returned'),
})

export type Card = { id: string; worth: number }
export type Placed = { id: string; cards: Card[] }

/** Places and pays the order as a shopper does, and lets happen to it what `progress` says. */
export async function place(shop: Shop, order: AnyOrder, payer = pay): Promise<Placed> {
  const { country, currency, postalCode } = order.place
  const context = { ...swedish(country, currency), home: shop.settings.all.home }
  const cards: Card[] = []
  for (const worth of order.cards) cards.push({ id: (await aCard(shop, worth, currency)).id, worth })
  const checkoutId = await checkoutWith(shop, order.goods, order.coupons, context)
  await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write(cards.map(({ id }) => id)) })
  const email = `${newId()}@example.se`
  const form = aForm({ payment_method: order.method, email, country, postal_code: postalCode })
  const placed = await buy(shop, checkoutId, form, context)
  if (placed.kind !== 'placed') throw new Error(`The order was not placed: ${JSON.stringify(placed)}`)
  const id = placed.orderId
  if ((await orderById(shop.db, id))?.status === 'pending_payment') await payer(shop, placed.attemptId)
  if (order.progress === 'partly sent') await parcel(shop, id, [1, 1])
  if (order.progress === 'added to') {
    // Goods cannot be added to an order of gift cards alone.
    await outcomeOf(edit(shop, id, { added: [{ sku: 'BAT', quantity: 2 }] }))
    await payDifference(shop, id, payer).catch(() => 'nothing to pay, or on the invoice')
  }
  if (['delivered', 'added to', 'returned'].includes(order.progress)) {
    await parcel(shop, id)
    await deliverOrder(shop, { orderId: id, actor: 'x' })
  }
  if (order.progress === 'returned') await comesBack(shop, id)
  return { id, cards }
}

/** A unit of each line that can be returned comes back, and is not paid back yet. */
async function comesBack(shop: Shop, orderId: string): Promise<void> {
  const lines = await orderLineRows(shop.db, orderId)
  const goods = lines.filter(({ type }) => type !== productType.giftCard)
  if (goods.length === 0) return
  const units = goods.map(({ position }) => ({
    position,
    quantity: 1,
    reason: position === 1 ? ('changed_mind' as const) : ('faulty' as const),
  }))
  const { id: returnId } = await requestReturn(shop, { orderId, actor: 'x', message: '', units })
  await receiveReturn(shop, { returnId, actor: 'x', isRestocked: true, isRefunded: false })
}

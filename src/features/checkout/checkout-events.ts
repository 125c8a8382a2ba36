import type { CheckoutPage } from '../../contracts/customer-pages/checkout-page.ts'
import type { OrderPage } from '../../contracts/customer-pages/order-page.ts'
import { vatOf } from '../../domain/cart/cart-amounts.ts'
import { toMajor } from '../../domain/money/money.ts'
import { commerceOf, pageEvent, trackedItem } from '../tracking/page-event.ts'

/** begin_checkout, of a checkout that is looked at and not of one that is shown again with its mistakes. */
export function begunCheckout({ lines, currency, errors }: CheckoutPage): string | undefined {
  if (Object.keys(errors).length > 0) return undefined
  const items = lines.map((line) => trackedItem(line, line.amounts.unit.ex))
  return pageEvent({ event: 'begin_checkout', ecommerce: commerceOf(items, currency) })
}

/** purchase, of an order that is paid or needs no payment now; its value is the total less VAT (spec section 4). */
export function purchased(order: OrderPage): string | undefined {
  if (order.status === 'pending_payment') return undefined
  const {
    number,
    currency,
    country,
    lines,
    totals: { total, delivery },
  } = order
  return pageEvent({
    event: 'purchase',
    ecommerce: {
      transaction_id: `#${number}`,
      value: toMajor(total.ex),
      tax: toMajor(vatOf(total)),
      shipping: toMajor(delivery.ex),
      currency,
      country,
      items: lines.map((line) => trackedItem(line, line.unit.ex)),
    },
  })
}

import type { APIContext } from 'astro'
import type { ConfirmationPage, OrderPage } from '../../../contracts/customer-pages/order-page.ts'
import { rememberOrder } from '../../identity/sessions/known-orders.ts'
import type { Session } from '../../identity/sessions/session.ts'
import { cartRow } from '../cart/cart-row-queries.ts'
import { isBuyer } from '../cart/order-buyer.ts'
import { orderPage } from '../orders/order-page.ts'
import { latestOrderOf } from '../orders/queries.ts'
import { visibleOrder } from '../orders/visible-order.ts'
import type { Shop } from '../shop.ts'

type Visitor = { session: Session | null; cookies: APIContext['cookies'] }

/** Stands for what is shown to the buyer alone, where a page cannot leave it out. */
const hidden = '…'

/**
 * Reads the newest order of a checkout for its confirmation page; undefined if there is none. Whoever made the checkout
 * and gave its link to somebody else knows its id as well: only the browser in which the order was placed, and who is
 * signed in to it, see the buyer.
 */
export async function confirmationPage(
  shop: Shop,
  checkoutId: string,
  visitor: Visitor,
): Promise<ConfirmationPage | undefined> {
  const order = await latestOrderOf(shop.db, checkoutId)
  if (!order) return undefined
  const page = await orderPage(shop.db, order)
  const cart = await cartRow(shop.db, checkoutId)
  if (!(await isBuyer(shop, { order, cart }, visitor)))
    return { order: withoutBuyer(page), isBuyer: false, isSignedIn: false }
  rememberOrder(shop, visitor.cookies, order)
  const isSignedIn = (await visibleOrder(shop, visitor.session, order.number)) !== undefined
  return { order: page, isBuyer: true, isSignedIn }
}

function withoutBuyer(order: OrderPage): OrderPage {
  return {
    ...order,
    email: '',
    address: { name: '', organization: '', line1: '', line2: '', postalCode: '', city: '', country: order.country },
    delivery: { ...order.delivery, place: null },
    references: { orderReference: '', costCentre: '', invoiceAddress: '', peppolId: '', message: '' },
    vatNumber: order.vatNumber === null ? null : hidden,
  }
}

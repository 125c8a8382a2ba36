import { mailAboutOrder } from './notifications/mail-about-order.ts'
import { removeOrderedLines } from './ordering/cart/saved-cart.ts'
import { askForGiftCards } from './ordering/fulfilment/ask-for-gift-cards.ts'
import { OrderEvents } from './ordering/orders/order-events.ts'
import { startSubscriptions } from './ordering/subscriptions/start-subscriptions.ts'

/** Who acts on what happens to orders, within the same transaction. */
export function createOrderEvents(): OrderEvents {
  return new OrderEvents([mailAboutOrder, askForGiftCards, startSubscriptions, removeOrderedLines])
}

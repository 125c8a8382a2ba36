import { mailAboutOrder } from './notifications/mail-about-order.ts'
import { notifyEndpointsOfOrder } from './notifications/webhooks-about-order.ts'
import { removeOrderedLines } from './ordering/cart/saved-cart.ts'
import { scheduleGiftCards } from './ordering/fulfilment/schedule-gift-cards.ts'
import { OrderEvents } from './ordering/orders/order-events.ts'
import { settleCredited } from './ordering/payouts/settle-credited.ts'
import { continueSubscriptions } from './ordering/subscriptions/continue-subscriptions.ts'
import { endSubscriptions } from './ordering/subscriptions/end-subscriptions.ts'
import { startSubscriptions } from './ordering/subscriptions/start-subscriptions.ts'

/** Registers the handlers of order events, which run in the event's transaction. */
export function createOrderEvents(): OrderEvents {
  return new OrderEvents([
    mailAboutOrder,
    scheduleGiftCards,
    startSubscriptions,
    endSubscriptions,
    continueSubscriptions,
    settleCredited,
    removeOrderedLines,
    notifyEndpointsOfOrder,
  ])
}

import { issueGiftCards } from '../ordering/fulfilment/issue-gift-cards.ts'
import { sendBackInStock, sendConfirmAlert } from '../notifications/mail/back-in-stock.ts'
import { sendGiftCards } from '../notifications/mail/gift-card.ts'
import { sendSubscriptionNews } from '../notifications/mail/subscription.ts'
import type { Shop } from '../shop.ts'

/** Outbox effects of gift cards, subscriptions and alerts. */
export const followUpEffects: Record<
  string,
  (shop: Shop, payload: Record<string, string>, effectId: string) => Promise<void>
> = {
  'gift_card.issue': (shop, { orderId = '' }) => issueGiftCards(shop, orderId, sendGiftCards),
  'mail.subscription': (shop, payload) => sendSubscriptionNews(shop, payload),
  'mail.confirm_alert': (shop, { alertId = '' }, effectId) => sendConfirmAlert(shop, alertId, effectId),
  'mail.back_in_stock': (shop, { alertId = '' }) => sendBackInStock(shop, alertId),
}

import { issueGiftCards } from '../gift-cards/issue.ts'
import { sendBackInStock, sendConfirmAlert } from '../mail/back-in-stock.ts'
import { sendGiftCards } from '../mail/gift-card.ts'
import { sendSubscriptionNews } from '../mail/subscription.ts'
import type { Shop } from '../shop.ts'

/** Outbox effects of gift cards, subscriptions and alerts. */
export const promiseEffects: Record<
  string,
  (shop: Shop, payload: Record<string, string>, effectId: string) => Promise<void>
> = {
  'gift_card.issue': (shop, { orderId = '' }) => issueGiftCards(shop, orderId, sendGiftCards),
  'mail.subscription': (shop, payload) => sendSubscriptionNews(shop, payload),
  'mail.confirm_alert': (shop, { alertId = '' }, effectId) => sendConfirmAlert(shop, alertId, effectId),
  'mail.back_in_stock': (shop, { alertId = '' }) => sendBackInStock(shop, alertId),
}

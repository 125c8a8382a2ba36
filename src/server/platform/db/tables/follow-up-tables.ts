import type { CurrencyCode } from '../../../../domain/currencies.ts'
import type { GiftCardStatus } from '../../../../domain/gift-cards.ts'
import type { Language } from '../../../../domain/locales.ts'
import type { RenewalStatus, SubscriptionStatus } from '../../../../domain/subscriptions.ts'

/** What the shop still owes somebody: money on gift cards, orders of subscriptions, and word of parts that are back. */
export type FollowUpTables = GiftCardTables &
  SubscriptionTables & {
    /** Somebody waits for a part: asked, confirmed by mail, stopped by the reader, told once. */
    stock_alerts: {
      id: string
      product_id: string
      email: string
      language: Language
      created_at: string
      confirmed_at: string | null
      stopped_at: string | null
      notified_at: string | null
    }
    /** What was mailed to be pressed: `subject` is the id of what it is about. */
    mail_links: { hash: string; purpose: MailLinkPurpose; subject: string; expires_at: string }
  }

export type MailLinkPurpose = 'confirm_alert' | 'stop_alert' | 'stop_mail' | 'subscription'

type GiftCardTables = {
  /**
   * `order_id`, `position` and `piece` say which piece of which order line it is; null for cards that an operator made.
   */
  gift_cards: {
    id: string
    currency: CurrencyCode
    amount: number
    balance: number
    status: GiftCardStatus
    order_id: string | null
    position: number | null
    piece: number | null
    email: string
    language: Language
    actor: string
    expires_at: string
    created_at: string
  }
  /**
   * Codes by hash: every mail has one of its own, so that a mail sent twice works both times. `ending` is what people
   * see of it.
   */
  gift_card_codes: { hash: string; gift_card_id: string; ending: string; created_at: string }
  /** What an order took from a card, and how much of that went back. */
  gift_card_uses: { order_id: string; gift_card_id: string; amount: number; returned: number; used_at: string }
}

type SubscriptionTables = {
  /**
   * A line of an order that comes again; `form` is the checkout form it is ordered with, JSON. `next_at` is the next
   * due time.
   */
  subscriptions: {
    id: string
    order_id: string
    position: number
    customer_id: string | null
    email: string
    language: Language
    currency: CurrencyCode
    country: string
    product_id: string
    sku: string
    name: string
    quantity: number
    interval_days: number
    next_at: string
    status: SubscriptionStatus
    reminded_for: string | null
    form: string
    created_at: string
    updated_at: string
  }
  /** One due date of a subscription: the pair is the key, so that it becomes one order whoever runs the job. */
  subscription_renewals: {
    subscription_id: string
    due_at: string
    checkout_id: string
    status: RenewalStatus
    tries: number
    try_at: string
    order_id: string | null
    opened_at: string
  }
}

import type { GiftCardStatus } from '../../../../domain/cart/gift-cards.ts'
import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import type { PartRequestStatus } from '../../../../domain/orders/part-requests.ts'
import type {
  RenewalStatus,
  ChangeAccess,
  SubscriberAccess,
  SubscriberAction,
  SubscriptionStatus,
} from '../../../../domain/orders/subscriptions.ts'
import type { Language } from '../../../../domain/places/locales.ts'

/** Tables for what follows an order: gift cards, subscriptions and back-in-stock alerts; and requests for parts. */
export type FollowUpTables = GiftCardTables &
  PartRequestTables &
  SubscriptionTables & {
    /** A back-in-stock alert: requested, confirmed by mail, stopped by its owner, sent once. */
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
    /** Links in mails; `subject` is the id of what the link is about. */
    mail_links: { hash: string; purpose: MailLinkPurpose; subject: string; expires_at: string }
  }

export type MailLinkPurpose = 'confirm_alert' | 'stop_alert' | 'stop_mail' | 'subscription' | 'quote' | 'payment'

type PartRequestTables = {
  /**
   * A request for the price of parts, by anybody: the address of a guest is not verified. `fingerprint` is the hash of
   * all that was typed, by which repeated posts are found; `reason` says why a request was closed.
   */
  part_requests: {
    id: string
    number: string
    status: PartRequestStatus
    language: Language
    currency: CurrencyCode
    country: string
    customer_id: string | null
    email: string
    name: string
    organization: string
    vat_number: string
    device: string
    message: string
    reason: string
    fingerprint: string
    quote_id: string | null
    requested_at: string
    updated_at: string
  }
  /**
   * `product_id` is set when `text` is the number of one part of the shop. `quote_position` is the line of the quote
   * that answers it; null where none does, or where it was answered before that was noted.
   */
  part_request_lines: {
    request_id: string
    position: number
    text: string
    quantity: number
    product_id: string | null
    quote_position: number | null
  }
}

type GiftCardTables = {
  /** `order_id`, `position` and `piece` identify the unit of an order line; null for cards that an operator created. */
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
   * Codes by hash: each mail has its own code, so that a mail sent twice works both times. `ending` is shown to
   * people.
   */
  gift_card_codes: { hash: string; gift_card_id: string; ending: string; created_at: string }
  /** The amount that an order used from a card, and how much was returned. */
  gift_card_uses: { order_id: string; gift_card_id: string; amount: number; returned: number; used_at: string }
}

type SubscriptionTables = {
  /** An order line that repeats; `form` is the checkout form to order it with, JSON. `next_at` is the next due time. */
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
  /** What a subscriber changed, or staff of quantity and address: the values that differ, JSON, and by which access. */
  subscription_changes: {
    id: string
    subscription_id: string
    changed_at: string
    action: SubscriberAction
    access: ChangeAccess
    before: string
    after: string
  }
  /** The quantity and the address that were typed last and not confirmed; `typed` is the form, JSON. */
  subscription_drafts: { subscription_id: string; access: SubscriberAccess; typed: string; typed_at: string }
  /** One due date of a subscription; the pair is the key, so that parallel jobs create only one order. */
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

import type { CurrencyCode } from '../../domain/currencies.ts'
import type { Language } from '../../domain/locales.ts'
import type { OrderStatus } from '../../domain/order-status.ts'
import type { StockReservationStatus } from '../../domain/stock.ts'
import type { PaymentAttemptStatus } from '../../domain/payments.ts'
import type { Flag } from './flag.ts'
import type { Generated } from 'kysely'

export type OrderTables = {
  /** A cart that went to checkout, by its unguessable checkout id; `lines` and `form` are JSON. */
  carts: {
    checkout_id: string; language: Language; currency: CurrencyCode; country: string
    lines: string; coupons: string; form: string; campaign_data: string; internal: Flag
    customer_id: string | null; created_at: string; updated_at: string
  }
  /** `groups`, `excluded_groups`, `categories` and `fixed_amounts` (minor units by currency) are JSON. */
  coupons: {
    code: string; percentage: number | null; fixed_amounts: string | null; groups: string; excluded_groups: string
    discount_categories: string; minimum_spend: number; customer_id: string | null
    starts_at: string | null; ends_at: string | null; usage_limit: number | null; used: number; adds_sku: string | null
  }
  orders: OrderTable
  order_lines: OrderLineTable
  /** `seq` keeps the order of events of the same millisecond. */
  order_events: { seq: Generated<number>; id: string; order_id: string; at: string; actor: string; from_status: string | null; to_status: OrderStatus; note: string }
  payment_attempts: {
    id: string; order_id: string; provider: string; amount: number; currency: CurrencyCode
    status: PaymentAttemptStatus; provider_reference: string | null; reason: string | null
    created_at: string; updated_at: string
  }
  /** One row for each thing a provider told us; the pair of provider and event id makes a repeat harmless. */
  payment_events: { provider: string; event_id: string; attempt_id: string | null; kind: string; payload: string; received_at: string }
  stock_reservations: {
    id: string; order_id: string; product_id: string; quantity: number
    status: StockReservationStatus; expires_at: string | null
  }
}

type OrderTable = {
  /** Counts up with every order; the order number is derived from it. */
  seq: Generated<number>
  id: string; number: string; checkout_id: string; language: Language; currency: CurrencyCode; country: string
  status: OrderStatus; customer_id: string | null; organization_id: string | null; guest_token_hash: string | null
  email: string; phone: string; customer_kind: 'private' | 'organization'; organization_number: string | null
  address: string; delivery_method: string; payment_method: string
  items_total: number; discount_total: number; delivery_total: number; vat_total: number; total: number
  coupons: string; campaign_data: string; placed_at: string; updated_at: string
}

/** Everything that decides a line's money is frozen here when the order is placed. */
type OrderLineTable = {
  id: string; order_id: string; position: number; product_id: string; sku: string; name: string; type: number
  quantity: number; unit_price: number; ordinary_price: number; discount_percent: number; vat_rate: number
  line_total: number; vat_total: number; set_id: string | null; details: string
}

import type { Tables } from './tables.ts'

type Column<Table extends keyof Tables> = keyof Tables[Table] & string
type Complete<Table extends keyof Tables, Columns extends readonly string[]> = [
  Exclude<Column<Table>, Columns[number]>,
] extends [never]
  ? unknown
  : { missing: Exclude<Column<Table>, Columns[number]> }

/**
 * Lists all columns of a table by name, so that PostgreSQL can prepare statements that read them
 * (prepared-statements.ts); a missing column is a type error.
 */
function allOf<Table extends keyof Tables>() {
  return <const Columns extends readonly Column<Table>[]>(columns: Columns & Complete<Table, Columns>): Columns =>
    columns
}

export const cartColumns = allOf<'carts'>()([
  'checkout_id',
  'language',
  'currency',
  'country',
  'lines',
  'coupons',
  'form',
  'campaign_data',
  'internal',
  'customer_id',
  'quote_id',
  'created_at',
  'updated_at',
  'gift_cards',
  'typed_by',
])

export const orderColumns = allOf<'orders'>()([
  'seq',
  'id',
  'number',
  'checkout_id',
  'language',
  'currency',
  'country',
  'status',
  'customer_id',
  'organization_id',
  'email',
  'mailbox',
  'corrections',
  'phone',
  'customer_kind',
  'organization_number',
  'address',
  'delivery_method',
  'payment_method',
  'delivery',
  'items_total',
  'discount_total',
  'discount_vat',
  'delivery_total',
  'delivery_vat',
  'vat_total',
  'total',
  'gift_card_total',
  'unpaid_difference',
  'order_reference',
  'cost_centre',
  'peppol_id',
  'invoice_address',
  'message',
  'invoice_paid_at',
  'vat_number',
  'consultation_number',
  'reverse_charge',
  'coupons',
  'campaign_data',
  'network',
  'hold',
  'placed_at',
  'updated_at',
])

export const orderLineColumns = allOf<'order_lines'>()([
  'id',
  'order_id',
  'position',
  'product_id',
  'sku',
  'name',
  'type',
  'quantity',
  'unit_price',
  'ordinary_price',
  'discount_percent',
  'vat_rate',
  'line_total',
  'vat_total',
  'discount_share',
  'discount_share_vat',
  'set_id',
  'details',
  'shipped',
  'refunded',
  'cancelled',
  'addition',
])

export const attemptColumns = allOf<'payment_attempts'>()([
  'id',
  'order_id',
  'provider',
  'amount',
  'currency',
  'language',
  'status',
  'provider_reference',
  'payment_reference',
  'url',
  'authorized',
  'captured',
  'refunded',
  'reason',
  'asked_at',
  'created_at',
  'updated_at',
  'repeats',
  'captured_at',
  'is_difference',
])

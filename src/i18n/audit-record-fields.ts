import type { RecordValue } from './audit-record-values.ts'
import english from './en/console-audit.json' with { type: 'json' }

type Fields = Readonly<Record<string, RecordValue>>

/** Fields of the log that no form has alone, by the kind of the record, and how the log has their values. */
const fields: Readonly<Record<keyof typeof english.record, Fields>> = {
  order: {
    status: 'order_status',
    hold: 'hold',
    address: 'as_is',
    phone: 'as_is',
    email: 'as_is',
    delivery: 'as_is',
    unpaid: 'money',
    units: 'placed_units',
    delivery_method: 'delivery_method',
    total: 'money',
    shipped: 'units',
    refunded: 'units',
    cancelled: 'units',
    parcels: 'parcels',
    refunds: 'refunds',
    notes: 'as_number',
    labels: 'texts_of_list',
    invoice_paid_at: 'at',
  },
  return: { status: 'return_status', lines: 'return_lines' },
  invoice: {
    state: 'invoice_state',
    paid: 'money',
    credited: 'money',
    payments: 'invoice_payments',
    refunds: 'refunds',
    reminders: 'days',
  },
  payment: {
    status: 'payment_status',
    authorized: 'money',
    captured: 'money',
    refunded: 'money',
    order_status: 'order_status',
    refunds: 'payment_refunds',
  },
  payout: { payouts: 'texts_of_list' },
  period: { closed_through: 'day' },
  customer: {
    exists: 'yes_or_no',
    name: 'as_is',
    phone: 'as_is',
    language: 'language',
    consent: 'yes_or_no',
    scopes: 'texts_of_list',
    discounts: 'percents',
    merged: 'as_is',
    merged_orders: 'as_number',
  },
  organization: {
    details: 'as_is',
    credit_limit: 'money_of_home',
    members: 'members',
    invitations: 'invitations',
    notes: 'count',
    discounts: 'percents',
  },
  gift_card: { status: 'card_status', amount: 'money', currency: 'as_is', balance: 'money', expires_at: 'at' },
  subscription: {
    status: 'subscription_status',
    quantity: 'as_number',
    interval_days: 'as_number',
    next_at: 'at',
    renewals: 'renewals',
  },
  quote: { status: 'quote_status', answered_at: 'at', valid_until: 'at', prices: 'prices_by_sku' },
  request: { status: 'request_status', quote: 'as_is' },
  staff: {
    email: 'as_is',
    name: 'as_is',
    language: 'language',
    role: 'role',
    is_active: 'yes_or_no',
    passkeys: 'texts_of_list',
    password: 'secret',
    totp: 'secret',
  },
  role: { permissions: 'permissions' },
  webhook: { name: 'as_is', url: 'as_is', events: 'as_is' },
  source: {
    id: 'as_is',
    from: 'as_is',
    fileName: 'as_is',
    profile: 'as_is',
    maxRejected: 'as_is',
    maxMissing: 'as_is',
    user: 'as_is',
    secret: 'as_is',
    hostKey: 'as_is',
    schedule: 'schedule',
    private: 'yes_or_no',
    active: 'yes_or_no',
  },
  content: {
    state: 'content_state',
    title: 'as_is',
    address: 'as_is',
    publish_at: 'at',
    version: 'as_number',
  },
}

type Kind = keyof typeof fields
/** The name of a text of such a field, and how the log has its value. */
type RecordField = { readonly key: `console-audit:record.${Kind}.${string}`; readonly value: RecordValue }

/** What is known of a field of a record; undefined where it is not one of these. */
export function recordField(kind: string, field: string): RecordField | undefined {
  const own = Object.hasOwn(fields, kind) ? fields[kind as Kind] : undefined
  const value = own && Object.hasOwn(own, field) ? own[field] : undefined
  return value && { key: `console-audit:record.${kind as Kind}.${field}`, value }
}

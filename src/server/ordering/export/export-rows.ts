import { amountCell } from '../../../i18n/money.ts'
import { addressJson, codesJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { customersAfter, ordersAfter } from './export-queries.ts'

const batch = 500
const orderColumns = [
  'number',
  'placed_at',
  'status',
  'customer_kind',
  'email',
  'phone',
  'name',
  'organization',
  'organization_number',
  'vat_number',
  'line1',
  'line2',
  'postal_code',
  'city',
  'country',
  'order_reference',
  'cost_centre',
  'delivery_method',
  'payment_method',
  'coupons',
  'currency',
  'items',
  'discount',
  'delivery',
  'vat',
  'total',
  'paid_by_gift_card',
  'reverse_charge',
]

/** Yields all orders as rows of texts, the header first; amounts are major units of the order's currency. */
export async function* orderRows(db: Queryable): AsyncGenerator<string[]> {
  yield orderColumns
  for (let after = 0; ;) {
    const orders = await ordersAfter(db, after, batch)
    const last = orders.at(-1)
    if (!last) return
    for (const order of orders) yield orderRow(order)
    after = last.seq
  }
}

function orderRow(order: Awaited<ReturnType<typeof ordersAfter>>[number]): string[] {
  const { name, organization, line1, line2, postalCode, city, country } = addressJson.read(order.address)
  return [
    order.number,
    order.placed_at,
    order.status,
    order.customer_kind,
    order.email,
    order.phone,
    name,
    organization,
    order.organization_number ?? '',
    order.vat_number ?? '',
    line1,
    line2,
    postalCode,
    city,
    country,
    order.order_reference,
    order.cost_centre,
    order.delivery_method,
    order.payment_method,
    codesJson.read(order.coupons).join('|'),
    order.currency,
    ...[order.items_total, order.discount_total, order.delivery_total, order.vat_total].map(amountCell),
    ...[order.total, order.gift_card_total].map(amountCell),
    order.reverse_charge === 1 ? 'yes' : 'no',
  ]
}

const customerColumns = ['email', 'name', 'phone', 'language', 'country', 'mails_wanted', 'verified_at', 'created_at']

/** Yields all customers as rows of texts, the header first. */
export async function* customerRows(db: Queryable): AsyncGenerator<string[]> {
  yield customerColumns
  for (let after = ''; ;) {
    const customers = await customersAfter(db, after, batch)
    const last = customers.at(-1)
    if (!last) return
    for (const { email, name, phone, language, country, mail_consent: wanted, ...times } of customers)
      yield [
        email,
        name,
        phone,
        language,
        country,
        wanted === 1 ? 'yes' : 'no',
        times.verified_at ?? '',
        times.created_at,
      ]
    after = last.id
  }
}

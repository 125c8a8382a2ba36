import { maxQuantity } from '../../../domain/cart/cart-lines.ts'
import {
  checkoutErrors,
  readCheckoutForm,
  type CheckoutField,
  type CheckoutForm,
  type FieldErrors,
} from '../../../domain/orders/checkout-form.ts'
import { completePostalCode } from '../../../domain/places/postal-codes.ts'
import { productType } from '../../../domain/products/products.ts'
import { soldCountry } from '../../../domain/settings/sales.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { wasDisputed } from '../../payments/dispute-queries.ts'
import { addressJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { documentsOf } from '../documents/document-queries.ts'
import { OrderError, type OrderFault } from '../orders/order-error.ts'
import { orderDelivery } from '../orders/order-page.ts'
import type { OrderRow } from '../orders/queries.ts'
import { refundsOf } from '../orders/refund-queries.ts'
import type { OrderBefore } from './edit-lines.ts'
import type { OrderEdit } from './order-edit.ts'
import type { Destination } from './price-edit.ts'

/** The checkout form of an order, as if it were placed now with the changes. */
export function changedForm(order: OrderRow, { address = {}, phone, method, servicePoint }: OrderEdit): CheckoutForm {
  const { organization, postalCode, ...known } = addressJson.read(order.address)
  const form: Partial<Record<CheckoutField, string>> = {
    ...known,
    organization_name: organization,
    postal_code: postalCode,
    ...address,
    email: order.email,
    phone: phone ?? order.phone,
    customer_kind: order.customer_kind,
    organization_number: order.organization_number ?? '',
    vat_number: order.vat_number ?? '',
    delivery_method: method ?? order.delivery_method,
    service_point: servicePoint ?? '',
    payment_method: order.payment_method,
    terms: 'yes',
  }
  return readCheckoutForm((field) => form[field])
}

const faults: Partial<Record<CheckoutField, OrderFault>> = {
  name: 'address_invalid',
  organization_name: 'address_invalid',
  line1: 'address_invalid',
  line2: 'address_invalid',
  city: 'address_invalid',
  postal_code: 'postal_code_invalid',
  country: 'country_unknown',
  phone: 'phone_invalid',
}

/** Throws OrderError for an address, phone number or quantity that the checkout would not accept. */
export function checkEdit(settings: Settings, order: OrderRow, form: CheckoutForm, edit: OrderEdit): void {
  const errors: FieldErrors = checkoutErrors(form, [order.payment_method], { home: settings.home })
  if (form.country !== order.country && soldCountry(settings.sales, form.country) === undefined)
    errors.country = 'country_unknown'
  if (edit.address !== undefined || edit.phone !== undefined) refuseErrors(errors)
  for (const quantity of edit.quantities?.values() ?? [])
    if (!Number.isSafeInteger(quantity) || quantity < 0 || quantity > maxQuantity)
      throw new OrderError('units_unknown', `${quantity} is no number of units.`)
}

function refuseErrors(errors: FieldErrors): void {
  for (const [field, fault] of Object.entries(faults)) {
    const code = errors[field as CheckoutField]
    if (code) throw new OrderError(fault, `The address is not complete: ${field} (${code}).`)
  }
}

/** Tells whether a change is about more than the address and phone number. */
export function changesContents(order: OrderRow, edit: OrderEdit, { country, method }: Destination): boolean {
  const isOther = (edit.quantities?.size ?? 0) > 0 || (edit.added ?? []).length > 0
  return isOther || country !== order.country || method !== order.delivery_method
}

/** Tells whether a change can change what is paid; else every amount of the order stays. */
export function isRepriced({ order, lines }: OrderBefore, edit: OrderEdit, { country, method }: Destination): boolean {
  const isOther = lines.some(({ position, quantity }) => (edit.quantities?.get(position) ?? quantity) !== quantity)
  return isOther || (edit.added ?? []).length > 0 || country !== order.country || method !== order.delivery_method
}

/**
 * Throws OrderError unless the order can be changed. Returns true if something of it is shipped, refunded or
 * documented, so that what was charged keeps its amounts; else its contents are written anew (`isContents`).
 */
export async function requireEditable(db: Queryable, { order, lines, terms }: OrderBefore, isContents: boolean) {
  const { status, hold, number } = order
  if (status !== 'confirmed' && status !== 'processing')
    throw new OrderError('not_editable', `Order ${number} is ${status} and cannot be changed.`)
  if (hold === 'known_organization')
    throw new OrderError('on_hold', `Order ${number} is on hold: release it before it is changed.`)
  if (await hasCharges(db, order.id, lines)) return true
  if (isContents && order.discount_total > 0 && terms === undefined)
    throw new OrderError('not_editable', `The discounts of order ${number} are not known: refund units, or order anew.`)
  return false
}

/** Tells whether something of an order is shipped, refunded, documented or was disputed. */
export async function hasCharges(
  db: Queryable,
  orderId: string,
  lines: readonly { shipped: number }[],
): Promise<boolean> {
  if (lines.some(({ shipped }) => shipped > 0) || (await wasDisputed(db, orderId))) return true
  return (await refundsOf(db, orderId)).length > 0 || (await documentsOf(db, orderId)).length > 0
}

/** Throws OrderError for another country or delivery method of an order of which something is charged. */
export function requireSameWay(order: OrderRow, { country, method }: Destination): void {
  if (country !== order.country)
    throw new OrderError('country_kept', `Order ${order.number} is charged with the VAT of its country.`)
  if (method !== order.delivery_method)
    throw new OrderError('method_kept', `The delivery of order ${order.number} is charged already.`)
}

/** Throws OrderError for lines that the order does not have, and for changed gift cards, which are sent by mail. */
export function checkLines({ lines }: OrderBefore, { quantities = new Map() }: OrderEdit): void {
  for (const [position, quantity] of quantities) {
    const line = lines.find((each) => each.position === position)
    if (!line) throw new OrderError('units_unknown', `The order has no line ${position}.`)
    if (line.type === productType.giftCard && quantity !== line.quantity)
      throw new OrderError('gift_card_kept', 'Gift cards of an order cannot be changed: refund them.')
  }
}

/** Tells whether anything at all would be another than before. */
export function isUnchanged({ order }: OrderBefore, form: CheckoutForm, place: string | undefined): boolean {
  const { organization, postalCode, ...known } = addressJson.read(order.address)
  return (
    form.organization_name === organization &&
    form.postal_code === completePostalCode(order.country, postalCode) &&
    (['name', 'line1', 'line2', 'city', 'country'] as const).every((field) => form[field] === known[field]) &&
    form.phone === order.phone &&
    place === orderDelivery(order).place?.id
  )
}

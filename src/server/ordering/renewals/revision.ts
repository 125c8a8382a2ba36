import {
  organizationRevisionFields,
  revisionFields,
  type RevisionFault,
  type RevisionField,
  type RevisionForm,
  type RevisionOffer,
} from '../../../contracts/customer-pages/subscription-page.ts'
import { maxQuantity } from '../../../domain/cart/cart-lines.ts'
import {
  checkoutErrors,
  normalizedForm,
  readCheckoutForm,
  type CheckoutForm,
} from '../../../domain/orders/checkout-form.ts'
import { fieldRules } from '../../../domain/settings/checkout.ts'
import { formJson } from '../../platform/db/json-columns.ts'
import { hashSecret } from '../../platform/ids.ts'
import { unsoldErrors } from '../checkout/check-order.ts'
import type { PricedCheckout } from '../checkout/price-checkout.ts'
import { deliveryErrors } from '../delivery/check-delivery.ts'
import { pointsNear, type PointsNear } from '../delivery/points-near.ts'
import type { Shop } from '../shop.ts'
import type { SubscriptionRow } from '../subscriptions/queries.ts'
import { renewalPaymentMethod } from './payment-choice.ts'
import { renewalAt, renewalMethod, storedForm } from './renewal-order.ts'

type Typed = Record<RevisionField, string>
type Faults = Partial<Record<RevisionField, RevisionFault>>

/** A subscription as it would be with what was typed, and its next order; without an offer where something is wrong. */
export type Proposal = {
  typed: Typed
  faults: Faults
  left: number
  revised: SubscriptionRow
  offer: RevisionOffer | null
}

/** The values of a subscription by the fields of the form. */
export function storedRevision(row: SubscriptionRow): Typed {
  const form = storedForm(row)
  return { ...pick(form), country: row.country, quantity: String(row.quantity) }
}

/** Checks and prices a subscription with the quantity and the address that were typed. */
export async function proposalOf(shop: Shop, row: SubscriptionRow, posted: RevisionForm): Promise<Proposal> {
  const form = proposedForm(row, posted)
  const quantity = /^\d{1,5}$/.test(posted.quantity) ? Number(posted.quantity) : 0
  const typed = { ...pick(form), quantity: posted.quantity }
  const faults = fieldFaults(shop, form, quantity)
  if (Object.keys(faults).length > 0) return { typed, faults, left: 0, revised: row, offer: null }
  const near = await pointsNear(shop, form.country, form.postal_code)
  const aimed = revisedRow(row, quantity, { ...normalizedForm(form), service_point: pointOf(form, near) })
  const { priced, points } = await renewalAt(shop, aimed, momentOf(shop, row))
  const left = priced.lines.reduce((sum, line) => sum + line.quantity, 0)
  const found = pricedFaults(shop, { row, quantity, left, form: storedForm(aimed), priced, points })
  const { delivery } = priced
  if (!delivery || Object.keys(found).length > 0) return { typed, faults: found, left, revised: row, offer: null }
  const point = delivery.kind === 'service_point' ? storedForm(aimed).service_point : ''
  const sent = { ...storedForm(aimed), delivery_method: delivery.id, service_point: point }
  const revised = revisedRow(row, quantity, sent)
  const offer = await offerOf(shop, { row, revised, priced, points, isWhole: left === quantity })
  return { typed: { ...typed, ...pick(sent), quantity: String(quantity) }, faults: {}, left, revised, offer }
}

/** What was typed, in the checkout form of the subscription; fields that are not asked for stay as they are. */
function proposedForm(row: SubscriptionRow, posted: RevisionForm): CheckoutForm {
  const stored = storedForm(row)
  const asked = askedFields(stored)
  return readCheckoutForm((field) => {
    const own = asked.find((each) => each === field)
    return own ? posted[own] : stored[field]
  })
}

function askedFields({ customer_kind: kind }: Pick<CheckoutForm, 'customer_kind'>): RevisionField[] {
  const isPrivate = kind === 'private'
  return revisionFields.filter((field) => !(isPrivate && organizationRevisionFields.some((each) => each === field)))
}

function pick(form: CheckoutForm): Omit<Typed, 'quantity'> {
  return {
    organization_name: form.organization_name,
    organization_number: form.organization_number,
    vat_number: form.vat_number,
    name: form.name,
    line1: form.line1,
    line2: form.line2,
    postal_code: form.postal_code,
    city: form.city,
    country: form.country,
    phone: form.phone,
    delivery_method: form.delivery_method,
    service_point: form.service_point,
  }
}

function fieldFaults({ settings }: Shop, form: CheckoutForm, quantity: number): Faults {
  const { checkout, home, sales } = settings.all
  const found = {
    ...checkoutErrors(form, [form.payment_method], { rules: fieldRules(checkout, form.customer_kind), home }),
    ...unsoldErrors(sales, form),
  }
  const asked = askedFields(form)
  const faults: Faults = Object.fromEntries(
    Object.entries(found).filter(([field]) => asked.some((each) => each === field)),
  )
  return quantity >= 1 && quantity <= maxQuantity ? faults : { ...faults, quantity: 'quantity_invalid' }
}

/** The point that was chosen, where it is near the address, else the nearest. */
function pointOf({ service_point: point }: CheckoutForm, { places }: PointsNear): string {
  return places.some(({ id }) => id === point) ? point : (places[0]?.id ?? '')
}

function revisedRow(row: SubscriptionRow, quantity: number, form: CheckoutForm): SubscriptionRow {
  const { message: _message, terms: _terms, ...kept } = form
  return {
    ...row,
    quantity,
    country: form.country,
    form: formJson.write({ ...formJson.read(row.form), ...kept }),
  }
}

/** When the next order is due; of a subscription that is paused, now. */
function momentOf({ now }: Shop, { status, next_at: next }: SubscriptionRow): Date {
  const at = now()
  return status === 'active' && next > at.toISOString() ? new Date(next) : at
}

type Pricing = {
  row: SubscriptionRow
  quantity: number
  left: number
  form: CheckoutForm
  priced: PricedCheckout
  points: PointsNear
}

/** What is only known of a priced order. A quantity is raised only to what is in stock, as in a cart. */
function pricedFaults({ settings }: Shop, { row, quantity, left, form, priced, points }: Pricing): Faults {
  if (quantity > row.quantity && left < quantity) return { quantity: 'more_than_stock' }
  if (points.state === 'failed' && storedForm(row).service_point !== '')
    return { delivery_method: 'service_points_failed' }
  if (priced.vat.state === 'refused') return { vat_number: 'vat_number_refused' }
  const { delivery_method: method, service_point: point } = deliveryErrors(
    settings.all.delivery,
    // A method that the new address cannot have is replaced by the first that it can.
    { ...form, delivery_method: priced.delivery?.id ?? '' },
    priced,
    points,
  )
  if (method) return method === 'too_heavy' ? { quantity: method } : { country: method }
  return point ? { service_point: point } : {}
}

type Offering = {
  row: SubscriptionRow
  revised: SubscriptionRow
  priced: PricedCheckout
  points: PointsNear
  isWhole: boolean
}

async function offerOf(shop: Shop, { row, revised, priced, points, isWhole }: Offering): Promise<RevisionOffer | null> {
  const { totals, delivery, deliveries, reverseCharge: isReverseCharged } = priced
  if (!delivery) return null
  const method = await renewalMethod(shop, revised, priced)
  const payment = await renewalPaymentMethod(shop.db, revised, method)
  const { inc: total, ex } = totals.total
  const cost = isWhole ? { total, delivery: totals.delivery.inc, vat: total - ex } : null
  const places = delivery.kind === 'service_point' ? points.places : []
  const { quantity, country, form } = revised
  const before = [row.status, row.quantity, row.interval_days, row.next_at, row.country, row.form]
  const seen = hashSecret(JSON.stringify([before, quantity, country, form, cost, payment, priced.vat.state]))
  return { seen, cost, isReverseCharged, deliveries, delivery, places, payment }
}

import type { ChangeAccess, SubscriberAction } from '../../../domain/orders/subscriptions.ts'
import { cartLinesJson, changedValuesJson, formJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { updateCart } from '../cart/cart-row-queries.ts'
import { liveOrderOf } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { lockSubscription, updateSubscription, type SubscriptionRow } from './queries.ts'
import { deleteDraft, insertSubscriptionChange, lockRenewalCarts } from './revision-queries.ts'
import { mailSubscriber } from './subscription-mail.ts'

/** A subscription as it was read, and with its new quantity and address. */
export type Revision = { before: SubscriptionRow; after: SubscriptionRow; access: ChangeAccess }

/**
 * Gives a subscription another quantity and address, with a mail to its subscriber. Orders that were placed already
 * stay as they are; one that is due but not placed is placed with the new ones. Returns false if the subscription has
 * changed since it was read.
 */
export async function reviseSubscription(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { before, after, access }: Revision,
): Promise<boolean> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const carts = await lockRenewalCarts(trx, before.id)
    const row = await lockSubscription(trx, before.id, at.toISOString())
    if (!row || !isSame(row, before)) return false
    const { id, quantity, country, form } = after
    await deleteDraft(trx, id)
    if (isAlike(row, after)) return true
    await updateSubscription(trx, id, { quantity, country, form })
    for (const checkoutId of carts) await reviseCart(trx, checkoutId, after)
    await recordChange(trx, { action: 'revise', access, before: row, after, at })
    const isByStaff = access === 'staff'
    await mailSubscriber(trx, { id, news: 'changed', due: row.next_at, opened: at.toISOString(), isByStaff }, at)
    return true
  })
}

/** Whether two rows order the same to the same address. */
export function isAlike(row: SubscriptionRow, after: SubscriptionRow): boolean {
  return changedValues(row, after).length === 0
}

function isSame(row: SubscriptionRow, before: SubscriptionRow): boolean {
  return (['status', 'quantity', 'country', 'form', 'next_at', 'interval_days', 'customer_id'] as const).every(
    (column) => row[column] === before[column],
  )
}

/**
 * The checkout that a mail led to, before it is paid: an order that waits for its payment stays as it is, and the
 * checkout can be ordered again when that has expired.
 */
async function reviseCart(
  trx: DatabaseTransaction,
  checkoutId: string,
  { sku, quantity, country, form }: SubscriptionRow,
): Promise<void> {
  const order = await liveOrderOf(trx, checkoutId)
  if (order && order.status !== 'pending_payment') return
  await updateCart(trx, checkoutId, { country, form, lines: cartLinesJson.write([{ sku, quantity }]) })
}

type Change = {
  action: SubscriberAction
  access: ChangeAccess
  before: SubscriptionRow
  after: SubscriptionRow
  at: Date
}

/** Keeps what was changed, for the staff of the shop; a change of nothing is left out. */
export async function recordChange(
  trx: DatabaseTransaction,
  { action, access, before, after, at }: Change,
): Promise<void> {
  const changed = changedValues(before, after)
  if (changed.length === 0) return
  const of = (values: Values) =>
    changedValuesJson.write(Object.fromEntries(changed.map((name) => [name, values[name]])))
  await insertSubscriptionChange(trx, {
    id: newId(at.getTime()),
    subscription_id: before.id,
    changed_at: at.toISOString(),
    action,
    access,
    before: of(valuesOf(before)),
    after: of(valuesOf(after)),
  })
}

type Values = ReturnType<typeof valuesOf>

function changedValues(before: SubscriptionRow, after: SubscriptionRow): (keyof Values)[] {
  const [old, own] = [valuesOf(before), valuesOf(after)]
  return (Object.keys(own) as (keyof Values)[]).filter((name) => own[name] !== old[name])
}

function valuesOf({ quantity, status, interval_days: days, next_at: next, form, country }: SubscriptionRow) {
  const stored = formJson.read(form)
  const text = (name: string) => stored[name] ?? ''
  const to = ['organization_name', 'name', 'line1', 'line2'].map(text)
  return {
    quantity: String(quantity),
    status,
    interval_days: String(days),
    next_at: next,
    address: [...to, `${text('postal_code')} ${text('city')}`, country].filter((row) => row.trim() !== '').join(', '),
    phone: text('phone'),
    organization: [text('organization_number'), text('vat_number')].filter((row) => row !== '').join(', '),
    delivery: [text('delivery_method'), text('service_point')].filter((row) => row !== '').join(' '),
  }
}

import { sql } from 'kysely'
import { strikerOf } from '../../../domain/visitors/struck-text.ts'
import type { CustomerRow } from '../../identity/customer-queries.ts'
import { changeAuditReasons } from '../../platform/audit/audit-queries.ts'
import { addressJson, deliveryJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { deleteLabels } from '../orders/labels/label-queries.ts'
import type { OrderRow } from '../orders/queries.ts'

type Named = Pick<CustomerRow, 'name' | 'email' | 'phone'>

/**
 * Removes the buyer's data from an order, keeping its amounts and country. Orders of organizations keep their address
 * and numbers; a VAT number under reverse charge is kept, because the summaries of such sales need it. What staff wrote
 * stays, without what names the buyer; `eraseSent` erases what was sent about it. `customer` is the buyer's account,
 * if there is one.
 */
export async function anonymizeOrder(trx: DatabaseTransaction, order: OrderRow, customer?: Named): Promise<void> {
  const { id } = order
  const strike = strikerOf(textsOf(order, customer))
  await trx
    .updateTable('orders')
    .set({
      customer_id: null,
      email: '',
      mailbox: '',
      phone: '',
      message: '',
      network: '',
      invoice_address: '',
      peppol_id: '',
      campaign_data: '{}',
      order_reference: strike(order.order_reference),
      cost_centre: strike(order.cost_centre),
      ...(order.organization_id === null ? withoutCompany(order) : { address: withoutName(order, {}) }),
    })
    .where('id', '=', id)
    .execute()
  await trx.updateTable('returns').set({ name: '', message: '' }).where('order_id', '=', id).execute()
  // What was decided stays decided.
  await trx.updateTable('returns').set({ refusal: '-' }).where('order_id', '=', id).where('refusal', '<>', '').execute()
  const cards = trx.updateTable('gift_cards').set({ email: '' }).where('order_id', '=', id).returning('id')
  await changeAuditReasons(trx, { kind: 'gift_card', ids: (await cards.execute()).map((card) => card.id) }, strike)
  const ended = await trx
    .updateTable('subscriptions')
    .set({ email: '', form: '{}' })
    .where('order_id', '=', id)
    .where('status', '=', 'cancelled')
    .returning('id')
    .execute()
  const endedIds = ended.map((subscription) => subscription.id)
  if (endedIds.length > 0)
    await trx.deleteFrom('subscription_changes').where('subscription_id', 'in', endedIds).execute()
  await strikeNotes(trx, id, strike)
  await deleteLabels(trx, id)
  await trx.deleteFrom('order_links').where('order_id', '=', id).execute()
  await trx.deleteFrom('mail_links').where('purpose', '=', 'payment').where('subject', '=', id).execute()
  await trx.deleteFrom('withdrawal_links').where('order_id', '=', id).execute()
  await trx.deleteFrom('sessions').where('order_id', '=', id).execute()
  await trx.deleteFrom('carts').where('checkout_id', '=', order.checkout_id).execute()
}

function textsOf({ address, email, phone, ...order }: OrderRow, customer?: Named) {
  const { name, line1, line2, organization } = addressJson.read(address)
  const isOwn = order.organization_id === null
  return {
    names: [name, customer?.name ?? '', ...(isOwn ? [line1, line2, organization, order.invoice_address] : [])],
    wholes: [email, customer?.email ?? ''],
    numbers: [phone, customer?.phone ?? '', ...(isOwn ? [order.organization_number ?? ''] : [])],
  }
}

/** What an order has of a company that has no account: of a sole trader it is personal. */
function withoutCompany(order: OrderRow) {
  const isNumberKept = order.reverse_charge === 1
  return {
    address: withoutName(order, { organization: '', line1: '', line2: '', postalCode: '', city: '' }),
    delivery: deliveryJson.write({ ...deliveryJson.read(order.delivery), place: null }),
    organization_number: null,
    order_reference: '',
    cost_centre: '',
    ...(isNumberKept ? {} : { vat_number: null, consultation_number: null }),
  }
}

function withoutName({ address }: OrderRow, nowhere: object): string {
  return addressJson.write({ ...addressJson.read(address), name: '', ...nowhere })
}

/** Strikes the buyer out of what staff wrote in an order's history and as reasons of its refunds. */
async function strikeNotes(trx: DatabaseTransaction, orderId: string, strike: (text: string) => string) {
  const notes = await trx.selectFrom('order_events').select(['id', 'note']).where('order_id', '=', orderId).execute()
  for (const { id, note } of notes.filter((each) => strike(each.note) !== each.note))
    await trx
      .updateTable('order_events')
      .set({ note: strike(note) })
      .where('id', '=', id)
      .execute()
  for (const table of ['order_refunds', 'refunds'] as const) {
    const rows = await trx.selectFrom(table).select(['id', 'reason']).where('order_id', '=', orderId).execute()
    for (const { id, reason } of rows.filter((each) => strike(each.reason) !== each.reason))
      await trx
        .updateTable(table)
        .set({ reason: strike(reason) })
        .where('id', '=', id)
        .execute()
  }
}

/**
 * Erases what was sent about an order, by reading all of the outbox: mails, and the answers that other systems got,
 * of which one that repeats its request gets the order as it is now. After years nothing of it is left.
 */
export async function eraseSent(trx: DatabaseTransaction, { id, number, email }: OrderRow): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('kind', 'like', 'mail.%')
    .where((row) =>
      row.or([row('payload', 'like', `%${id}%`), row('payload', 'like', `%"number":${JSON.stringify(number)}%`)]),
    )
    .execute()
  if (email !== '')
    await trx
      .updateTable('outbox')
      .set({ last_error: null })
      .where('last_error', 'is not', null)
      .where(sql<string>`lower(last_error)`, 'like', `%${email.toLowerCase()}%`)
      .execute()
  const numbered = ['number', 'order_number'].map((field) => `%"${field}":${JSON.stringify(number)}%`)
  await trx
    .updateTable('api_answers')
    .set({ answer: null })
    .where((row) => row.or(numbered.map((text) => row('answer', 'like', text))))
    .execute()
}

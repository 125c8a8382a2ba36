import path from 'node:path'
import { issueMissing } from '../../src/server/ordering/books/issue-missing.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import type { Database, NewRow } from '../../src/server/platform/db/tables.ts'
import { nameCatalogue } from './hostile-catalogue.ts'
import { describePicture, describeSet, describeVariants, writeMailTexts } from './hostile-goods.ts'
import { prepareImport, setHostileSource, writeHostileProfile } from './hostile-import.ts'
import { writeHostilePrices } from './hostile-prices.ts'

/** What a page that shows a hostile text as HTML would call. */
export const calledName = 'pwned'
/** Breaks out of an element, an attribute, a script and a comment; each part would call `pwned`. */
export const hostile = `'"></script></textarea>--><img src=x onerror=${calledName}()><svg onload=${calledName}()>`

const at = '2026-11-20T09:00:00.000Z'
const home = { language: 'sv', currency: 'SEK', country: 'SE' } as const

/** The records of each kind that console screens are opened with, by the name of their parameter. */
export type HostileRecords = {
  order: string
  /** The number of an issued invoice. */
  invoice: string
  customer: string
  organization: string
  payment: string
  payout: string
  product: string
  variant: string
  set: string
  webhook: string
  category: string
  brand: string
  tag: string
  attribute: string
  device: string
  phrase: string
  trigger: string
}

/** Writes the hostile text wherever shoppers and other systems write, into the database of a shop that runs. */
export function writeHostileRecords(dataFolder: string): Promise<HostileRecords> {
  return writeRecords(dataFolder, { text: hostile, isEverywhere: true })
}

type Wanted = {
  /** What shoppers and other systems have written. */
  text: string
  /** Whether it is written over the records that the shop has, too. */
  isEverywhere: boolean
}

/** Adds a record of each kind that a shop of the demo has none of, with a text of shoppers. */
export async function writeRecords(dataFolder: string, wanted: Wanted): Promise<HostileRecords> {
  const { db } = connect({ sqliteFile: path.join(dataFolder, 'shop.db') })
  try {
    return await writeRecordsIn(db, dataFolder, wanted)
  } finally {
    await db.destroy()
  }
}

/** The same in a database that is open. */
export async function writeRecordsIn(
  db: Database,
  dataFolder: string,
  { text, isEverywhere }: Wanted,
): Promise<HostileRecords> {
  const order = await db.selectFrom('orders').selectAll().where('status', '=', 'confirmed').executeTakeFirstOrThrow()
  const product = await db.selectFrom('products').select(['id', 'sku']).executeTakeFirstOrThrow()
  const payment = await db.selectFrom('payment_attempts').select('id').executeTakeFirstOrThrow()
  const customer = await db.selectFrom('customers').select('id').executeTakeFirstOrThrow()
  const organization = await db.selectFrom('organizations').select('id').executeTakeFirstOrThrow()
  if (isEverywhere) await spoilOrders(db, text)
  if (isEverywhere) await spoilPeople(db, text)
  await writeNotes(db, { customer: customer.id, organization: organization.id }, text)
  await askForParts(db, product, customer.id, text)
  await sell(db, order.id, product, text)
  await tellOthers(db, text)
  await prepareImport(db, text)
  await writeHostilePrices(db, product, text)
  await setHostileSource(db, text)
  writeHostileProfile(dataFolder, text)
  await describePicture(db, product.id, text)
  await writeMailTexts(db, text)
  return {
    invoice: await issueInvoice(db),
    order: order.number,
    customer: customer.id,
    organization: organization.id,
    payment: payment.id,
    payout: await notePayout(db, text),
    product: product.id,
    variant: await describeVariants(db, text),
    set: await describeSet(db, text),
    webhook: 'w',
    ...(await nameCatalogue(db, text, isEverywhere)),
  }
}

async function writeNotes(db: Database, about: { customer: string; organization: string }, text: string) {
  for (const kind of ['customer', 'organization'] as const)
    await db
      .insertInto('staff_notes')
      .values({ id: kind, subject_kind: kind, subject_id: about[kind], at, author: text, text })
      .execute()
}

async function spoilOrders(db: Database, text: string): Promise<void> {
  const orders = await db.selectFrom('orders').select(['id', 'address']).execute()
  for (const { id, address } of orders) {
    const known = JSON.parse(address) as Record<string, string>
    const spoilt = { ...known, name: text, organization: text, line1: text, line2: text, city: text }
    const texts = { message: text, order_reference: text, cost_centre: text, vat_number: text }
    await db
      .updateTable('orders')
      .set({ ...texts, address: JSON.stringify(spoilt) })
      .where('id', '=', id)
      .execute()
  }
  await db
    .updateTable('orders')
    .set({ email: `${text}@example.com`, phone: text })
    .execute()
  await db.updateTable('order_lines').set({ name: text }).execute()
  await db.updateTable('order_events').set({ note: text }).execute()
  await db.updateTable('payment_attempts').set({ reason: text, provider_reference: text }).execute()
}

async function notePayout(db: Database, text: string): Promise<string> {
  const sums = { gross: 10_000, fee: 200, net: 9_800 }
  const made = { hash: 'h', day: '2026-11-20', currency: 'SEK', stated: null } as const
  const payout = { id: 'po_1', ...made, actor: text, at }
  await db
    .insertInto('payouts')
    .values({ ...payout, ...sums })
    .execute()
  await db
    .insertInto('payout_rows')
    .values({ id: text, payout_id: 'po_1', kind: 'charge', reference: text, ...sums })
    .execute()
  await noteDispute(db, text)
  return payout.id
}

/** A payment in dispute, of which a part is written off. */
async function noteDispute(db: Database, text: string): Promise<void> {
  const { id, order_id } = await db.selectFrom('payment_attempts').select(['id', 'order_id']).executeTakeFirstOrThrow()
  await db
    .updateTable('payment_attempts')
    .set({ provider: 'stripe', payment_reference: text })
    .where('id', '=', id)
    .execute()
  const row = { id: `dispute ${text}`, payout_id: 'po_1', reference: text }
  await db
    .insertInto('payout_rows')
    .values({ ...row, kind: 'dispute', gross: -5_000, fee: 0, net: -5_000 })
    .execute()
  const outcome = { id: 'outcome', order_id, reference: text, payout_row: row.id, amount: 2_000, actor: text, at }
  await db
    .insertInto('dispute_outcomes')
    .values({ ...outcome, kind: 'write_off', day: '2026-11-21', undoes: null })
    .execute()
}

async function issueInvoice(db: Database): Promise<string> {
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('payment_method', '=', 'invoice')
    .where('status', '=', 'shipped')
    .executeTakeFirstOrThrow()
  await issueMissing({ db, now: () => new Date() }, id)
  const { number } = await db
    .selectFrom('documents')
    .select('number')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  return number
}

async function spoilPeople(db: Database, text: string): Promise<void> {
  await db.updateTable('customers').set({ name: text, phone: text }).execute()
  await db.updateTable('organizations').set({ name: text, cost_centre: text, peppol_id: text }).execute()
  await db.updateTable('addresses').set({ name: text, line1: text, line2: text, city: text }).execute()
  const miss: NewRow<'search_misses'> = { language: 'sv', query: text, misses: 900, last_at: at }
  await db.insertInto('search_misses').values(miss).execute()
}

async function askForParts(
  db: Database,
  product: { id: string; sku: string },
  customer: string,
  text: string,
): Promise<void> {
  const quote = { id: 'q', number: 'Q1', customer_id: customer, organization_id: null, status: 'requested', ...home }
  const undecided = { valid_until: null, checkout_id: null, order_id: null, answered_at: null, decided_at: null }
  await db
    .insertInto('quotes')
    .values({ ...quote, ...undecided, message: text, answer: text, requested_at: at } as NewRow<'quotes'>)
    .execute()
  const line = { position: 1, quantity: 2, list_price: 10_000, unit_price: null, vat_rate: 2_500, name: text }
  await db
    .insertInto('quote_lines')
    .values({ ...line, quote_id: 'q', product_id: product.id, sku: product.sku } as NewRow<'quote_lines'>)
    .execute()
  const texts = { email: `${text}@example.com`, name: text, organization: text, vat_number: text }
  const more = { device: text, message: text, reason: 'price', fingerprint: 'f', quote_id: null }
  const request = { id: 'r', number: 'R1', status: 'open', ...home, customer_id: null, ...texts, ...more }
  await db
    .insertInto('part_requests')
    .values({ ...request, requested_at: at, updated_at: at } as NewRow<'part_requests'>)
    .execute()
  await db
    .insertInto('part_request_lines')
    .values({ request_id: 'r', position: 1, text: text, quantity: 1, product_id: null })
    .execute()
}

async function sell(db: Database, orderId: string, product: { id: string; sku: string }, text: string): Promise<void> {
  const back = { id: 'b', number: 'B1', order_id: orderId, kind: 'return', status: 'requested', actor: text }
  await db
    .insertInto('returns')
    .values({ ...back, name: text, message: text, requested_at: at, received_at: null, refund_id: null } as never)
    .execute()
  await db
    .insertInto('return_lines')
    .values({
      return_id: 'b',
      position: 1,
      quantity: 1,
      reason: 'changed_mind',
      received: 0,
      restocked: 0,
      refunded: 0,
    } as never)
    .execute()
  const card = { id: 'g', currency: 'SEK', amount: 50_000, balance: 50_000, status: 'live', email: text }
  const unsold = { order_id: null, position: null, piece: null, language: 'sv', actor: text }
  await db
    .insertInto('gift_cards')
    .values({ ...card, ...unsold, expires_at: '2036-01-01T00:00:00.000Z', created_at: at } as NewRow<'gift_cards'>)
    .execute()
  const parcel = { quantity: 1, interval_days: 30, next_at: '2026-12-20', status: 'active', reminded_for: null }
  const buyer = { customer_id: null, email: `${text}@example.com`, form: '{}' }
  const subscription = { id: 's', order_id: orderId, position: 1, ...home, ...buyer, ...parcel, name: text }
  await db
    .insertInto('subscriptions')
    .values({ ...subscription, product_id: product.id, sku: product.sku, created_at: at, updated_at: at } as never)
    .execute()
}

async function tellOthers(db: Database, text: string): Promise<void> {
  const run = { id: 'run', staff_id: 's', actor: text, address: '127.0.0.1', operation: 'orders.ship' }
  await db
    .insertInto('bulk_runs')
    .values({ ...run, back: '/console/orders', created_at: at, done_at: at })
    .execute()
  const row = { position: 1, subject_id: 'x', subject: text, state: 'refused', fault: text } as const
  await db
    .insertInto('bulk_rows')
    .values({ run_id: 'run', ...row })
    .execute()
  const mail = { id: 'o', kind: 'mail.order_confirmed', dedupe_key: 'o', payload: '{}', run_at: at, attempts: 9 }
  await db
    .insertInto('outbox')
    .values({ ...mail, last_error: text, done_at: at, created_at: new Date().toISOString() } as NewRow<'outbox'>)
    .execute()
  const endpoint = { id: 'w', name: text, url: 'https://example.com/', secret: 'whsec_x', state: 'live', failures: 0 }
  const old = { old_secret: null, old_secret_until: null, failing_since: null, resume_at: at, created_by: text }
  await db
    .insertInto('webhook_endpoints')
    .values({ ...endpoint, ...old, created_at: at } as NewRow<'webhook_endpoints'>)
    .execute()
  const delivery = {
    id: 'd',
    endpoint_id: 'w',
    event: 'order.placed',
    subject: text,
    payload: `{"a":${JSON.stringify(text)}}`,
  }
  const tried = { state: 'failed', attempts: 1, first_tried_at: at, run_at: at, done_at: at, created_at: at }
  const { seq } = await db
    .insertInto('webhook_deliveries')
    .values({ ...delivery, ...tried } as NewRow<'webhook_deliveries'>)
    .returning('seq')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('webhook_attempts')
    .values({
      delivery: seq,
      attempt: 1,
      at,
      status: 500,
      milliseconds: 3,
      answer: text,
    } as NewRow<'webhook_attempts'>)
    .execute()
}

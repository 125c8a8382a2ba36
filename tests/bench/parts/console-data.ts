import { nameWords } from '../../../src/domain/visitors/name-words.ts'
import { issueMissing } from '../../../src/server/ordering/books/issue-missing.ts'
import type { Database, Queryable, Row } from '../../../src/server/platform/db/tables.ts'
import { hashSecret } from '../../../src/server/platform/ids.ts'
import { writePayouts } from './console-payouts.ts'

const counts = { orders: 100_000, customers: 200_000 }
const batch = 250
const owner = 'bench'

/** Numbers of orders that have an invoice with a document, and so a page of their own. */
export const openedOrders = 60
export const invoiceNumber = (at: number) => `F${500_000 + at}`

/** Writes 100,000 orders with their invoices, 200,000 customers and 5,000 payouts into a demo shop. */
export async function writeBusiness(db: Database): Promise<void> {
  await issueInvoice(db)
  // One commit for all of it: a commit for each statement takes minutes on a slow disk.
  await db.transaction().execute(async (trx) => {
    await writeOrders(trx)
    await writeInvoices(trx)
    await writeCustomers(trx)
    await writePayouts(trx)
  })
}

/** Copies of the demo's orders, spread over two years. */
async function writeOrders(db: Queryable): Promise<void> {
  const orders = await db.selectFrom('orders').selectAll().orderBy('seq').execute()
  const lines = await db.selectFrom('order_lines').selectAll().execute()
  const events = await db.selectFrom('order_events').selectAll().execute()
  const start = Date.now() - 730 * 86_400_000
  for (let from = 0; from < counts.orders; from += batch) {
    const made = Array.from({ length: batch }, (_, at) => copied(orders, from + at, start))
    await db.insertInto('orders').values(made).execute()
    await db
      .insertInto('order_lines')
      .values(made.flatMap((order) => linesOf(order, lines, orders)))
      .execute()
    await db
      .insertInto('order_events')
      .values(made.flatMap((order) => eventsOf(order, events, orders)))
      .execute()
  }
}

function copied(orders: readonly Row<'orders'>[], at: number, start: number) {
  const { seq: _seq, ...order } = template(orders, at)
  const placed = new Date(start + (at / counts.orders) * 730 * 86_400_000).toISOString()
  return {
    ...order,
    id: `bench-${at}`,
    number: String(200_000 + at),
    checkout_id: `bench-${at}`,
    email: `buyer${at % 40_000}@example.com`,
    customer_id: null,
    total: order.total + at,
    placed_at: placed,
    updated_at: placed,
    status:
      at % 200 === 0 ? ('confirmed' as const) : order.status === 'confirmed' ? ('delivered' as const) : order.status,
  }
}

function template(orders: readonly Row<'orders'>[], at: number): Row<'orders'> {
  const order = orders[at % orders.length]
  if (!order) throw new Error('The demo has no orders.')
  return order
}

const indexOf = (id: string) => Number(id.replace('bench-', ''))

function linesOf({ id }: { id: string }, lines: readonly Row<'order_lines'>[], orders: readonly Row<'orders'>[]) {
  const own = lines.filter(({ order_id: orderId }) => orderId === template(orders, indexOf(id)).id)
  return own.map((line) => ({ ...line, id: `${id}-${line.position}`, order_id: id }))
}

function eventsOf({ id }: { id: string }, events: readonly Row<'order_events'>[], orders: readonly Row<'orders'>[]) {
  const own = events.filter(({ order_id: orderId }) => orderId === template(orders, indexOf(id)).id)
  return own.map(({ seq: _seq, ...event }, at) => ({ ...event, id: `${id}-${at}`, order_id: id }))
}

/** Issues the invoice that the others are copies of. */
async function issueInvoice(db: Database): Promise<void> {
  const { id: billed } = await db
    .selectFrom('orders')
    .select('id')
    .where('payment_method', '=', 'invoice')
    .where('status', '=', 'shipped')
    .executeTakeFirstOrThrow()
  await issueMissing({ db, now: () => new Date() }, billed)
}

/** An invoice of every order: one in 20 is open. The records that are opened have their documents. */
async function writeInvoices(db: Queryable): Promise<void> {
  const document = await db.selectFrom('documents').selectAll().where('kind', '=', 'invoice').executeTakeFirstOrThrow()
  const documents = Array.from({ length: openedOrders }, (_, at) => ({
    ...document,
    number: invoiceNumber(at * 997),
    order_id: `bench-${at * 997}`,
  }))
  await db.insertInto('documents').values(documents).execute()
  const start = Date.now() - 730 * 86_400_000
  for (let from = 0; from < counts.orders; from += batch) {
    const made = Array.from({ length: batch }, (_, each) => {
      const at = from + each
      const issued = start + (at / counts.orders) * 730 * 86_400_000
      return {
        number: invoiceNumber(at),
        order_id: `bench-${at}`,
        issued_at: new Date(issued).toISOString(),
        due_at: new Date(issued + 30 * 86_400_000).toISOString(),
        amount: 100_000 + at,
        credited: 0,
        paid: at % 20 === 0 ? 0 : 100_000 + at,
        state: at % 20 === 0 ? ('open' as const) : ('paid' as const),
      }
    })
    await db.insertInto('invoices').values(made).execute()
  }
}

async function writeCustomers(db: Queryable): Promise<void> {
  const known = await db.selectFrom('customers').selectAll().limit(1).executeTakeFirstOrThrow()
  for (let from = 0; from < counts.customers; from += batch) {
    const made = Array.from({ length: batch }, (_, at) => ({
      ...known,
      id: `bench-${from + at}`,
      email: `buyer${from + at}@example.com`,
      name: `Name ${from + at}`,
      created_at: new Date(Date.now() - (from + at) * 60_000).toISOString(),
    }))
    await db.insertInto('customers').values(made).execute()
    const words = made.flatMap(({ id, name }) => nameWords(name).map((word) => ({ word, subject_id: id })))
    await db
      .insertInto('name_words')
      .values(words.map((each) => ({ ...each, kind: 'customer' as const })))
      .execute()
  }
}

/** Writes an owner who is signed in for an hour with this secret in the cookie `staff_session`. */
export async function writeOwner(db: Queryable, secret: string): Promise<void> {
  await db.deleteFrom('staff_sessions').where('staff_id', '=', owner).execute()
  await db.deleteFrom('staff').where('id', '=', owner).execute()
  const at = new Date().toISOString()
  const end = new Date(Date.now() + 3_600_000).toISOString()
  await db
    .insertInto('staff')
    .values({
      id: owner,
      email: 'bench@example.com',
      name: 'Bench',
      language: 'sv',
      role: 'owner',
      password_hash: null,
      totp_secret: null,
      totp_step: 0,
      is_active: 1,
      version: 1,
      created_at: at,
    })
    .execute()
  await db
    .insertInto('staff_sessions')
    .values({
      hash: hashSecret(secret),
      id: 'bench',
      staff_id: owner,
      stage: 'full',
      factor_at: at,
      address: '127.0.0.1',
      user_agent: 'bench',
      created_at: at,
      last_used_at: at,
      expires_at: end,
    })
    .execute()
}

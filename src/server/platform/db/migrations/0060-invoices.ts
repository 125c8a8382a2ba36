import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, table } from './columns.ts'

/**
 * Invoices with what is owed on each, and every payment of them, also in part; when a refund was paid and when it came
 * back; through which day the books are closed.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'invoices', {
    number: 'text',
    order_id: 'text',
    issued_at: 'text',
    due_at: 'text',
    amount: 'money',
    credited: 'money',
    paid: 'money',
    state: 'text',
  })
    .addPrimaryKeyConstraint('invoices_key', ['number'])
    .addUniqueConstraint('invoices_of_order', ['order_id'])
    .execute()
  await table(db, 'invoice_payments', {
    id: 'text',
    order_id: 'text',
    kind: 'text',
    amount: 'money',
    day: 'text',
    reference: 'text',
    actor: 'text',
    at: 'text',
    undoes: 'text?',
  })
    .addPrimaryKeyConstraint('invoice_payments_key', ['id'])
    .addUniqueConstraint('invoice_payments_undone_once', ['undoes'])
    .execute()
  await fill(db, kind)
  for (const column of ['paid_at', 'returned_at'])
    await db.schema.alterTable('refunds').addColumn(column, 'text').execute()
  await sql`update refunds set paid_at = updated_at where status = 'succeeded'`.execute(db)
  await index(db, 'refunds_by_payment', 'refunds', ['paid_at'])
  await index(db, 'refunds_by_return', 'refunds', ['returned_at'])
  await table(db, 'books_closing', { id: 'text', closed_through: 'text' })
    .addPrimaryKeyConstraint('books_closing_key', ['id'])
    .execute()
  await sql`insert into books_closing (id, closed_through) values ('books', '')`.execute(db)
  await index(db, 'invoices_by_time', 'invoices', ['issued_at', 'number'])
  await index(db, 'invoices_by_due', 'invoices', ['due_at', 'number'])
  await index(db, 'invoices_by_state', 'invoices', ['state', 'issued_at', 'number'])
  await index(db, 'invoices_by_state_and_due', 'invoices', ['state', 'due_at', 'number'])
  await index(db, 'invoice_payments_by_order', 'invoice_payments', ['order_id', 'at'])
  await index(db, 'invoice_payments_by_day', 'invoice_payments', ['day'])
  await index(db, 'invoice_payments_by_reference', 'invoice_payments', ['reference'])
}

/** The invoices that were issued before, and those that were noted as paid in full. */
async function fill(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const number = (name: string) =>
    kind === 'sqlite'
      ? sql`coalesce(json_extract(d.content, ${sql.lit(`$.${name}`)}), 0)`
      : sql`coalesce((d.content::json->>${sql.lit(name)})::bigint, 0)`
  const due = kind === 'sqlite' ? sql`json_extract(d.content, '$.dueAt')` : sql`d.content::json->>'dueAt'`
  const credits = sql`from order_refunds c join refunds r on r.dedupe_key = 'order_refund:' || c.id
    where c.order_id = o.id and c.number is not null`
  await sql`insert into invoices (number, order_id, issued_at, due_at, amount, credited, paid, state)
    select d.number, o.id, d.issued_at, ${due}, ${number('total')} - ${number('giftCard')},
      coalesce((select sum(r.amount) ${credits}), 0), 0, 'open'
    from documents d join orders o on o.id = d.order_id
    where d.kind = 'invoice' and o.payment_method = 'invoice' and ${due} is not null`.execute(db)
  await sql`insert into invoice_payments (id, order_id, kind, amount, day, reference, actor, at, undoes)
    select 'before-' || o.id, o.id, 'paid', coalesce(
        (select i.amount from invoices i where i.order_id = o.id)
          - coalesce((select sum(r.amount) ${credits} and c.at <= o.invoice_paid_at), 0),
        o.total - o.gift_card_total - coalesce((select sum(c.amount) from order_refunds c where c.order_id = o.id), 0)),
      substr(o.invoice_paid_at, 1, 10), '', 'operator', o.invoice_paid_at, null
    from orders o where o.invoice_paid_at is not null and o.payment_method = 'invoice'`.execute(db)
  await sql`delete from invoice_payments where amount <= 0`.execute(db)
  await sql`update invoices set paid =
    coalesce((select sum(p.amount) from invoice_payments p where p.order_id = invoices.order_id), 0)`.execute(db)
  await sql`update invoices set state = case when paid > 0 then 'paid' else 'credited' end
    where amount - credited - paid <= 0`.execute(db)
}

import type { DocumentKind } from '../../platform/db/tables/fulfilment-tables.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type DocumentRow = Row<'documents'>

/** The order's document of a kind; of credit notes the newest, or that of one refund. */
export async function documentOf(
  db: Queryable,
  orderId: string,
  kind: DocumentKind,
  subject?: string,
): Promise<DocumentRow | undefined> {
  const all = db.selectFrom('documents').selectAll().where('order_id', '=', orderId).where('kind', '=', kind)
  const wanted = subject === undefined ? all : all.where('subject', '=', subject)
  return wanted.orderBy('issued_at', 'desc').orderBy('number', 'desc').limit(1).executeTakeFirst()
}

export async function documentByNumber(db: Queryable, number: string): Promise<DocumentRow | undefined> {
  return db.selectFrom('documents').selectAll().where('number', '=', number).executeTakeFirst()
}

export async function documentsOf(db: Queryable, orderId: string) {
  return db
    .selectFrom('documents')
    .select(['number', 'kind', 'issued_at'])
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
}

export async function insertDocument(trx: DatabaseTransaction, document: NewRow<'documents'>): Promise<void> {
  await trx.insertInto('documents').values(document).execute()
}

/** The next number of a series; a transaction that fails gives it back. */
export async function nextInSeries(trx: DatabaseTransaction, name: string, first: number): Promise<number> {
  const row = await trx
    .insertInto('number_series')
    .values({ name, last: first })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ last: row('number_series.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return row.last
}

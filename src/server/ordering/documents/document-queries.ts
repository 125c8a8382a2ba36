import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'
import type { DocumentKind } from '../../platform/db/tables/fulfilment-tables.ts'

export type DocumentRow = Row<'documents'>

/** Reads an order's newest document of a kind, or that of a refund or addition (`subject`; '' for the order itself). */
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
    .select(['number', 'kind', 'subject', 'issued_at'])
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
}

/** Reads the contents of an order's documents, oldest first. */
export async function documentContentsOf(db: Queryable, orderId: string) {
  return db
    .selectFrom('documents')
    .select(['kind', 'subject', 'content'])
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
}

export async function insertDocument(trx: DatabaseTransaction, document: NewRow<'documents'>): Promise<void> {
  await trx.insertInto('documents').values(document).execute()
}

/** Completes a document within the transaction that issued it. */
export async function setDocumentContent(trx: DatabaseTransaction, number: string, content: string): Promise<void> {
  await trx.updateTable('documents').set({ content }).where('number', '=', number).execute()
}

/** Returns the next number of a series. If the transaction is rolled back, the number is used again. */
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

/** Reads the last number of each series that has given one. */
export async function seriesLasts(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.selectFrom('number_series').select(['name', 'last']).execute()
  return new Map(rows.map(({ name, last }) => [name, last]))
}

/** Sets the last number of a series unless it is as high already; returns whether it did. */
export async function skipInSeries(trx: DatabaseTransaction, name: string, last: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows: written = 0n } = await trx
    .insertInto('number_series')
    .values({ name, last })
    .onConflict((on) => on.column('name').doUpdateSet({ last }).where('number_series.last', '<', last))
    .executeTakeFirstOrThrow()
  return written > 0n
}

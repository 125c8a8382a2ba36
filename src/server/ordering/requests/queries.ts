import type { PartRequestStatus } from '../../../domain/orders/part-requests.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type PartRequestRow = Row<'part_requests'>

export async function insertRequest(
  trx: DatabaseTransaction,
  request: NewRow<'part_requests'>,
  lines: NewRow<'part_request_lines'>[],
): Promise<void> {
  await trx.insertInto('part_requests').values(request).execute()
  await trx.insertInto('part_request_lines').values(lines).execute()
}

/** Reads the number of the same request if it was made since a moment. */
export async function repeatedRequest(
  db: Queryable,
  fingerprint: string,
  since: string,
): Promise<{ number: string } | undefined> {
  return db
    .selectFrom('part_requests')
    .select('number')
    .where('fingerprint', '=', fingerprint)
    .where('requested_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
}

export async function requestById(db: Queryable, id: string): Promise<PartRequestRow | undefined> {
  return db.selectFrom('part_requests').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function requestByNumber(db: Queryable, number: string): Promise<PartRequestRow | undefined> {
  return db.selectFrom('part_requests').selectAll().where('number', '=', number).executeTakeFirst()
}

/** Reads the request that a quote answers. */
export async function requestOfQuote(db: Queryable, quoteId: string): Promise<PartRequestRow | undefined> {
  return db.selectFrom('part_requests').selectAll().where('quote_id', '=', quoteId).executeTakeFirst()
}

/** Reads the lines of requests with the products that they name, published or not. */
export async function requestLines(db: Queryable, requestIds: readonly string[], language: PartRequestRow['language']) {
  if (requestIds.length === 0) return []
  return db
    .selectFrom('part_request_lines as l')
    .leftJoin('products as p', 'p.id', 'l.product_id')
    .leftJoin('product_texts as t', (join) =>
      join.on('t.product_id', '=', (on) => on.fn.coalesce('p.parent_id', 'p.id')).on('t.language', '=', language),
    )
    .select(['l.request_id', 'l.position', 'l.text', 'l.quantity', 'l.quote_position', 'p.sku', 't.name'])
    .where('l.request_id', 'in', requestIds)
    .orderBy('l.request_id')
    .orderBy('l.position')
    .execute()
}
export type RequestLineRow = Awaited<ReturnType<typeof requestLines>>[number]

/** Notes by which line of its quote each line of a request is answered. */
export async function noteAnswers(
  trx: DatabaseTransaction,
  requestId: string,
  answers: readonly { position: number; quotePosition: number }[],
): Promise<void> {
  for (const { position, quotePosition } of answers)
    await trx
      .updateTable('part_request_lines')
      .set({ quote_position: quotePosition })
      .where('request_id', '=', requestId)
      .where('position', '=', position)
      .execute()
}

/** The words of the buyer that each line of a quote answers, by its position. */
export async function askedByLine(db: Queryable, request: Pick<PartRequestRow, 'id' | 'language'> | undefined) {
  const lines = request ? await requestLines(db, [request.id], request.language) : []
  return new Map(lines.flatMap((line) => (line.quote_position === null ? [] : [[line.quote_position, line] as const])))
}

/** Lists requests for the operator, oldest first, with the number of their lines. */
export async function listRequests(db: Queryable, status: PartRequestStatus | undefined) {
  const all = db
    .selectFrom('part_requests as r')
    .select((row) => [
      'r.number',
      'r.status',
      'r.requested_at',
      'r.language',
      'r.currency',
      'r.country',
      'r.name',
      'r.email',
      'r.organization',
      row
        .selectFrom('part_request_lines as l')
        .select((line) => line.fn.countAll<number>().as('count'))
        .whereRef('l.request_id', '=', 'r.id')
        .as('parts'),
    ])
    .orderBy('r.requested_at')
    .orderBy('r.number')
    .limit(500)
  return (status === undefined ? all : all.where('r.status', '=', status)).execute()
}

/** Reads and locks a request until the transaction ends. */
export async function lockRequest(trx: DatabaseTransaction, id: string): Promise<PartRequestRow | undefined> {
  return trx
    .updateTable('part_requests')
    .set((row) => ({ number: row.ref('number') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Updates a request that is still open; returns false otherwise. */
export async function moveRequest(
  trx: DatabaseTransaction,
  id: string,
  change: Partial<PartRequestRow>,
): Promise<boolean> {
  const result = await trx
    .updateTable('part_requests')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

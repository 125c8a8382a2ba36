import type { CustomerRow } from '../../identity/customer-queries.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { PartRequestRow } from './queries.ts'

type Person = Pick<CustomerRow, 'id' | 'email' | 'verified_at'>

/** Reads all requests of a person: those made while signed in, and those of guests with the verified address. */
export async function requestsOfPerson(
  db: Queryable,
  { id, email, verified_at: verifiedAt }: Person,
): Promise<PartRequestRow[]> {
  return db
    .selectFrom('part_requests')
    .selectAll()
    .where((row) =>
      row.or([
        row('customer_id', '=', id),
        ...(verifiedAt === null ? [] : [row.and([row('customer_id', 'is', null), row('email', '=', email)])]),
      ]),
    )
    .orderBy('requested_at')
    .orderBy('number')
    .execute()
}

/**
 * Deletes requests with their lines. Quotes of guests that answer them stay without a text, end if they are not
 * ordered, and their links stop working.
 */
export async function deleteRequests(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const quotes = await trx
    .selectFrom('part_requests as r')
    .innerJoin('quotes as q', 'q.id', 'r.quote_id')
    .select('q.id')
    .where('r.id', 'in', ids)
    .where('q.customer_id', 'is', null)
    .execute()
  await trx.deleteFrom('part_request_lines').where('request_id', 'in', ids).execute()
  await trx.deleteFrom('part_requests').where('id', 'in', ids).execute()
  if (quotes.length === 0) return
  const quoteIds = quotes.map(({ id }) => id)
  await trx.deleteFrom('mail_links').where('purpose', '=', 'quote').where('subject', 'in', quoteIds).execute()
  await trx.updateTable('quotes').set({ answer: '' }).where('id', 'in', quoteIds).execute()
  await trx
    .updateTable('quotes')
    .set({ status: 'withdrawn' })
    .where('id', 'in', quoteIds)
    .where('status', 'in', ['requested', 'priced'])
    .execute()
}

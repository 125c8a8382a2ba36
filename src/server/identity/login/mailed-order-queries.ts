import type { InsertResult } from 'kysely'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** An order as it was read for a mail to its address. */
export type Mailed = { readonly id: string; readonly email: string }

/**
 * Selects an order as long as it has the address that a mail is written to. A link is written from it, so that none to
 * the former address is left when that is corrected meanwhile: the correction waits, or there is no row.
 */
export function whileMailed(db: Queryable, { id, email }: Mailed) {
  return db
    .selectFrom('orders')
    .where('id', '=', id)
    .where('email', '=', email)
    .$if(kindOf(db) === 'postgres', (query) => query.forShare())
}

/** Throws if no link was written, so that the mail is written once more, to the address that the order has now. */
export function requireMailed({ id }: Mailed, { numInsertedOrUpdatedRows: written }: InsertResult): void {
  if (written !== 1n) throw new Error(`Order ${id} has another e-mail address by now.`)
}

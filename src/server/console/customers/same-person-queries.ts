import { sql, type SqlBool } from 'kysely'
import { nameWords } from '../../../domain/visitors/name-words.ts'
import type { CustomerRow } from '../../identity/customer-queries.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { mailboxOf } from '../../platform/http/mailbox.ts'
import { beginsWith } from '../lists/list-queries.ts'
import { hasPhone } from '../lists/phone-search-queries.ts'

const maxRead = 50
const maxShown = 10

/**
 * Accounts that may be of the same person: with an address that leads to the same mailbox, which come first, with the
 * same name or the same phone. `db` is the one of reports, which keeps no shopper waiting: for a phone, all accounts
 * are read.
 */
export async function accountsAlike(db: Queryable, { id, name, phone, email }: CustomerRow): Promise<CustomerRow[]> {
  const conditions = [
    isToMailbox(db, email),
    nameWords(name).length > 1 && hasName(name),
    hasPhone(phone, sql.ref('customers.phone')),
  ].filter((condition) => typeof condition === 'object')
  const found = new Map<string, CustomerRow>()
  // One after the other, because each is found by another index.
  for (const condition of conditions) {
    const others = db.selectFrom('customers').selectAll().where('id', '<>', id).where(condition)
    // In an order SQLite would read all accounts by that.
    for (const row of await others.limit(maxRead).execute()) found.set(row.id, row)
  }
  return [...found.values()].slice(0, maxShown)
}

/** Whether all words of a name are in an account's, in any order. */
function hasName(name: string) {
  const ids = nameWords(name).map(
    (word) => sql`select subject_id from name_words where kind = 'customer' and word = ${word}`,
  )
  return sql<SqlBool>`customers.id in (${sql.join(ids, sql` intersect `)})`
}

/** Whether an address leads to the mailbox of another one: without what stands after a plus, or with it. */
function isToMailbox(db: Queryable, email: string) {
  const box = mailboxOf(email)
  const at = box.lastIndexOf('@')
  const domain = `%${box.slice(at).replaceAll(/[!%_]/g, '!$&')}`
  const begins = beginsWith(kindOf(db), sql.ref('email'), `${box.slice(0, at)}+`)
  return sql<SqlBool>`(email = ${box} or (${begins} and email like ${domain} escape '!'))`
}

import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'

/** What an address may continue with: `bo@x.se` is not in `jobo@x.se` or `bo@x.sec`. */
const before = String.raw`(?<![\p{L}\p{N}.!#$%&*+/=?^_{|}~-])`
const after = String.raw`(?![\p{L}\p{N}@-]|\.[\p{L}\p{N}])`

/** Deletes lists of staff that are searched by an e-mail address. */
export async function deleteViewsOf(trx: DatabaseTransaction, email: string): Promise<void> {
  const sought = email.toLowerCase()
  const typed = encodeURIComponent(sought).toLowerCase().replaceAll('%', '!%').replaceAll('_', '!_')
  const found = await trx
    .selectFrom('staff_views')
    .select(['id', 'query'])
    .where(sql<boolean>`lower(query) like ${`%${typed}%`} escape '!'`)
    .execute()
  const address = new RegExp(before + RegExp.escape(sought) + after, 'u')
  const ids = found
    .filter(({ query }) => [...new URLSearchParams(query).values()].some((text) => address.test(text.toLowerCase())))
    .map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('staff_views').where('id', 'in', ids).execute()
}

import type { Queryable } from '../tables.ts'
import { compileOnce } from './compile-once.ts'

/** Purges all pages of the catalogue; which products there are and what lists know of them stays as it is. */
export const pagesTag = 'catalog:pages'

/** Reads the number of the newest purge of cached pages; no row before the first one. */
export const newestInvalidation = compileOnce((db) =>
  db.selectFrom('invalidations').select('seq').orderBy('seq', 'desc').limit(1),
)

/** Returns the number of the newest purge of cached pages. */
export async function newestChange(db: Queryable): Promise<number> {
  const [row] = await newestInvalidation(db).execute()
  return row?.seq ?? 0
}

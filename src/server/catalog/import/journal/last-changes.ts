import type { Queryable } from '../../../platform/db/tables.ts'
import { lastChangesOf } from './undo-queries.ts'

/** An entry of the log that is this much older than a change of its product is of another change. */
const sameChangeMs = 5_000

/** When a product was changed last, and by whom: the title of an import, a name, or neither where nobody noted it. */
export type LastChange = { sku: string; at: string; import: string; actor: string }

/** Tells when and by whom products were changed last, by their article numbers. */
export async function lastChanges(db: Queryable, skus: readonly string[]): Promise<LastChange[]> {
  return (await lastChangesOf(db, skus)).map(({ sku, at, import: title, actor, logged }) => {
    const isOfEntry = logged !== null && Math.abs(Date.parse(logged) - Date.parse(at)) <= sameChangeMs
    return { sku, at, import: title ?? '', actor: title === null && isOfEntry ? (actor ?? '') : '' }
  })
}

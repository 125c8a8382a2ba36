import type { Queryable } from '../../../platform/db/tables.ts'
import { actorsOf, lastChangesOf, uploadNames } from './undo-queries.ts'

/** An entry of the log that is this much older or newer than a change of its product is of another change. */
const sameChangeMs = 5_000

/** When a product was changed last, and by whom: the file of an import, a name, or neither where nobody noted it. */
export type LastChange = { sku: string; at: string; import: string; actor: string }

/** Tells when and by whom products were changed last, by their article numbers. */
export async function lastChanges(db: Queryable, skus: readonly string[]): Promise<LastChange[]> {
  if (skus.length === 0) return []
  const rows = await lastChangesOf(db, skus)
  const uploads = await uploadNames(db, [...new Set(rows.flatMap(({ run }) => run ?? []))])
  const changes: LastChange[] = []
  for (const { id, sku, at, title, run } of rows)
    changes.push(
      title === null || run === null
        ? { sku, at, import: '', actor: await actorAt(db, id, at) }
        : { sku, at, import: uploads.get(run) ?? title, actor: '' },
    )
  return changes
}

/** Who changed a product at a time, of those whom the log names about then; empty where it names nobody. */
async function actorAt(db: Queryable, productId: string, at: string): Promise<string> {
  const moment = (awayMs: number) => new Date(Date.parse(at) + awayMs).toISOString()
  const away = (entry: { at: string }) => Math.abs(Date.parse(entry.at) - Date.parse(at))
  const entries = await actorsOf(db, productId, { from: moment(-sameChangeMs), to: moment(sameChangeMs) })
  const [nearest] = entries.toSorted((one, two) => away(one) - away(two))
  return nearest?.actor ?? ''
}

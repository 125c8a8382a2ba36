import type { Shop } from '../shop.ts'
import { forgetInvalidations, lastInvalidation, newInvalidations } from './queries.ts'

const kept = 24 * 3600 * 1000

/** Makes a job that drops cached pages whose tags other processes (imports, commands, other nodes) have written. */
export async function followInvalidations(shop: Shop): Promise<() => Promise<void>> {
  let seen = await lastInvalidation(shop.db)
  return async () => {
    const rows = await newInvalidations(shop.db, seen)
    if (rows.length === 0) return
    seen = rows.at(-1)?.seq ?? seen
    shop.invalidate(rows.map((row) => row.tag))
    await forgetInvalidations(shop.db, new Date(shop.now().getTime() - kept).toISOString())
  }
}

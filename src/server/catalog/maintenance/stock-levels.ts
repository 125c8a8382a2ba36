import type { Database } from '../../platform/db/tables.ts'
import { productIdOf, writeStockLevel } from './stock-level-queries.ts'

const maxLevel = 1_000_000

/** A level as it was written: whole units, 0 for none; undefined for anything else. */
export function readLevel(text: string): number | undefined {
  const level = /^\d{1,7}$/.test(text) ? Number(text) : Infinity
  return level <= maxLevel ? level : undefined
}

/** Sets below how many available units a part is to be ordered again, 0 for never; false for an unknown part. */
export async function setStockLevel({ db }: { db: Database }, sku: string, level: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const id = await productIdOf(trx, sku)
    if (id === undefined) return false
    await writeStockLevel(trx, id, level)
    return true
  })
}

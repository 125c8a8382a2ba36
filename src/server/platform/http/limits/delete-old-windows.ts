import type { Shop } from '../../shop.ts'
import { deleteOldWindows } from './rate-limit-queries.ts'

const batchSize = 1_000

/** Deletes expired rate-limit windows, a thousand at a time, so that no login waits for it. */
export async function cleanUpWindows({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const at = now().toISOString()
  while ((await deleteOldWindows(db, at, batchSize)) === batchSize);
}

import { recoverImports } from '../catalog/import/journal/with-journal.ts'
import { forgetSteps } from '../catalog/import/journal/journal-queries.ts'
import type { Shop } from '../platform/shop.ts'

/** How long an import can be undone. */
const undoableMs = 30 * 86_400_000

/** Takes back imports whose processes were killed, and forgets what old ones replaced. */
export async function keepImports({ db, kind, now }: Pick<Shop, 'db' | 'kind' | 'now'>): Promise<void> {
  await recoverImports({ db, kind, now: now() })
  await forgetSteps(db, new Date(now().getTime() - undoableMs).toISOString())
}

import { dayMs } from '../../domain/durations.ts'
import { openImports } from '../catalog/import/journal/journal-queries.ts'
import { deleteUnused } from '../catalog/import/unused/delete-unused.ts'
import { claimTurn } from '../platform/db/claim-turn.ts'
import type { Shop } from '../platform/shop.ts'

const everyMs = dayMs

/** Deletes files that nothing has referred to for long, once a day in one of all processes, and logs how many. */
export async function deleteUnusedFiles({
  db,
  kind,
  env,
  now,
  log,
  settings,
}: Pick<Shop, 'db' | 'kind' | 'env' | 'now' | 'log' | 'settings'>): Promise<void> {
  if ((await openImports(db)).length > 0) return
  if (!(await claimTurn(db, 'unused_files_looked_for_at', now(), everyMs))) return
  const retentionDays = settings.all.retention.unusedFileDays
  const deleted = await deleteUnused({ db, kind, now: now(), folder: env.SHOP_DATA, retentionDays })
  if (deleted.pictures + deleted.documents > 0) log.info({ deleted }, 'unused files were deleted')
}

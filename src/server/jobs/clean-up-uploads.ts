import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '../../domain/durations.ts'
import { deleteFindings, deleteOldFindings } from '../catalog/import/runs/finding-queries.ts'
import { oldDrafts, removeImport } from '../catalog/import/runs/run-queries.ts'
import { deleteUpload, uploadsFolder } from '../catalog/import/runs/upload-folder.ts'
import type { Shop } from '../platform/shop.ts'

/** How long an upload is kept that nobody imports, and what was found in the rows of an import. */
const [draftMs, findingsMs] = [30 * dayMs, 90 * dayMs]
/** A file that is still being uploaded after this was cut off. */
const uploadMs = 3_600_000
const draftsAtOnce = 20

/** Forgets uploads that nobody imports, files that were cut off, and what was found in old imports. */
export async function cleanUpUploads({ db, now, env }: Pick<Shop, 'db' | 'now' | 'env'>): Promise<void> {
  const ago = (ms: number) => new Date(now().getTime() - ms).toISOString()
  await deleteOldFindings(db, ago(findingsMs))
  for (const row of await oldDrafts(db, ago(draftMs), draftsAtOnce)) {
    if (!(await removeImport(db, row))) continue
    await deleteFindings(db, row.id)
    await deleteUpload(env.SHOP_DATA, row.id)
  }
  await deleteCutOff(uploadsFolder(env.SHOP_DATA))
}

async function deleteCutOff(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('incoming-'))
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > uploadMs) await rm(join(folder, name), { force: true })
  }
}

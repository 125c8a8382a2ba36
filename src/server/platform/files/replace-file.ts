import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A draft that is older was left by a process that was killed. */
const oldDraftMs = 3_600_000
/** The shop's own user reads it. */
const privateFile = 0o600

/**
 * Writes a draft beside a file, which replaces the file when it is whole. Throws what `write` and the file system do,
 * and leaves no draft.
 */
export async function replaceFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  await removeOldDrafts(path)
  const draft = `${path}-${randomBytes(6).toString('hex')}`
  try {
    const file = await open(draft, 'wx', privateFile)
    try {
      await write(file)
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

async function removeOldDrafts(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(`${basename(path)}-`)) continue
    const draft = join(dirname(path), name)
    const found = await stat(draft).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > oldDraftMs) await rm(draft, { force: true })
  }
}

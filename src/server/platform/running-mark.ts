import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Marks node_modules as in use by this process, so that packages are not reinstalled meanwhile
 * (src/tools/install.mjs). Does nothing when the folder is missing or read-only.
 */
export function markRunning(nodeModules: string): void {
  const folder = join(nodeModules, '.running')
  const mark = join(folder, String(process.pid))
  try {
    mkdirSync(folder) // Not recursive: a missing node_modules is not created.
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return
  }
  try {
    writeFileSync(mark, '')
  } catch {
    return
  }
  process.once('exit', () => rmSync(mark, { force: true }))
}

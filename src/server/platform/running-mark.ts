import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Says in node_modules that this process runs with the packages there, so that nobody installs them anew meanwhile
 * (src/tools/install.mjs). Nothing happens where the folder is missing or cannot be written.
 */
export function markRunning(nodeModules: string): void {
  const folder = join(nodeModules, '.running')
  const mark = join(folder, String(process.pid))
  try {
    mkdirSync(folder) // Not recursive: a folder that holds no packages is left alone.
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

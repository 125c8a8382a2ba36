import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')
const program = fileURLToPath(new URL('./small-demo-program.ts', import.meta.url))

/** Node keeps compiled code here, so that only the first of many commands compiles the shop. */
export const compiledCode = path.join(root, '.cache/compiled')

/**
 * Writes a small demo to a new database file. Another process does it, because Playwright takes longer than Node to
 * load the modules of the demo.
 */
export async function writeSmallDemo(sqliteFile: string): Promise<void> {
  const env = { NODE_COMPILE_CACHE: compiledCode, ...process.env }
  await promisify(execFile)(process.execPath, [program, sqliteFile], { cwd: root, env })
}

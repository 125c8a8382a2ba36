import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')
const smallDemo = new URL('./small-demo-program.ts', import.meta.url)
const otherShop = new URL('./other-shop-program.ts', import.meta.url)

/** Node keeps compiled code here, so that only the first of many commands compiles the shop. */
export const compiledCode = path.join(root, '.cache/compiled')

/**
 * Writes a small demo to a new database file. Another process does it, because Playwright takes longer than Node to
 * load the modules of the demo.
 */
export const writeSmallDemo = (sqliteFile: string): Promise<void> => run(smallDemo, sqliteFile)

/** The same for the shop that has nothing in common with the demo. */
export const writeOtherShop = (sqliteFile: string): Promise<void> => run(otherShop, sqliteFile)

async function run(program: URL, sqliteFile: string): Promise<void> {
  const env = { NODE_COMPILE_CACHE: compiledCode, ...process.env }
  await promisify(execFile)(process.execPath, [fileURLToPath(program), sqliteFile], { cwd: root, env })
}

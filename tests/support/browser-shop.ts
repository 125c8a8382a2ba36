/**
 * Serves the built shop to browser tests: a separate data folder with the demo shop, removed when this process ends.
 * Started by Playwright with PORT set. With PLAIN_PICTURES=1 no part is drawn: all pictures are the same plain one.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from '../../src/server/platform/env.ts'
import { seedIfEmpty } from '../../src/tools/seed.ts'
import { seedWithPlainPictures } from './plain-pictures.ts'
import { unlimitedOrders } from './unlimited-orders.ts'

const root = path.resolve(import.meta.dirname, '../..')
const port = process.env['PORT'] ?? '4397'
const dataFolder = mkdtempSync(path.join(tmpdir(), 'delverk-browser-'))
const { DATABASE_URL: _unused, ...inherited } = process.env
const env = {
  // Most tests need one process alone, and two would take the cores of other tests.
  WORKERS: '1',
  ...inherited,
  HOST: '127.0.0.1',
  PORT: port,
  ORIGIN: `http://127.0.0.1:${port}`,
  SHOP_DATA: dataFolder,
  SANDBOX_PAYMENTS: '1',
  LOG_LEVEL: 'warn',
  ...unlimitedOrders,
}
let running: ChildProcess | undefined
let stopping = false

function run(args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  running = child
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

function stop(): void {
  stopping = true
  running?.kill('SIGTERM')
}

async function serve(): Promise<number> {
  if (process.env['PLAIN_PICTURES'] === '1') await seedWithPlainPictures(dataFolder)
  else await seedWithDrawings()
  return stopping ? 0 : run(['dist/server/entry.mjs'])
}

/** Pictures are named by their content, so those of an earlier run are reused. */
async function seedWithDrawings(): Promise<void> {
  const [drawn, wanted] = [path.join(root, '.cache/pictures'), path.join(dataFolder, 'pictures')]
  if (existsSync(drawn)) cpSync(drawn, wanted, { recursive: true })
  await seedIfEmpty(parseEnv(env), () => undefined)
  cpSync(wanted, drawn, { recursive: true })
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
try {
  process.exitCode = await serve()
} finally {
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
}

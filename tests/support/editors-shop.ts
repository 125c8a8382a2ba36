import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { runCommand } from './run-command.ts'
import { compiledCode, writeSmallDemo } from './small-demo.ts'
import { unlimitedOrders } from './unlimited-orders.ts'

const root = path.resolve(import.meta.dirname, '../..')
const entry = process.env['SHOP_TEST_ENTRY'] ?? 'dist/server/entry.mjs'

const seededFile = 'SHOP_TEST_SEEDED_FILE'

export type EditorsShop = {
  origin: string
  dataFolder: string
  /** Where staff work: passkeys need a name instead of an address. */
  consoleOrigin: string
  /** `npm run shop -- staff …`, with its JSON output. */
  staff: (...args: readonly string[]) => Promise<unknown>
  /** `npm run shop -- content …`, while the shop runs; with `input` as its standard input, in a process of its own. */
  content: (args: readonly string[], input?: string) => Promise<string>
  /** `npm run shop -- settings …`, with its output. */
  settings: (...args: readonly string[]) => Promise<string>
  /** `npm run shop -- order …`, with its JSON output. */
  order: (...args: readonly string[]) => Promise<unknown>
  stop: () => Promise<void>
}

/** The built shop with a small demo and a separate data folder, for tests that edit or break it. */
export async function startEditorsShop(
  variables: Record<string, string> = {},
  database: () => Promise<string> = seededDatabase,
): Promise<EditorsShop> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'delverk-editors-'))
  copyFileSync(await database(), path.join(dataFolder, 'shop.db'))
  const { DATABASE_URL: _unused, ...inherited } = process.env
  const port = String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const consoleOrigin = `http://localhost:${port}`
  const env = {
    // Most tests need one process alone, and two would take the cores of other tests.
    WORKERS: '1',
    NODE_COMPILE_CACHE: compiledCode,
    ...inherited,
    HOST: '127.0.0.1',
    PORT: port,
    ORIGIN: origin,
    CONSOLE_ORIGIN: consoleOrigin,
    SHOP_DATA: dataFolder,
    LOG_LEVEL: 'fatal',
    ...unlimitedOrders,
    ...variables,
  }
  const shop = spawn(process.execPath, [entry], { cwd: root, env, stdio: 'ignore' })
  await untilHealthy(origin, shop)
  const command = (...args: readonly string[]) => runCommand(env, args)
  // A process that ends without stopping its shop takes it along.
  const takeAlong = () => {
    shop.kill('SIGKILL')
    rmSync(dataFolder, { recursive: true, force: true })
  }
  process.once('exit', takeAlong)
  const stop = async () => {
    process.off('exit', takeAlong)
    await end(shop)
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
  const withJson =
    (name: string) =>
    async (...args: readonly string[]): Promise<unknown> =>
      JSON.parse(await command(name, ...args, '--json'))
  const content = (args: readonly string[], input?: string) =>
    input === undefined ? command('content', ...args) : runWithInput(env, ['content', ...args], input)
  const settings = (...args: readonly string[]) => command('settings', ...args)
  const [order, staff] = [withJson('order'), withJson('staff')]
  return { origin, consoleOrigin, dataFolder, content, settings, order, staff, stop }
}

let seeded: Promise<string> | undefined

/** The database file that every shop starts from, created once for a run of browser tests, else once for a process. */
export function seededDatabase(): Promise<string> {
  const ofThisRun = process.env[seededFile]
  seeded ??= ofThisRun ? Promise.resolve(ofThisRun) : makeSeeded()
  return seeded
}

/** Makes the database file of a run of browser tests, whose worker processes inherit its name. */
export default async function seedForAll(): Promise<void> {
  process.env[seededFile] = await makeSeeded()
}

async function makeSeeded(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'delverk-seed-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const sqliteFile = path.join(folder, 'shop.db')
  await writeSmallDemo(sqliteFile)
  return sqliteFile
}

let hasEndedOne = false

/**
 * Only the first shop of this process ends by itself, after which Node has kept its compiled code; that takes a shop a
 * tenth of a second, and no test looks at it.
 */
async function end(shop: ChildProcess): Promise<void> {
  const signal = hasEndedOne ? 'SIGKILL' : 'SIGTERM'
  hasEndedOne = true
  if (shop.exitCode === null && shop.kill(signal)) await once(shop, 'exit')
}

async function untilHealthy(origin: string, shop: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (shop.exitCode !== null) throw new Error('The shop stopped before it answered.')
    if (
      await fetch(`${origin}/healthz`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error('The shop did not answer within 20 seconds.')
}

function runWithInput(env: NodeJS.ProcessEnv, args: readonly string[], input: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = execFile(
    process.execPath,
    ['src/tools/shop.ts', ...args],
    { cwd: root, env },
    (error, stdout, stderr) => (error ? reject(new Error(stderr || error.message)) : resolve(stdout)),
  )
  child.stdin?.end(input)
  return promise
}

/**
 * Runs one temporary PostgreSQL server for the process that forked this one, and removes all its files when that
 * process disconnects, however it ended: normally, by Ctrl-C, or killed. Started by `startPostgres`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { memoryFolder } from './memory-folder.ts'
import { type Binaries, findBinaries, type RunAs, unprivilegedUser } from './postgres-binaries.ts'

const durable = process.argv.includes('--durable')
// Copying a template database takes 20 ms in memory and 450 ms on a slow disk.
const parentFolder = (durable ? undefined : memoryFolder()) ?? tmpdir()
const folder = mkdtempSync(path.join(parentFolder, 'delverk-postgres-'))
const dataFolder = path.join(folder, 'data')
let server: ChildProcess | undefined
let log = ''

function run(file: string, args: string[], runAs: RunAs): ChildProcess {
  // Detached, so that Ctrl-C in the terminal does not stop the database while tests are still ending.
  const child = spawn(file, args, {
    ...runAs,
    cwd: folder,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      log = (log + chunk).slice(-4000)
    })
  return child
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve))

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}

/** The built-in provider sorts and folds case identically on every machine, without system locales. */
async function createCluster(binaries: Binaries, runAs: RunAs): Promise<void> {
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  const args = [
    `--pgdata=${dataFolder}`,
    '--username=postgres',
    '--auth=trust',
    '--no-sync',
    '--no-instructions',
    ...locale,
  ]
  if ((await ended(run(binaries.initdb, args, runAs))) !== 0) throw new Error(`initdb failed:\n${log}`)
}

function settings(port: number): string[] {
  const chosen = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'max_connections=200',
    'shared_buffers=128MB',
    'dynamic_shared_memory_type=mmap',
  ]
  const careless = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'autovacuum=off',
  ]
  return [...chosen, ...(durable ? [] : careless)].flatMap((setting) => ['-c', setting])
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  return client
    .connect()
    .then(() => client.end())
    .then(
      () => true,
      () => false,
    )
}

async function start(): Promise<string> {
  const runAs = unprivilegedUser()
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(folder, runAs.uid, runAs.gid)
  const binaries = await findBinaries(folder, runAs)
  await createCluster(binaries, runAs)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  server = run(binaries.postgres, ['-D', dataFolder, ...settings(port)], runAs)
  const deadline = Date.now() + 30_000
  while (!(await answers(url))) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${log}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return url
}

/** Waits for the start first: a server stopped during start leaves its shared memory behind. */
async function stop(): Promise<never> {
  await starting.catch(() => undefined)
  if (server?.pid !== undefined && server.exitCode === null) {
    const gone = ended(server)
    server.kill('SIGQUIT')
    await gone
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(0)
}

process.on('SIGINT', () => undefined)
process.on('SIGTERM', stop)
process.on('disconnect', stop)
const starting = start()
starting.then(
  (url) => process.connected && process.send?.({ url }),
  (error: Error) => process.connected && process.send?.({ error: error.message }),
)

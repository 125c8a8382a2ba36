import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { endWithBench, whenBenchEnds } from '../../bench/own-processes.ts'
import { freePort } from '../../support/free-port.ts'
import { type Binaries, findBinaries, type RunAs, unprivilegedUser } from '../../support/postgres-binaries.ts'

const startsWithinMs = 30_000
/** Of little size, so that a small disk holds it: segments of the log have 1 MB. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'shared_buffers=64MB',
  'dynamic_shared_memory_type=mmap',
  'min_wal_size=2MB',
  'max_wal_size=16MB',
]

/** A PostgreSQL server of a campaign, with durable writes, which may be stopped, killed, copied and promoted. */
export class PostgresNode {
  readonly folder: string
  readonly port: number
  readonly #binaries: Binaries
  readonly #extra: readonly string[]
  #server: ChildProcess | undefined
  #log = ''

  private constructor(folder: string, port: number, binaries: Binaries, extra: readonly string[]) {
    this.folder = folder
    this.port = port
    this.#binaries = binaries
    this.#extra = extra
  }

  /** Makes an empty server in this folder, which belongs to `PostgresNode.user`, and starts it. */
  static async create(folder: string, extra: readonly string[] = []): Promise<PostgresNode> {
    const node = new PostgresNode(folder, await freePort(), await runnableBinaries(), extra)
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
    const sizes = ['--wal-segsize=1', '--no-instructions']
    const made = node.#run(node.#binaries.initdb, [
      `--pgdata=${folder}`,
      '--username=postgres',
      '--auth=trust',
      ...sizes,
      ...locale,
    ])
    if ((await once(made, 'exit'))[0] !== 0) throw new Error(`initdb failed: ${node.#log}`)
    appendFileSync(path.join(folder, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 trust\n')
    await node.start()
    return node
  }

  /** The user that runs the servers. */
  static get user(): RunAs {
    return unprivilegedUser()
  }

  /** A folder for a server, on the disk of temporary files; removed at the end. */
  static newFolder(): string {
    const home = mkdtempSync(path.join(tmpdir(), 'delverk-node-'))
    whenBenchEnds(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
    giveTo(home)
    return path.join(home, 'data')
  }

  /** A second server that follows this one, made of an online copy of its files. */
  async newStandby(): Promise<PostgresNode> {
    const folder = PostgresNode.newFolder()
    await withAdmin(this.url(), async (admin) => {
      await admin.query("select pg_backup_start('standby', fast => true)")
      cpSync(this.folder, folder, {
        recursive: true,
        filter: (source) => !/postmaster\.(?:pid|opts)$/.test(source),
      })
      const { rows } = await admin.query('select labelfile from pg_backup_stop(false)')
      writeFileSync(path.join(folder, 'backup_label'), String(rows[0]?.labelfile))
    })
    writeFileSync(path.join(folder, 'standby.signal'), '')
    const own = path.join(folder, 'postgresql.auto.conf')
    appendFileSync(
      own,
      `primary_conninfo = 'host=127.0.0.1 port=${this.port} user=postgres application_name=standby'\n`,
    )
    giveAllTo(folder)
    const standby = new PostgresNode(folder, await freePort(), this.#binaries, [])
    await standby.start()
    return standby
  }

  /** From now on a commit is acknowledged when the standby of this name has it on its disk. */
  async commitOn(standby: string): Promise<void> {
    await withAdmin(this.url(), async (admin) => {
      await admin.query(`alter system set synchronous_standby_names = '${standby}'`)
      await admin.query('select pg_reload_conf()')
    })
  }

  /** Makes a standby take writes. */
  promote(): Promise<void> {
    return withAdmin(this.url(), async (admin) => {
      await admin.query('select pg_promote(true, 30)')
    })
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`
  }

  get isRunning(): boolean {
    return this.#server !== undefined && this.#server.exitCode === null && this.#server.signalCode === null
  }

  get log(): string {
    return this.#log
  }

  /** Resolves when it answers; throws when it ends first. */
  async start(): Promise<void> {
    const args = [...settings, `port=${this.port}`, ...this.#extra].flatMap((setting) => ['-c', setting])
    this.#server = this.#run(this.#binaries.postgres, ['-D', this.folder, ...args])
    endWithBench(this.#server, 'SIGQUIT')
    for (const deadline = performance.now() + startsWithinMs; ; await sleep(25)) {
      if (await withAdmin(this.url(), async () => true).catch(() => false)) return
      if (!this.isRunning || performance.now() > deadline) throw new Error(`PostgreSQL did not start: ${this.#log}`)
    }
  }

  /** SIGINT ends it as a restart does, SIGKILL like a power failure. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    const server = this.#server
    if (server === undefined || !this.isRunning) return
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop('SIGQUIT')
  }

  #run(file: string, args: string[]): ChildProcess {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
    const child = spawn(file, args, { ...PostgresNode.user, cwd: path.dirname(this.folder), stdio })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#log = (this.#log + text).slice(-8000)
      })
    return child
  }
}

/** Runs work as the superuser of a server. */
async function withAdmin<Result>(url: string, work: (admin: Client) => Promise<Result>): Promise<Result> {
  const admin = new Client({ connectionString: url })
  admin.on('error', () => undefined)
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end().catch(() => undefined)
  }
}

let found: Promise<Binaries> | undefined

/** The programs, copied where the user that runs the servers may read them. */
function runnableBinaries(): Promise<Binaries> {
  found ??= (async () => {
    const scratch = mkdtempSync(path.join(tmpdir(), 'delverk-binaries-'))
    whenBenchEnds(() => rmSync(scratch, { recursive: true, force: true }))
    chmodSync(scratch, 0o755)
    return findBinaries(scratch, PostgresNode.user)
  })()
  return found
}

function giveTo(folder: string): void {
  const { uid, gid } = PostgresNode.user
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}

function giveAllTo(folder: string): void {
  const { uid, gid } = PostgresNode.user
  if (uid === undefined || gid === undefined) return
  if (spawnSync('chown', ['-R', `${uid}:${gid}`, folder]).status !== 0)
    throw new Error(`The files of ${folder} could not be given to the user of PostgreSQL.`)
}

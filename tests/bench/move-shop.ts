/**
 * Times the move of a shop from SQLite to PostgreSQL, and a backup and its restore on both, step by step: seconds, and
 * the processor time of this process and of the database's. `npm run bench -- million --engine sqlite --keep` makes a
 * shop of 1,000,000 products; then `node tests/bench/move-shop.ts [FOLDER]` copies and moves it. The server is that of
 * BENCH_POSTGRES_URL, whose database has to be empty, or a temporary one with fsync.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { makeBackup } from '../../src/server/backup/make-backup.ts'
import { moveToPostgres } from '../../src/server/backup/move/move-to-postgres.ts'
import { restoreBackup } from '../../src/server/backup/restore/restore-backup.ts'
import { parseEnv, type Env } from '../../src/server/platform/env.ts'
import { startPostgres } from '../support/postgres.ts'
import { describeSetting } from './machine.ts'
import { postgresProcessor } from './postgres-processor.ts'
import { printSetting } from './report.ts'
import { shopVariables } from './shop-process.ts'
import { benchFolder } from './workspace.ts'

/** Prints what each step took when the next one begins. */
class Steps {
  readonly #server: () => number
  #name = ''
  #begun = { at: 0, own: 0, server: 0 }

  constructor(server: () => number) {
    this.#server = server
  }

  begin(name: string): void {
    if (name === this.#name) return
    this.end()
    this.#name = name
    this.#begun = this.#now()
  }

  end(): void {
    const [now, then] = [this.#now(), this.#begun]
    if (this.#name === '') return
    const [seconds, own, server] = [now.at - then.at, now.own - then.own, now.server - then.server]
    const text = [seconds, own, server].map((each) => each.toFixed(1).padStart(9)).join('')
    console.log(`${this.#name.padEnd(40)}${text}`)
    this.#name = ''
  }

  #now() {
    const { user, system } = process.cpuUsage()
    return { at: performance.now() / 1_000, own: (user + system) / 1e6, server: this.#server() / 1_000 }
  }
}

type Place = { env: Env; name: string; steps: Steps }

async function drill({ env, name, steps }: Place, restored: Env): Promise<void> {
  steps.begin(`${name}: backup`)
  const { file } = await makeBackup(env, new Date())
  steps.begin(`${name}: restore, with the check before it`)
  await restoreBackup(file, restored, { key: undefined, mayReplace: false, now: new Date() })
  steps.end()
  console.log(`${''.padEnd(40)}backup of ${(statSync(file).size / 1e6).toFixed(0)} MB`)
}

async function withDatabaseBeside<Result>(url: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const name = 'delverk_drill'
  const asAdmin = async (text: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await asAdmin(`create database ${name}`)
  const beside = new URL(url)
  beside.pathname = `/${name}`
  try {
    return await work(beside.href)
  } finally {
    await asAdmin(`drop database ${name} with (force)`)
  }
}

async function measure(folder: string, url: string): Promise<void> {
  const work = mkdtempSync(path.join(benchFolder, 'move-'))
  const at = (name: string, databaseUrl?: string): Env => {
    mkdirSync(path.join(work, name), { recursive: true })
    const data = { folder: path.join(work, name), ...(databaseUrl === undefined ? {} : { databaseUrl }) }
    return parseEnv(shopVariables(data))
  }
  try {
    copyFileSync(path.join(folder, 'shop.db'), path.join(at('shop').SHOP_DATA, 'shop.db'))
    const steps = new Steps(await postgresProcessor(url))
    printSetting(describeSetting(), `this process and PostgreSQL, the shop of ${folder}`)
    console.log(`${''.padEnd(40)}  seconds processor  of the database`)
    await drill({ env: at('shop'), name: 'SQLite', steps }, at('restored'))
    const begun = performance.now()
    const moved = await moveToPostgres(at('shop', url), new Date(), ({ step, name }) => {
      const isLarge = step === 'copies' || step === 'compares'
      steps.begin(`move ${step}${isLarge && large.has(name) ? ` ${name}` : ''}`)
    })
    steps.end()
    console.log(
      `moved ${moved.rows} rows of ${moved.tables} tables in ${((performance.now() - begun) / 1_000).toFixed(1)} s`,
    )
    await withDatabaseBeside(url, (beside) =>
      drill({ env: at('shop', url), name: 'PostgreSQL', steps }, at('restored-too', beside)),
    )
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Tables that are told apart in the list of steps. */
const large = new Set(['products', 'product_texts', 'prices', 'product_attributes', 'stock'])
const folder = process.argv[2] ?? path.join(benchFolder, 'delverk_million')
if (!existsSync(path.join(folder, 'shop.db'))) throw new Error(`There is no shop in ${folder}.`)
const given = process.env['BENCH_POSTGRES_URL']
const server = given === undefined ? await startPostgres({ durable: true }) : undefined
await measure(folder, given ?? server?.url ?? '').finally(() => server?.stop())

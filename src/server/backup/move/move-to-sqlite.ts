import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareForBulk, slices } from '../../platform/db/bulk.ts'
import { connect } from '../../platform/db/connect.ts'
import { databaseName } from '../../platform/db/database-location.ts'
import { migrate } from '../../platform/db/migrate.ts'
import type { Env } from '../../platform/env.ts'
import { indexProducts, optimizeInSteps } from '../../search/index-products.ts'
import { BackupError } from '../backup-error.ts'
import { checkSqlite, lookAtPostgres, lookAtSqlite } from '../restore/restore-target-queries.ts'
import { endLog } from '../snapshot/sqlite-snapshot-queries.ts'
import { EmbeddedTarget } from './embedded-target-queries.ts'
import type { Moved, ShowStep } from './move-progress.ts'
import { PostgresSource } from './postgres-source-queries.ts'
import { refuseSchema } from './refuse-schema.ts'

const searchTable = 'search_documents'
const productsAtOnce = 2_000

type MoveEnv = Pick<Env, 'SHOP_DATA' | 'DATABASE_URL'>

/**
 * Moves the shop of DATABASE_URL into the embedded database of SHOP_DATA, which must be empty, and leaves PostgreSQL as
 * it is. The file is put together beside, and every table is compared before the shop appears. Throws BackupError.
 */
export async function moveToSqlite(env: MoveEnv, show: ShowStep): Promise<Moved> {
  const started = performance.now()
  const file = join(env.SHOP_DATA, 'shop.db')
  if (env.DATABASE_URL === undefined)
    throw new BackupError('Set DATABASE_URL to the database of PostgreSQL that the shop is moved from.')
  if ((await lookAtPostgres(env.DATABASE_URL)).isInUse)
    throw new BackupError(`${databaseName(env)} is in use: stop the shop, and every command, before it is moved.`)
  const { isFilled, isInUse } = lookAtSqlite(file)
  if (isFilled || isInUse)
    throw new BackupError(`${file} is not empty, or in use: a shop is moved into an empty data folder alone.`)
  const stage = join(env.SHOP_DATA, '.moving')
  await rm(stage, { recursive: true, force: true })
  await mkdir(stage, { recursive: true, mode: 0o700 })
  const source = await PostgresSource.open(env.DATABASE_URL)
  try {
    const staged = join(stage, 'shop.db')
    refuseSchema(await source.schema())
    const moved = await moveRows(source, staged, show)
    const searchable = await indexAll(source, staged, show)
    checkSqlite(staged)
    endLog(staged)
    for (const end of ['-wal', '-shm']) if (existsSync(file + end)) await rm(file + end)
    await rename(staged, file)
    const kept = [`The tables in ${databaseName(env)} stay as they are: start no shop with them any more.`]
    return { ...moved, searchable, isContinued: false, kept, seconds: (performance.now() - started) / 1000 }
  } finally {
    await source.close()
    await rm(stage, { recursive: true, force: true })
  }
}

async function moveRows(source: PostgresSource, staged: string, show: ShowStep) {
  const open = connect({ sqliteFile: staged })
  await migrate(open).finally(() => open.db.destroy())
  using target = new EmbeddedTarget(staged)
  const tables = target.tables().filter((table) => table !== searchTable)
  let rows = 0
  for (const table of tables) {
    const [columns, all] = [target.columns(table), await source.count(table)]
    show({ step: 'copies', name: table, done: 0, all })
    const sum = await target.write(table, columns, source.lines(table, columns))
    const found = target.sum(table, columns)
    if (found !== sum || Number.parseInt(sum, 10) !== all)
      throw new BackupError(`${table} is not the same in both databases (${sum}, ${found}); run it again.`)
    rows += Number.parseInt(sum, 10)
  }
  for (const { table, last } of await source.counters()) target.setCounter(table, last)
  return { tables: tables.length, rows }
}

async function indexAll(source: PostgresSource, staged: string, show: ShowStep): Promise<number> {
  const numbers = await source.searchNumbers()
  const { db, kind } = connect({ sqliteFile: staged })
  try {
    await prepareForBulk(db, kind)
    for (const [at, ids] of slices([...numbers.keys()], productsAtOnce).entries()) {
      show({ step: 'search', name: '', done: at * productsAtOnce, all: numbers.size })
      await db.transaction().execute((trx) => indexProducts(trx, kind, ids, numbers))
    }
    await optimizeInSteps((step) => db.transaction().execute(step), kind)
  } finally {
    await db.destroy()
  }
  return numbers.size
}

import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { slices } from '../../platform/db/bulk.ts'
import { connect } from '../../platform/db/connect.ts'
import { databaseName } from '../../platform/db/database-location.ts'
import { stagingSchemas } from '../../platform/db/prepare-database.ts'
import type { Env } from '../../platform/env.ts'
import { indexProducts } from '../../search/index-products.ts'
import { BackupError } from '../backup-error.ts'
import { lookAtPostgres } from '../restore/restore-target-queries.ts'
import { StagedSchema } from '../restore/staged-schema-queries.ts'
import { RowSum } from './copy-text.ts'
import { EmbeddedSource, type MovedColumn } from './embedded-source-queries.ts'
import { type Moved, withProgress, type ShowStep } from './move-progress.ts'
import { MoveTarget } from './move-target-queries.ts'
import { refuseSchema } from './refuse-schema.ts'

const staging = stagingSchemas.move
/** Made anew from the products, because each database searches in its own way. */
const searchTable = 'search_documents'
const productsAtOnce = 2_000

type MoveEnv = Pick<Env, 'SHOP_DATA' | 'DATABASE_URL'>

/**
 * Moves the shop of SHOP_DATA into the empty database of DATABASE_URL, and puts the embedded database aside. Rows are
 * written beside what is there, and every table is compared before the shop appears. One that was killed goes on where
 * it was, or begins anew when its source has changed. Throws BackupError.
 */
export async function moveToPostgres(env: MoveEnv, now: Date, show: ShowStep): Promise<Moved> {
  const started = performance.now()
  const file = join(env.SHOP_DATA, 'shop.db')
  if (env.DATABASE_URL === undefined)
    throw new BackupError('Set DATABASE_URL to the empty database of PostgreSQL that the shop is moved to.')
  if (!existsSync(file)) throw new BackupError(`There is no database ${file} to move (SHOP_DATA says where it is).`)
  await refuseTarget(env.DATABASE_URL, databaseName(env))
  let moved: Omit<Moved, 'kept' | 'seconds'>
  const kept: string[] = []
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-')
  {
    using source = EmbeddedSource.open(file)
    refuseSchema(source.schema())
    const schema = await StagedSchema.open(env.DATABASE_URL, staging)
    try {
      const target = new MoveTarget(schema)
      moved = await moveTables(source, target, { url: env.DATABASE_URL, show })
      const keptSchema = `before_move_${stamp.replaceAll('-', '_').toLowerCase()}`
      if (await schema.takePlace(keptSchema))
        kept.push(`The empty tables that were here are in the schema ${keptSchema}.`)
      await target.forgetNotes()
    } finally {
      await schema.close()
    }
  }
  const aside = join(env.SHOP_DATA, `moved-to-postgresql-${stamp}.db`)
  await rename(file, aside)
  kept.push(`The embedded database is kept as ${aside}.`)
  return { ...moved, kept, seconds: (performance.now() - started) / 1000 }
}

async function refuseTarget(url: string, name: string): Promise<void> {
  const { isFilled, isInUse } = await lookAtPostgres(url)
  if (isFilled) throw new BackupError(`${name} is not empty: a shop is moved into an empty database alone.`)
  if (isInUse) throw new BackupError(`${name} is in use: end what is connected to it first.`)
}

type Moving = { url: string; show: ShowStep }

async function moveTables(source: EmbeddedSource, target: MoveTarget, { url, show }: Moving) {
  let { isGoingOn } = await target.begin(source.schema())
  let columns = await target.columns()
  const tables = source.tables().filter((table) => table !== searchTable)
  const missing = tables.find((table) => !columns.has(table))
  if (missing !== undefined)
    throw new BackupError(`PostgreSQL has no table ${missing}: that is an error of the program.`)
  if (isGoingOn && hasChanged(source, await target.moved(), columns)) {
    ;({ isGoingOn } = await target.begin(source.schema(), { isAnew: true }))
    columns = await target.columns()
  }
  const sums = await copyTables(source, target, { tables, columns, show })
  for (const [at, table] of tables.entries()) {
    show({ step: 'compares', name: table, done: at, all: tables.length })
    const found = await target.sum(table, columns.get(table) ?? [])
    if (found !== sums.get(table))
      throw new BackupError(`${table} is not the same in both databases (${sums.get(table)}, ${found}); run it again.`)
  }
  await target.setCounters(source.counters())
  const searchable = await finish(source, target, { url, show })
  const rows = [...sums.values()].reduce((sum, each) => sum + Number.parseInt(each, 10), 0)
  return { tables: tables.length, rows, searchable, isContinued: isGoingOn }
}

type Columns = ReadonlyMap<string, MovedColumn[]>

/** Tells whether a table that an earlier move has copied is different now. */
function hasChanged(source: EmbeddedSource, moved: ReadonlyMap<string, string>, columns: Columns): boolean {
  return [...moved].some(([table, sum]) => sumOf(source.lines(table, columns.get(table) ?? [])) !== sum)
}

/** Copies the tables that are not there yet; returns the sums of all. */
async function copyTables(
  source: EmbeddedSource,
  target: MoveTarget,
  { tables, columns, show }: { tables: string[]; columns: Columns; show: ShowStep },
): Promise<Map<string, string>> {
  const sums = await target.moved()
  for (const table of tables.filter((each) => !sums.has(each))) {
    const [named, all] = [columns.get(table) ?? [], source.count(table)]
    const showRows = (done: number): void => show({ step: 'copies', name: table, done, all })
    showRows(0)
    sums.set(table, await target.write(table, named, withProgress(source.lines(table, named), showRows)))
  }
  return sums
}

function sumOf(lines: Iterable<string>): string {
  const sum = new RowSum()
  for (const line of lines) sum.add(line)
  return sum.text
}

/** Makes indexes, references and what the search reads; returns how many products the search finds. */
async function finish(source: EmbeddedSource, target: MoveTarget, { url, show }: Moving): Promise<number> {
  const later = await target.later()
  const [ofSearch, others] = [later.filter((each) => each.isOfSearch), later.filter((each) => !each.isOfSearch)]
  for (const [at, each] of others.entries()) {
    show({ step: 'indexes', name: '', done: at, all: later.length })
    await target.carryOut(each)
  }
  await target.schema.analyze()
  await indexAll(source, target, { url, show })
  for (const each of ofSearch) await target.carryOut(each)
  await target.schema.analyze([searchTable])
  return (await target.indexed()).size
}

async function indexAll(source: EmbeddedSource, target: MoveTarget, { url, show }: Moving): Promise<void> {
  const numbers = source.searchNumbers()
  const done = await target.indexed()
  const ids = [...numbers.keys()].filter((id) => !done.has(id))
  const { db, kind } = connect({ postgresUrl: url, poolSize: 1, schema: staging })
  try {
    for (const [at, some] of slices(ids, productsAtOnce).entries()) {
      show({ step: 'search', name: '', done: done.size + at * productsAtOnce, all: numbers.size })
      await db.transaction().execute((trx) => indexProducts(trx, kind, some, numbers))
    }
  } finally {
    await db.destroy()
  }
}

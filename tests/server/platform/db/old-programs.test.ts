import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { connect, postgresPool } from '../../../../src/server/platform/db/connect.ts'
import { migrate, missingMigrations } from '../../../../src/server/platform/db/migrate.ts'
import { freshDatabase } from '../../../support/test-database.ts'
import { inOneSchema } from './one-schema.ts'
import { schemaOf, type Column, type Schema } from './schema-of.ts'

const gone = (...names: string[]): string[] => names.map((name) => `${name} is gone`)

/**
 * What a program of the version before could not bear: nodes of two versions run side by side during a rolling restart
 * (docs/operations/upgrade.md). A migration that removes what no program of the version before reads any more is
 * named here, with what it removes.
 */
const removedSince: Readonly<Record<string, readonly string[]>> = {
  '0006-accounts': gone('orders.guest_token_hash'),
  '0028-lists-in-memory': gone(
    'category_currencies',
    'category_facets',
    'category_products.popularity',
    'category_products.published_at',
    'category_products.unpriced',
    'category_products.sort_price',
    'category_products.name_en',
    'category_products.name_sv',
    'category_sort_prices',
  ),
  '0039-delivery-settings': gone(
    'delivery_areas',
    'delivery_bands',
    'delivery_method_countries',
    'delivery_method_texts',
    'delivery_methods',
  ),
}

/** What a program that knows only the schema before would miss, or could not write any more. */
function broken(before: Schema, after: Schema): string[] {
  return [...before].flatMap(([table, columns]) => {
    const now = after.get(table)
    if (!now) return [`${table} is gone`]
    return [
      ...[...columns].flatMap(([name, column]) => brokenColumn(`${table}.${name}`, column, now.get(name))),
      ...[...now].flatMap(([name, { isNullable, hasDefault }]) =>
        columns.has(name) || isNullable || hasDefault ? [] : [`${table}.${name} is new and must be written`],
      ),
    ]
  })
}

function brokenColumn(name: string, before: Column, after: Column | undefined): string[] {
  if (!after) return [`${name} is gone`]
  if (after.type !== before.type) return [`${name} was ${before.type} and is ${after.type}`]
  const mustBeWritten = !after.isNullable && !after.hasDefault && (before.isNullable || before.hasDefault)
  return mustBeWritten ? [`${name} must be written`] : []
}

/** An empty database: a file, or a schema of its own. */
async function emptyDatabase() {
  const base = await freshDatabase()
  if (!('postgresUrl' in base.location)) {
    const sqliteFile = path.join(mkdtempSync(path.join(inject('runFolder'), 'empty-')), 'shop.db')
    return { ...connect({ sqliteFile }), base, schema: undefined }
  }
  await sql`create schema steps`.execute(base.db)
  const pool = postgresPool({ ...base.location, poolSize: 2, schema: 'steps' })
  return { db: inOneSchema(pool, 'steps'), kind: base.kind, base, schema: 'steps' }
}

test('every migration leaves what the program before it reads and writes', async () => {
  const { base, schema, ...open } = await emptyDatabase()
  await using _ = base
  const names = missingMigrations([]).toSorted()
  expect(names.length).toBeGreaterThan(60)
  const found: Record<string, string[]> = {}
  let before: Schema = new Map()
  for (const [at, name] of names.entries()) {
    await migrate(open, { only: names.slice(0, at + 1), ...(schema !== undefined && { tableSchema: schema }) })
    const after = await schemaOf(open, schema)
    const faults = broken(before, after)
    if (faults.length > 0) found[name] = faults
    before = after
  }
  expect(before.size).toBeGreaterThan(80)
  expect(found).toEqual(removedSince)
  await open.db.destroy()
})

test('a migration that came after one with a higher number is applied to a database that has that one', async () => {
  const { base, schema, ...open } = await emptyDatabase()
  await using _ = base
  const inSchema = schema !== undefined && { tableSchema: schema }
  const names = missingMigrations([])
  const late = names.filter((name) => /^01(?:34|39|40|42)-/.test(name))
  expect(late).toHaveLength(4)
  await migrate(open, { only: names.filter((name) => !late.includes(name)), ...inSchema })
  expect(await migrate(open, { ...inSchema })).toEqual(late)
  const [mended, fresh] = [await schemaOf(open, schema), await schemaOf(base)]
  expect([...mended].filter(([table]) => fresh.has(table)).toSorted()).toEqual([...fresh].toSorted())
  await open.db.destroy()
})

test('a column that goes, changes its type or must suddenly be written is noticed', async () => {
  await using base = await freshDatabase()
  const before = await schemaOf(base)
  const numbers = sql.raw(base.kind === 'sqlite' ? 'integer' : 'bigint')
  await sql`create table planted (kept text, gone text, renamed text)`.execute(base.db)
  const planted = await schemaOf(base)
  expect(broken(before, planted)).toEqual([])
  await sql`drop table planted`.execute(base.db)
  expect(broken(planted, await schemaOf(base))).toEqual(['planted is gone'])
  const columns = sql`kept ${numbers}, other text, needed text not null, later text not null default ''`
  await sql`create table planted (${columns})`.execute(base.db)
  expect(broken(planted, await schemaOf(base))).toEqual([
    expect.stringMatching(/^planted\.kept was text and is (integer|int8)$/),
    'planted.gone is gone',
    'planted.renamed is gone',
    'planted.needed is new and must be written',
  ])
})

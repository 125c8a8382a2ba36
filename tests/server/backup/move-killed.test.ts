import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { moveToPostgres } from '../../../src/server/backup/move/move-to-postgres.ts'
import { connect } from '../../../src/server/platform/db/connect.ts'
import { databaseLocation } from '../../../src/server/platform/db/database-location.ts'
import { prepareDatabase } from '../../../src/server/platform/db/prepare-database.ts'
import { someOf } from '../../support/cases.ts'
import {
  at,
  documentsOf,
  embeddedSource,
  needPostgres,
  quiet,
  settings,
  somebody,
  type Source,
  within,
} from './moving-shop.ts'

needPostgres()

/** Moves in a process that kills itself; returns the signal that ended it. */
async function killedMove({ place: { env } }: Source, where: string): Promise<string | null> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = fork(new URL('./move-and-die.ts', import.meta.url), [where], {
    env: { ...settings, PATH, NODE_COMPILE_CACHE, SHOP_DATA: env.SHOP_DATA, DATABASE_URL: env.DATABASE_URL },
    execArgv: [],
  })
  const [, signal] = await once(child, 'exit')
  return signal
}

test('a move to PostgreSQL that is killed again and again goes on, and a changed shop begins anew', async () => {
  const source = await embeddedSource('fixture')
  const documents = await documentsOf(source.env)
  for (const where of someOf(['copies products', 'compares products', 'indexes', 'search'], 0.5))
    expect(await killedMove(source, where)).toBe('SIGKILL')
  const opened = connect(databaseLocation(source.place.env))
  await expect(prepareDatabase(opened)).rejects.toThrow(/A move of a shop into this database was not ended: run /)
  await opened.db.destroy()
  await within(source.env, (db) => db.insertInto('staff').values(somebody).execute())
  expect(await killedMove(source, 'search')).toBe('SIGKILL')
  await expect
    .poll(() => moveToPostgres(source.place.env, new Date(at), quiet).catch((error: Error) => error.message))
    .toMatchObject({ isContinued: true, searchable: documents.length })
  expect(await documentsOf(source.place.env)).toEqual(documents)
  expect(await within(source.place.env, (db) => db.selectFrom('staff').select('id').execute())).toEqual([{ id: 's' }])
  const kept = readdirSync(source.env.SHOP_DATA).find((name) => name.startsWith('moved-to-postgresql')) ?? ''
  expect(statSync(path.join(source.env.SHOP_DATA, kept)).mode & 0o777).toBe(0o600)
  const schemas = await within(source.place.env, (db) =>
    sql<{ name: string }>`select nspname as name from pg_namespace where nspname like 'shop_moving%'`.execute(db),
  )
  expect(schemas.rows).toEqual([])
  await source.drop()
})

test('a value that PostgreSQL cannot store is named, and nothing is moved', async () => {
  const source = await embeddedSource('empty')
  await within(source.env, (db) => sql`insert into search_vocabulary (word) values ('a' || char(0) || 'b')`.execute(db))
  await expect(moveToPostgres(source.place.env, new Date(at), quiet)).rejects.toThrow(
    /search_vocabulary\.word has a text with the character U\+0000/,
  )
  await within(source.env, async (db) => {
    await sql`delete from search_vocabulary`.execute(db)
    await db.insertInto('staff').values(somebody).execute()
    await sql`update staff set version = 'many'`.execute(db)
  })
  await expect(moveToPostgres(source.place.env, new Date(at), quiet)).rejects.toThrow(/staff\.version has a string/)
  await within(source.env, (db) => sql`update staff set version = 2147483648`.execute(db))
  await expect(moveToPostgres(source.place.env, new Date(at), quiet)).rejects.toThrow(/staff.*out of range/s)
  expect(readdirSync(source.env.SHOP_DATA)).toContain('shop.db')
  const place = await within(source.place.env, (db) =>
    sql<{
      name: string
    }>`select relname as name from pg_class where relnamespace = current_schema()::regnamespace`.execute(db),
  )
  expect(place.rows).toEqual([])
  await source.drop()
})

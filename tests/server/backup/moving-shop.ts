import { beforeAll, afterAll, inject } from 'vitest'
import { type Moved } from '../../../src/server/backup/move/move-progress.ts'
import { moveToPostgres } from '../../../src/server/backup/move/move-to-postgres.ts'
import { moveToSqlite } from '../../../src/server/backup/move/move-to-sqlite.ts'
import { connect } from '../../../src/server/platform/db/connect.ts'
import { databaseLocation } from '../../../src/server/platform/db/database-location.ts'
import type { Database } from '../../../src/server/platform/db/tables.ts'
import { parseEnv, type Env } from '../../../src/server/platform/env.ts'
import { type PostgresServer, startPostgres } from '../../support/postgres.ts'
import { copySqlite } from '../../support/sqlite-database.ts'
import { copyDatabase } from '../../support/test-database.ts'
import { emptyPlace, type Place } from './empty-place.ts'

/** Shops are moved from the database of the vitest project to the other one. */
export const isToPostgres = inject('engine') === 'sqlite'
const prefix = 'delverk_move_'
let own: PostgresServer | undefined

/** Gives a test file a server of PostgreSQL where the run has none. */
export function needPostgres(): void {
  beforeAll(async () => {
    if (isToPostgres) own = await startPostgres()
  })
  afterAll(() => own?.stop())
}

export const quiet = (): void => {}
export const settings = { NODE_ENV: 'test', LOG_LEVEL: 'silent', SANDBOX_PAYMENTS: '1' }
export const at = '2026-03-01T12:00:00.000Z'

export type Source = { env: Env; place: Place; drop: () => Promise<void> }

/** A shop on the database of the project, and an empty place of the other kind with the same data folder. */
export async function sourceAndPlace(content: 'fixture' | 'empty'): Promise<Source> {
  const { env, drop } = await copyDatabase(content)
  const place = await emptyPlace(isToPostgres ? 'postgres' : 'sqlite', {}, own && { url: own.url, prefix })
  const url = isToPostgres ? place.env.DATABASE_URL : env.DATABASE_URL
  return {
    env: parseEnv({ ...settings, ...env }),
    place: { ...place, env: parseEnv({ ...settings, SHOP_DATA: env.SHOP_DATA, DATABASE_URL: url }) },
    drop: async () => {
      await place.drop()
      await drop()
    },
  }
}

export function move({ place }: Source): Promise<Moved> {
  const now = new Date('2026-03-01T12:00:00Z')
  return isToPostgres ? moveToPostgres(place.env, now, quiet) : moveToSqlite(place.env, quiet)
}

/** A shop of the embedded database and an empty place in PostgreSQL, whichever database the project has. */
export async function embeddedSource(content: 'fixture' | 'empty'): Promise<Source> {
  const { env, drop } = await copySqlite(content)
  const place = await emptyPlace('postgres', {}, own && { url: own.url, prefix })
  const url = place.env.DATABASE_URL
  const clean = async (): Promise<void> => {
    await place.drop()
    await drop()
  }
  const placeEnv = parseEnv({ ...settings, SHOP_DATA: env.SHOP_DATA, DATABASE_URL: url })
  return { env: parseEnv({ ...settings, ...env }), place: { ...place, env: placeEnv }, drop: clean }
}

/** The settings of the moved shop. */
export const movedEnv = ({ place: { env } }: Source): Env => (isToPostgres ? env : { ...env, DATABASE_URL: undefined })

export async function within<Result>(env: Env, work: (db: Database) => Promise<Result>): Promise<Result> {
  const { db } = connect(databaseLocation(env))
  return work(db).finally(() => db.destroy())
}

/** What the search reads; the part numbers of a document have no order. */
export async function documentsOf(env: Env) {
  const rows = await within(env, (db) =>
    db.selectFrom('search_documents').select(['doc', 'seq', 'title_sv', 'numbers']).orderBy('doc').execute(),
  )
  return rows.map(({ numbers, ...row }) => ({ ...row, numbers: numbers.trim().split(' ').sort() }))
}

export const somebody = {
  id: 's',
  email: 'a@b.se',
  name: 'A',
  language: 'sv' as const,
  role: 'owner',
  password_hash: null,
  totp_secret: null,
  totp_step: 0,
  is_active: 1 as const,
  version: 2_147_483_647,
  created_at: at,
}

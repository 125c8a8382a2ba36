import { existsSync } from 'node:fs'
import { connect } from '../server/platform/db/connect.ts'
import { databaseName, databaseLocation } from '../server/platform/db/database-location.ts'
import { newerSchema, newestSchema, schemaState } from '../server/platform/db/migrate.ts'
import { explainOpenError } from '../server/platform/db/open-database.ts'
import type { Env } from '../server/platform/env.ts'
import { shopVersion } from '../server/platform/shop-version.ts'
import { readEnv } from './open-database.ts'
import { print, printJson } from './print.ts'

const usage = `Usage: npm run shop -- version [--json]

Says which version of the shop this is, which schema of the database it needs, and which one the database has. Changes
nothing.`

/** The `version` command of `npm run shop`. */
export async function run(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    print(usage)
    return 0
  }
  const env = readEnv()
  if (!env) return 2
  const about = {
    version: shopVersion(),
    node: process.versions.node,
    schema: newestSchema(),
    ...(await readDatabaseSchema(env)),
  }
  if (args.includes('--json')) printJson(about)
  else
    print(
      [
        `Version ${about.version}, Node ${about.node}, schema ${about.schema}.`,
        about.said === undefined ? `${about.database} has schema ${about.databaseSchema ?? 'none'}.` : about.said,
      ].join('\n'),
    )
  return 0
}

type Found = { database: string; databaseSchema: string | undefined; said?: string }

/** Reads the newest migration of the database; says why where that cannot be. */
async function readDatabaseSchema(env: Env): Promise<Found> {
  const [location, database] = [databaseLocation(env), databaseName(env)]
  const nothing = { database, databaseSchema: undefined }
  if ('sqliteFile' in location && !existsSync(location.sqliteFile))
    return { ...nothing, said: `There is no ${database} yet.` }
  try {
    const open = connect(location)
    try {
      const { applied, missing, unknown } = await schemaState(open)
      const schema = { database, databaseSchema: applied.at(-1) }
      if (unknown.length > 0) return { ...schema, said: newerSchema(unknown) }
      if (missing.length === 0 || applied.length === 0) return schema
      const said = `${database} has schema ${applied.at(-1)}: starting the shop adds ${missing.join(', ')}.`
      return { ...schema, said }
    } finally {
      await open.db.destroy()
    }
  } catch (error) {
    const explained = explainOpenError(env, error)
    return { ...nothing, said: explained instanceof Error ? explained.message : String(explained) }
  }
}

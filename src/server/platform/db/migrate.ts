import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE as migrationTable, Migrator, type Migration } from 'kysely/migration'
import { BootError } from '../boot-error.ts'
import type { DatabaseKind, OpenDatabase } from './connect.ts'
import { everyMigration } from './migrations/every-migration.ts'
import type { Database } from './tables.ts'

function migrationsFor(kind: DatabaseKind): Record<string, Migration> {
  return Object.fromEntries(Object.entries(everyMigration).map(([name, up]) => [name, { up: (on) => up(on, kind) }]))
}

/** Returns the name of the newest migration that this program knows. */
export function newestSchema(): string {
  return Object.keys(everyMigration).toSorted().at(-1) ?? ''
}

/** Names of migrations: applied to the database, missing in it, and unknown to this program. */
export type SchemaState = { applied: readonly string[]; missing: readonly string[]; unknown: readonly string[] }

/** Compares the database with this program; writes nothing. */
export async function schemaState({ db, kind }: OpenDatabase): Promise<SchemaState> {
  const known = Object.keys(migrationsFor(kind))
  const applied = (await hasMigrationTable(db, kind))
    ? (await sql<{ name: string }>`select name from ${sql.table(migrationTable)} order by name`.execute(db)).rows.map(
        ({ name }) => name,
      )
    : []
  return {
    applied,
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

async function hasMigrationTable(db: Database, kind: DatabaseKind): Promise<boolean> {
  const found =
    kind === 'sqlite'
      ? sql<{ found: unknown }>`select name as found from sqlite_master where name = ${migrationTable}`
      : sql<{ found: unknown }>`select to_regclass(${migrationTable}) as found`
  return Boolean((await found.execute(db)).rows[0]?.found)
}

/** The schema of PostgreSQL that the shop's tables are in, or that they will be made in. */
async function ownSchema(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select coalesce(
    (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.oid = to_regclass(${migrationTable})),
    current_schema()) as name`.execute(db)
  const name = rows[0]?.name
  if (!name) throw new BootError('The database has no schema in which this user could make tables (search_path).')
  return name
}

/** Whether PostgreSQL has a schema of this name. */
export async function hasSchema(db: Database, name: string): Promise<boolean> {
  return (await sql`select 1 from pg_namespace where nspname = ${name}`.execute(db)).rows.length > 0
}

/**
 * `only`: the migrations of an older schema. `tableSchema`: the schema of PostgreSQL in which the names of the applied
 * ones are kept, where that is not the usual one.
 */
type MigrateOptions = { only?: readonly string[]; tableSchema?: string }

/**
 * Migrates the database to the newest schema; on PostgreSQL an advisory lock admits one process. Throws BootError when
 * the schema is newer than this program.
 */
export async function migrate(open: OpenDatabase, { only, tableSchema }: MigrateOptions = {}): Promise<string[]> {
  const { db, kind } = open
  const { missing, unknown } = await schemaState(open)
  if (unknown.length > 0) throw new BootError(newerSchema(unknown))
  if (tableSchema === undefined && missing.length === 0) return []
  // Without a schema the migrator takes the tables of any other one for those of this shop.
  const migrationTableSchema = tableSchema ?? (kind === 'postgres' ? await ownSchema(db) : undefined)
  const wanted = Object.entries(migrationsFor(kind)).filter(([name]) => only?.includes(name) ?? true)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(wanted) },
    // Branches take numbers ahead, so a database that follows main may have a later one before an earlier one.
    allowUnorderedMigrations: true,
    ...(migrationTableSchema !== undefined && { migrationTableSchema }),
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(String(error))
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** Lists the migrations of a schema that this program does not know. */
export function unknownMigrations(schema: readonly string[]): string[] {
  return schema.filter((name) => !Object.hasOwn(everyMigration, name))
}

/** Lists the migrations that a schema lacks. */
export function missingMigrations(schema: readonly string[]): string[] {
  return Object.keys(everyMigration).filter((name) => !schema.includes(name))
}

/** Returns the message for an operator who starts a program that is older than its database. */
export function newerSchema(unknown: readonly string[]): string {
  return (
    `A newer version of the shop has changed the database (${unknown.join(', ')}), which this version does not know: ` +
    'start the newer version again, or restore the backup from before the upgrade.'
  )
}
